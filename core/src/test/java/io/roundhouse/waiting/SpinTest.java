package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Until;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits a moment in a virtual thread, and whether others get its carrier meanwhile. */
@Timeout(60)
class SpinTest {
    private static final List<String> ONE_CARRIER =
            List.of(
                    "-Djdk.virtualThreadScheduler.parallelism=1",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    private static final int LONG_WAIT = 1_000;

    private static volatile boolean otherHasRun;

    /** Or one that holds something could come back to a carrier never. */
    @Test
    void aVirtualThreadKeepsItsCarrierWhileItWaitsAMoment() throws Exception {
        assertThat(ChildJvm.run(50, ONE_CARRIER, SpinTest.class, "once")).containsExactly("alone");
    }

    @Test
    void aVirtualThreadGivesItsCarrierToWhoRunsCodeOfOthers() throws Exception {
        assertThat(ChildJvm.run(50, ONE_CARRIER, SpinTest.class, "onceOrNap"))
                .containsExactly("with the other");
    }

    @Test
    void oneThatIsInterruptedGivesItAwayToo() throws Exception {
        assertThat(ChildJvm.run(50, ONE_CARRIER, SpinTest.class, "onceOrNap", "interrupted"))
                .containsExactly("with the other");
    }

    /** Otherwise one whose flag nobody saw could lose it: see the interrupts of a scope. */
    @Test
    void theFlagOfWhoIsInterruptedIsSeenAllTheWhile() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        Thread waits =
                Thread.startVirtualThread(() -> {
                    Thread.currentThread().interrupt();
                    waitLong(Spin::onceOrNap, () -> !enough.get());
                });
        Until.isTrue(waits::isInterrupted);
        boolean seen = true;
        for (int i = 0; i < 1_000_000; i++) {
            seen &= waits.isInterrupted();
        }
        enough.set(true);
        waits.join();
        assertThat(seen).isTrue();
    }

    @Test
    void aWakeUpThatComesInANapIsKept() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        Thread naps =
                Thread.startVirtualThread(() -> {
                    waitLong(Spin::onceOrNap, () -> !enough.get());
                    LockSupport.park();
                });
        Until.isAsleep(naps);
        LockSupport.unpark(naps);
        enough.set(true);
        naps.join();
    }

    private static void waitLong(IntUnaryOperator wait, BooleanSupplier more) {
        for (int spins = 0; more.getAsBoolean(); ) {
            spins = wait.applyAsInt(spins);
        }
    }

    /**
     * Arguments: how to wait; whether interrupted. Written is whether another one ran meanwhile.
     */
    public static void main(String[] arguments) throws InterruptedException {
        IntUnaryOperator wait = arguments[0].equals("once") ? Spin::once : Spin::onceOrNap;
        boolean interrupted = arguments.length > 1;
        Thread.startVirtualThread(() -> waitLong(wait, interrupted)).join();
    }

    private static void waitLong(IntUnaryOperator wait, boolean interrupted) {
        Thread.startVirtualThread(() -> otherHasRun = true);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        int spins = 0;
        for (int i = 0; i < LONG_WAIT; i++) {
            spins = wait.applyAsInt(spins);
        }
        System.out.println(otherHasRun ? "with the other" : "alone");
    }
}
