package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a thread waits for a moment, and whom it lets run meanwhile. */
@Timeout(60)
class PauseTest {
    static Stream<Policy> waysToPause() {
        return Stream.of(Policy.PARKING, Policy.CROWDED);
    }

    @ParameterizedTest
    @MethodSource("waysToPause")
    void aPauseEndsByTheClockWithoutAPark(Policy policy) {
        AtomicLong now = new AtomicLong();
        AtomicLong looks = new AtomicLong();
        Waiter waiter = new ThreadWaiter(policy, () -> now.getAndAdd(100), false);

        boolean met =
                waiter.pause(() -> {
                    looks.incrementAndGet();
                    return false;
                });

        assertThat(met).isFalse();
        assertThat(looks.get()).isBetween(2L, 100L); // the clock moves 100 ns a look
        assertThat(waiter.parks()).isZero();
        assertThat(waiter.waits()).isZero();
    }

    /** Who was let go may have needed longer than a pause to do what is waited for. */
    @Test
    void amongMoreThreadsThanProcessorsAPauseGivesWayAndLooksWhenItIsOver() {
        AtomicLong now = new AtomicLong();
        Clock clock = () -> now.getAndAdd(100_000);
        List<Policy> giveWay =
                Stream.of(Policy.ADAPTIVE, Policy.ROOMY, Policy.CROWDED, Policy.YIELDING)
                        .filter(policy -> givesWay(new ThreadWaiter(policy, clock, false)))
                        .toList();

        assertThat(giveWay).containsExactly(Policy.CROWDED);
    }

    /** Whether it looks once more when a pause is over, which one look at the clock takes. */
    private static boolean givesWay(Waiter waiter) {
        AtomicLong looks = new AtomicLong();
        return waiter.pause(() -> looks.incrementAndGet() > 1);
    }

    /** What is at hand already does not wait for threads that have nothing to do with it. */
    @Test
    void whereAPauseHasLetForeignThreadsRunLaterOnesDoNotForAWhile() {
        AtomicLong now = new AtomicLong();
        AtomicLong step = new AtomicLong(3_000_000);
        Waiter waiter = new ThreadWaiter(Policy.CROWDED, () -> now.getAndAdd(step.get()), false);

        assertThat(givesWay(waiter)).isTrue();
        assertThat(pausesUntilItGivesWay(waiter)).isEqualTo(63); // it lasts as long again
        assertThat(pausesUntilItGivesWay(waiter)).isEqualTo(2 * 63 + 63);
        long most = 0;
        for (int i = 0; i < 20; i++) {
            most = pausesUntilItGivesWay(waiter);
        }
        assertThat(most).isEqualTo((1 << 16) - 1);

        step.set(3_000); // among its own again: the last pause of the above is done without first
        assertThat(pausesUntilItGivesWay(waiter)).isEqualTo(most);
        assertThat(pausesUntilItGivesWay(waiter)).isZero();
        for (int i = 0; i < 20; i++) {
            givesWay(waiter);
        }
        step.set(3_000_000);
        assertThat(givesWay(waiter)).isTrue();
        assertThat(pausesUntilItGivesWay(waiter)).isEqualTo(63); // as at first
    }

    /** How many pauses keep their processor before one gives way. */
    private static long pausesUntilItGivesWay(Waiter waiter) {
        long kept = 0;
        while (!givesWay(waiter)) {
            kept++;
        }
        return kept;
    }

    /** It may be carried on again and again while others are not. */
    @Test
    void aVirtualThreadGivesNobodyWayInAPause() throws Exception {
        AtomicLong now = new AtomicLong();
        Waiter waiter = new ThreadWaiter(Policy.CROWDED, () -> now.getAndAdd(100_000), false);
        AtomicReference<Boolean> gives = new AtomicReference<>();

        Thread.ofVirtual().start(() -> gives.set(givesWay(waiter))).join();

        assertThat(gives.get()).isFalse();
    }

    /** Nobody else can run meanwhile. */
    @Test
    void onOneProcessorAPauseIsASingleLook() {
        AtomicLong looks = new AtomicLong();
        Clock noNeed =
                () -> {
                    throw new AssertionError("no time passes");
                };
        Waiter waiter = new ThreadWaiter(Policy.ADAPTIVE, noNeed, true);

        assertThat(waiter.pause(() -> looks.incrementAndGet() > 1)).isFalse();
        assertThat(waiter.pause(() -> true)).isTrue();
        assertThat(looks.get()).isOne();
    }

    @ParameterizedTest
    @MethodSource("waysToPause")
    void aPauseIsDeafToInterrupts(Policy policy) {
        Thread.currentThread().interrupt();
        try {
            assertThat(policy.newWaiter().pause(() -> false)).isFalse();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
