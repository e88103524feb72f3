package io.roundhouse.channel;

import io.roundhouse.waiting.Wait;

/** What a process of a scope waits for without a limit of time: to be met, or another's end. */
interface Obstacle extends Wait {
    /** Whether the process might go on, as things are at the moment. Any thread. */
    boolean mayEnd();

    /** Where it is: the same for waits at the same places. Any thread. */
    default int where() {
        return hashCode();
    }

    /** Whether nobody but processes of that scope could end the wait. Any thread. */
    boolean isConfinedTo(Scope scope);
}
