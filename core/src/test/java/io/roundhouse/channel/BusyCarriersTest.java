package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Virtual threads that select at the same rendezvous, on few carriers, beside threads that keep all
 * processors busy: who holds the lock of one and waits for that of another is often taken off its
 * processor, and the others wait for it.
 */
@Timeout(120)
final class BusyCarriersTest {
    /** Busy threads a processor. */
    private static final int BUSY = 1;

    private static final int PAIRS = 3;
    private static final int ROUNDS = 1_500_000;

    @Test
    void selectsAtTheSameRendezvousGoOn() throws Exception {
        assertThat(
                        ChildJvm.run(
                                100,
                                List.of("-Djdk.virtualThreadScheduler.parallelism=2"),
                                BusyCarriersTest.class))
                .containsExactly("all have met");
    }

    /** In a JVM of its own: carriers that are kept busy for ever would stay so for other tests. */
    public static void main(String[] arguments) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < BUSY * Runtime.getRuntime().availableProcessors(); i++) {
            Thread.ofPlatform().daemon().start(() -> keepBusy(over));
        }
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        AtomicInteger received = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            Select sends = Select.of(one.whenSent(1, () -> {}), two.whenSent(2, () -> {}));
            Select receives =
                    Select.of(
                            one.whenReceived(_ -> received.getAndIncrement()),
                            two.whenReceived(_ -> received.getAndIncrement()),
                            Select.after(Duration.ofMillis(1), () -> {}));
            AtomicInteger sent = new AtomicInteger();
            threads.add(repeat(sends, () -> sent.getAndIncrement() < ROUNDS));
            threads.add(repeat(receives, () -> received.get() < PAIRS * ROUNDS));
        }
        for (Thread each : threads) {
            each.join();
        }
        over.set(true);
        System.out.println("all have met");
    }

    private static void keepBusy(AtomicBoolean over) {
        while (!over.get()) {
            Thread.onSpinWait();
        }
    }

    private static Thread repeat(Select select, BooleanSupplier more) {
        return Thread.startVirtualThread(() -> {
            try {
                while (more.getAsBoolean()) {
                    select.await();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }
}
