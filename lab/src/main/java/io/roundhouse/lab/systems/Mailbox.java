package io.roundhouse.lab.systems;

import java.util.concurrent.Executor;

/** Where messages to an actor wait. {@link #execute} sends one. */
interface Mailbox extends Executor {

    /**
     * Ends the actor: the message that runs is its last. Called by the actor, or by anybody when
     * nothing is under way.
     */
    void end();
}
