package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.AskParts.Counter;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A counter that is an actor, classic or typed: every call asks it and waits for its answer. */
abstract class AskedCounter implements Counter {

    /** What the ask pattern wants to be told; no answer takes as long. */
    static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

    /** Asks the actor for what {@link Counter#add} returns, a {@code Long}. */
    abstract CompletionStage<?> askToAdd(long value);

    /** Asks the actor for what {@link Counter#count} returns, a {@code Long}. */
    abstract CompletionStage<?> askToCount();

    @Override
    public final long add(long value) {
        return answer(askToAdd(value));
    }

    @Override
    public final long count() {
        return answer(askToCount());
    }

    private static long answer(CompletionStage<?> asked) {
        return (Long) asked.toCompletableFuture().join();
    }
}
