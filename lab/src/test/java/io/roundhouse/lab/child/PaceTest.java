package io.roundhouse.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.workload.Bench;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** How many items a sample has. */
class PaceTest {

    private static final long MILLI = 1_000_000;

    private final List<Long> asked = new ArrayList<>();
    private LongUnaryOperator nanosOf = items -> items * 10;
    private final Pace pace = new Pace(new Clockwork(), Metric.rate("calls"));

    @Test
    void aSampleTakesTheTimeItShouldBehindALeadInOfATenth() throws Exception {
        pace.sampleOf(1_000);
        pace.sample(40 * MILLI);

        assertThat(asked).containsExactly(1_000L, 400_000L, 4_000_000L);
    }

    @Test
    void aWarmUpRunsAtLeastOnceHoweverLateItIs() throws Exception {
        pace.warm(0);

        assertThat(asked).containsExactly(1_000L);
    }

    @Test
    void itemsDoNotBecomeFewerAndFewerWhereEachSampleBeginsWithAWakeUp() throws Exception {
        nanosOf = items -> 60 * MILLI + items * 10;
        pace.sampleOf(4_000_000);
        for (int i = 0; i < 15; i++) {
            pace.sample(40 * MILLI);
        }

        assertThat(asked.getLast()).isGreaterThan(400_000);
    }

    @Test
    void itemsFollowASystemThatBecomesSlower() throws Exception {
        for (int i = 0; i < 10; i++) {
            pace.sample(40 * MILLI);
        }
        assertThat(asked.getLast()).isEqualTo(4_000_000);

        nanosOf = items -> items * 100;
        for (int i = 0; i < 10; i++) {
            pace.sample(40 * MILLI);
        }
        assertThat(asked.getLast()).isEqualTo(400_000);
    }

    /** Takes the time it is told to take; nobody waits for it. */
    private final class Clockwork implements Bench {
        @Override
        public Sample sample(long items) {
            asked.add(items);
            return new Sample(items, nanosOf.applyAsLong(items), Map.of(), Map.of(), null);
        }

        @Override
        public String config() {
            return "";
        }

        @Override
        public void close() {}
    }
}
