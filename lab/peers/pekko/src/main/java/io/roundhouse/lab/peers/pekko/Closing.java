package io.roundhouse.lab.peers.pekko;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorSystem;

/** Ends systems of actors. */
final class Closing {

    private Closing() {}

    /** Ends a system and waits for it. */
    static void close(ActorSystem system) {
        system.terminate();
        await(system.getWhenTerminated());
    }

    /** Ends a system and waits for it. */
    static void close(org.apache.pekko.actor.typed.ActorSystem<?> system) {
        system.terminate();
        await(system.getWhenTerminated());
    }

    private static void await(CompletionStage<?> end) {
        end.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }
}
