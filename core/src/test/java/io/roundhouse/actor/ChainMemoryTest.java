package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.lang.ref.WeakReference;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A chain of asks, each behind the one before, that goes on and on: what is there is let go of. */
final class ChainMemoryTest {
    private static final int LINKS = 2_000;
    private static final int AHEAD = 5;

    interface Owing {
        CompletableFuture<Object> next();
    }

    @Test
    @Timeout(60)
    void aChainThatIsAlwaysSomeLinksAheadIsNotKeptAsAWhole() throws InterruptedException {
        BlockingQueue<CompletableFuture<Object>> owed = new LinkedBlockingQueue<>();
        try (var house = Roundhouse.open()) {
            Owing owing =
                    house.actor(
                            Owing.class,
                            () ->
                                    () -> {
                                        CompletableFuture<Object> promise =
                                                new CompletableFuture<>();
                                        owed.add(promise);
                                        return promise;
                                    });
            CompletableFuture<Object> tail = owing.next();
            WeakReference<Object> early = new WeakReference<>(null);
            for (int i = 0; i < LINKS; i++) {
                tail = tail.thenCompose(_ -> owing.next());
                if (i == LINKS / 10) {
                    early = new WeakReference<>(tail);
                }
                if (i >= AHEAD) {
                    owed.take().complete("there");
                }
            }

            WeakReference<Object> seen = early;
            Until.isTrue(() -> {
                System.gc();
                return seen.get() == null;
            });

            for (int i = 0; i <= AHEAD; i++) {
                owed.take().complete("there");
            }
            tail.join();
        }
    }
}
