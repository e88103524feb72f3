package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Timeout;

/**
 * A thread asks until its stack ends, in an ask as a rule: as it begins, or as it ends. Afterwards
 * whom it asked is idle, and the thread is outside.
 */
@Timeout(60)
final class DeepAskTest {
    private static final int STACK = 256 * 1024;
    private static final int PLACES = 50;
    private static final int TIMES = 3;

    /** Each ask is somewhere else on the stack, too. */
    private static void descend(IntSupplier actor, int frames) {
        if (frames > 0) {
            descend(actor, frames - 1);
        } else {
            actor.getAsInt();
            descend(actor, 0);
        }
    }

    private static void descendToTheEnd(IntSupplier actor, int frames) {
        try {
            descend(actor, frames);
        } catch (StackOverflowError | ActorStoppedException e) {
            return;
        }
        throw new AssertionError("there was stack enough");
    }

    /** Asks one that asks another one. */
    private static void checkDepth(int frames) throws Exception {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            IntSupplier inner = house.actor(IntSupplier.class, () -> () -> 1);
            IntSupplier outer = house.actor(IntSupplier.class, () -> inner::getAsInt);
            IntSupplier first = frames % 2 == 0 ? outer : inner;
            for (int i = 0; i < TIMES; i++) {
                descendToTheEnd(first, TIMES * frames + i);
            }
            var asked = CompletableFuture.supplyAsync(inner::getAsInt);
            assertThat(asked.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            asked = CompletableFuture.supplyAsync(() -> orStopped(outer));
            assertThat(asked.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            house.awaitQuiescence();
        }
    }

    /** Its call may have thrown an error, where the stack ended in it. */
    private static int orStopped(IntSupplier actor) {
        try {
            return actor.getAsInt();
        } catch (ActorStoppedException e) {
            return 1;
        }
    }

    @RepeatedTest(PLACES)
    void whomADeepThreadAskedIsIdleAndItIsOutside(RepetitionInfo info) throws Exception {
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Runnable asks =
                () -> {
                    try {
                        checkDepth(info.getCurrentRepetition());
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                };
        Thread deep = new Thread(null, asks, "deep", STACK);
        deep.start();
        deep.join();
        assertThat(thrown).isEmpty();
    }
}
