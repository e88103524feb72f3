package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A number handed from thread to thread and back. */
@Timeout(60)
class CoreToCoreTest {

    private static final long MILLI = 1_000_000;

    private final List<Thread> begun = new ArrayList<>();

    @Test
    void aRoundTripHasALengthAndLeavesNoThreadBehind() throws Exception {
        AtomicLong now = new AtomicLong();
        CoreToCore coreToCore = new CoreToCore(this::begin, () -> now.addAndGet(10));
        assertThat(coreToCore.roundTripNanos()).isPresent();
        assertThat(coreToCore.roundTripNanos()).isPresent();
        assertThat(begun).hasSize(2).noneMatch(Thread::isAlive);
    }

    @Test
    void theFastestBatchCountsButTheFirst() {
        assertThat(CoreToCore.fastest(new long[] {100, 9_000, 6_000, 7_000})).hasValue(60);
        assertThat(CoreToCore.fastest(new long[] {100})).isEmpty();
        assertThat(CoreToCore.fastest(new long[] {})).isEmpty();
    }

    @Test
    void nothingIsToldPastTheLimit() throws Exception {
        AtomicLong now = new AtomicLong();
        CoreToCore late = new CoreToCore(this::begin, () -> now.addAndGet(50 * MILLI));
        assertThat(late.roundTripNanos()).isEmpty();
        assertThat(begun).hasSize(1).noneMatch(Thread::isAlive);
    }

    @Test
    void nothingIsToldWhereThePartnerDoesNotCome() throws Exception {
        ThreadFactory idle = work -> begin(() -> {});
        assertThat(new CoreToCore(idle, System::nanoTime).roundTripNanos()).isEmpty();
    }

    private Thread begin(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        begun.add(thread);
        return thread;
    }
}
