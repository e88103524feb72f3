package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** A thread asks until its stack ends in an ask: afterwards it is outside all the same. */
@Timeout(60)
final class DeepAskTest {
    private static final int STACK = 256 * 1024;

    private static void descend(IntSupplier actor) {
        actor.getAsInt();
        descend(actor);
    }

    @RepeatedTest(20)
    void whoRanOutOfStackInAnAskMayWaitForQuietAndClose() throws InterruptedException {
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Thread deep =
                new Thread(
                        null,
                        () -> {
                            try (var house = Roundhouse.open(with -> with.workers(1))) {
                                IntSupplier actor = house.actor(IntSupplier.class, () -> () -> 1);
                                try {
                                    descend(actor);
                                } catch (StackOverflowError e) {
                                    house.awaitQuiescence();
                                }
                            } catch (Throwable e) {
                                thrown.add(e);
                            }
                        },
                        "deep",
                        STACK);
        deep.start();
        deep.join();
        assertThat(thrown).isEmpty();
    }
}
