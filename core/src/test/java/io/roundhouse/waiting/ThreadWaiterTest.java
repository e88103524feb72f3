package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How a thread waits, is woken, is interrupted, and runs out of time. */
@Timeout(60)
class ThreadWaiterTest {
    static List<WaitStrategy> strategies() {
        return Strategies.all();
    }

    /** Those that must be woken. */
    static Stream<WaitStrategy> sleeping() {
        return strategies().stream()
                .filter(each -> !((Policy) each).burns() && !((Policy) each).naps());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aTimeBelowZeroIsALookOnly(WaitStrategy strategy) {
        Waiter waiter = strategy.newWaiter();
        for (long nanos : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
            assertThat(waiter.await(() -> false, nanos)).isFalse();
            assertThat(waiter.linger(() -> false, nanos)).isFalse();
            assertThat(waiter.doze(() -> false, nanos)).isFalse();
            assertThat(waiter.doze(() -> true, nanos)).isTrue();
        }
    }

    /** A wait that somebody else ends. */
    private static class Gate implements Wait {
        volatile boolean open;
        volatile boolean wakersFence;
        volatile boolean seldom;
        volatile long looksBeforePark;
        final AtomicLong looks = new AtomicLong();
        final AtomicLong listening = new AtomicLong();

        @Override
        public boolean met() {
            looks.incrementAndGet();
            return open;
        }

        @Override
        public void beforePark() {
            looksBeforePark = looks.get();
            listening.incrementAndGet();
        }

        @Override
        public void afterPark() {
            listening.decrementAndGet();
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return wakersFence;
        }

        @Override
        public boolean isSeldom() {
            return seldom;
        }

        /** How often it was looked before the park of a wait whose time is soon over. */
        long looksOf(Waiter waiter) {
            return looksOf(waiter, 1);
        }

        long looksOf(Waiter waiter, long nanos) {
            looks.set(0);
            assertThat(waiter.await(this, nanos)).isFalse();
            return looksBeforePark;
        }

        @Override
        public String toString() {
            return "somebody waits for a gate";
        }
    }

    @Test
    void whoHasParkedLooksBeforeAnythingElse() {
        List<String> asked = new ArrayList<>();
        Gate gate =
                new Gate() {
                    @Override
                    public boolean met() {
                        asked.add("met");
                        return asked.size() > 3;
                    }

                    @Override
                    public boolean wakersFence(Clock clock) {
                        asked.add("fence");
                        return false;
                    }
                };

        assertThat(WaitStrategy.parking().newWaiter().await(gate, Long.MAX_VALUE)).isTrue();
        assertThat(asked).containsExactly("met", "fence", "met", "met");
    }

    /** A wait that is over as soon as its thread would park; counts the looks until then. */
    private static long looksBeforePark(Waiter waiter) {
        Gate gate =
                new Gate() {
                    @Override
                    public void beforePark() {
                        super.beforePark();
                        open = true;
                    }
                };
        waiter.await(gate);
        return gate.looks.get();
    }

    @Test
    void amongMoreThreadsThanProcessorsAdaptiveHardlySpins() {
        WaitStrategy adaptive = WaitStrategy.adaptive();
        int processors = Runtime.getRuntime().availableProcessors();
        assumeTrue(processors > 1, "with one processor it does not spin anyhow");

        long alone = looksBeforePark(adaptive.newWaiter());

        assertThat(looksBeforePark(adaptive.newWaiter(processors))).isEqualTo(alone);
        assertThat(looksBeforePark(adaptive.newWaiter(processors + 1)))
                .isEqualTo(alone - Policy.ADAPTIVE.spins() + Policy.CROWDED.spins());
        assertThat(Policy.CROWDED.spins()).isLessThan(Policy.ADAPTIVE.spins() / 10);
    }

    @Test
    void whoChoosesAnotherStrategyGetsItAmongAnyNumberOfThreads() {
        assertThat(Stream.of(Policy.BUSY_SPIN, Policy.YIELDING, Policy.BACK_OFF, Policy.PARKING))
                .allSatisfy(policy -> assertThat(policy.among(1000, 1)).isSameAs(policy));
    }

    /** A thread that waits, and what came of it. */
    private static final class Waiting {
        final Gate gate = new Gate();
        final Waiter waiter;
        final Thread thread;
        final AtomicReference<Object> result = new AtomicReference<>();

        Waiting(WaitStrategy strategy, boolean virtual) {
            this(strategy, virtual, false);
        }

        Waiting(WaitStrategy strategy, boolean virtual, boolean wakersFence) {
            gate.wakersFence = wakersFence;
            waiter = strategy.newWaiter();
            Runnable job =
                    () -> {
                        try {
                            result.set(waiter.await(gate, Long.MAX_VALUE));
                        } catch (WaitInterruptedException e) {
                            result.set(
                                    e.getMessage()
                                            + ", flag "
                                            + Thread.currentThread().isInterrupted());
                        }
                    };
            thread = virtual ? Thread.ofVirtual().start(job) : Thread.ofPlatform().start(job);
        }

        void awaitLooks() {
            Until.isTrue(() -> gate.looks.get() >= 3);
        }

        void awaitParked() {
            Until.isAsleep(thread);
        }

        Object end() throws InterruptedException {
            thread.join();
            return result.get();
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aWaitThatIsMetIsNoWait(WaitStrategy strategy) {
        Waiter waiter = strategy.newWaiter();

        assertThat(waiter.await(() -> true, Long.MAX_VALUE)).isTrue();
        waiter.await(() -> true);

        assertThat(waiter.waits()).isZero();
        assertThat(waiter.parks()).isZero();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aLookWithoutTimeIsNoWait(WaitStrategy strategy) {
        Waiter waiter = strategy.newWaiter();

        assertThat(waiter.await(() -> false, 0)).isFalse();
        assertThat(waiter.await(() -> false, -1)).isFalse();

        assertThat(waiter.waits()).isZero();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aWaitEndsWhenItIsMet(WaitStrategy strategy) throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Waiting waiting = new Waiting(strategy, virtual);
            waiting.awaitLooks();

            waiting.gate.open = true;
            waiting.waiter.wake();

            assertThat(waiting.end()).isEqualTo(true);
            assertThat(waiting.waiter.waits()).isEqualTo(1);
            assertThat(waiting.gate.listening.get()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("sleeping")
    void aSleeperParksUntilItIsWoken(WaitStrategy strategy) throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Waiting waiting = new Waiting(strategy, virtual);
            waiting.awaitParked();
            assertThat(waiting.gate.listening.get()).isEqualTo(1);
            assertThat(waiting.waiter.parks()).isPositive();

            for (int i = 0; i < 3; i++) { // woken for nothing, it sleeps again
                long looks = waiting.gate.looks.get();
                waiting.waiter.wake();
                Until.isTrue(() -> waiting.gate.looks.get() != looks);
                waiting.awaitParked();
            }
            waiting.gate.open = true;
            waiting.waiter.wake();

            assertThat(waiting.end()).isEqualTo(true);
        }
    }

    /** One park a wait, which has no end of its own; a virtual thread's has one. */
    @ParameterizedTest
    @MethodSource("sleeping")
    void whoIsWokenByAFenceDoesNotNap(WaitStrategy strategy) throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Waiting waiting = new Waiting(strategy, virtual, true);
            waiting.awaitParked();

            assertThat(waiting.thread.getState())
                    .isEqualTo(virtual ? Thread.State.TIMED_WAITING : Thread.State.WAITING);
            assertThat(waiting.waiter.parks()).isOne();
            waiting.gate.open = true;
            waiting.waiter.wake();

            assertThat(waiting.end()).isEqualTo(true);
            assertThat(waiting.waiter.parks()).isOne();
        }
    }

    /** Opens behind so many spins and two yields. */
    private static final class OpensWhileGivingWay extends Gate {
        private final Waiter waiter;
        private long looksLeft;
        private int lasted;

        OpensWhileGivingWay(Waiter waiter) {
            this.waiter = waiter;
        }

        void awaited(int spins) {
            looksLeft = spins + 2;
            waiter.await(this);
        }

        @Override
        public boolean met() {
            return --looksLeft < 0;
        }

        @Override
        public void hasLasted() {
            lasted++;
        }
    }

    /** It is seen earlier by who looks; until a yield has let somebody run, or it has slept. */
    @Test
    void whereYieldsLetNobodyRunItLooksOnInstead() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
        AtomicLong step = new AtomicLong(1);
        AtomicLong time = new AtomicLong();
        Waiter waiter = new ThreadWaiter(Policy.ROOMY, () -> time.addAndGet(step.get()));
        OpensWhileGivingWay gate = new OpensWhileGivingWay(waiter);
        int spins = Policy.ROOMY.spins();
        gate.awaited(spins);
        long lookedOn = new Gate().looksOf(waiter);
        gate.awaited(spins / 2); // as the sleep has shortened it

        step.set(10_000);
        gate.awaited(1_000);
        long afterTurnOfAnother = new Gate().looksOf(waiter);

        assertThat(lookedOn - afterTurnOfAnother).isEqualTo(1_000 - spins);
        step.set(1);
        gate.awaited(spins / 2);
        new Gate().looksOf(waiter);
        assertThat(new Gate().looksOf(waiter)).isLessThan(afterTurnOfAnother);
    }

    /** Else who is let go keeps it waiting for as long as it computes, every time. */
    @Test
    void aYieldThatLastsAsLongAsASleepDoesNotHelp() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
        AtomicLong step = new AtomicLong(1);
        AtomicLong time = new AtomicLong();
        Waiter waiter = new ThreadWaiter(Policy.ADAPTIVE, () -> time.addAndGet(step.get()));
        OpensWhileGivingWay gate = new OpensWhileGivingWay(waiter);
        gate.awaited(Policy.ADAPTIVE.spins());
        long first = new Gate().looksOf(waiter);
        gate.awaited(Policy.ADAPTIVE.spins() / 2);
        assertThat(gate.lasted).isZero();

        step.set(1_000_000);
        for (int times = 0; times < 5; times++) {
            gate.awaited(Policy.ADAPTIVE.spins() >> times);
        }

        assertThat(gate.lasted).isEqualTo(5);
        assertThat(new Gate().looksOf(waiter)).isBetween(2L, first / 8);
    }

    /** It is in the way once; what it waits for happens while it naps. */
    private static final class Crossing implements Wait {
        int asked;
        int announced;

        @Override
        public boolean met() {
            return asked > 0;
        }

        @Override
        public void beforePark() {
            announced++;
        }

        @Override
        public boolean isInTheWay(Clock clock, long nap) {
            assertThat(nap).isPositive();
            asked++;
            return true;
        }
    }

    @Test
    void whoIsInTheWayNapsAndNobodyHasToWakeIt() {
        Waiter adaptive = new ThreadWaiter(Policy.ADAPTIVE, Clock.system(), false);
        Crossing crossing = new Crossing();
        adaptive.await(crossing);
        assertThat(crossing.asked).isOne();
        assertThat(crossing.announced).isZero();
        assertThat(adaptive.parks()).isOne();
    }

    @Test
    void whoIsToYieldForEverIsNotAskedWhetherItIsInTheWay() {
        Waiter yielding = new ThreadWaiter(Policy.YIELDING, Clock.system(), false);
        Crossing crossing = new Crossing();
        assertThat(yielding.await(crossing, 1_000_000)).isFalse();
        assertThat(crossing.asked).isZero();
        assertThat(yielding.parks()).isZero();
    }

    /** What it waits for cannot happen meanwhile. */
    @Test
    void onOneProcessorAVirtualThreadDoesNotSpinEither() throws Exception {
        long alone = looksOfAVirtualThread(true);
        assertThat(alone).isLessThan(10);
        assertThat(looksOfAVirtualThread(false)).isGreaterThan(alone + 100);
    }

    private static long looksOfAVirtualThread(boolean oneProcessor) throws Exception {
        AtomicLong time = new AtomicLong();
        Waiter waiter = new ThreadWaiter(Policy.ADAPTIVE, time::incrementAndGet, oneProcessor);
        AtomicLong looks = new AtomicLong();
        Thread.ofVirtual().start(() -> looks.set(new Gate().looksOf(waiter, 1_000))).join();
        return looks.get();
    }

    /** Where looking on has not helped for long, and little comes; until a sleep was short. */
    @Test
    void whoIsWokenSeldomParksAtOnce() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
        AtomicLong step = new AtomicLong(1_000_000);
        AtomicLong time = new AtomicLong();
        Waiter waiter = new ThreadWaiter(Policy.ADAPTIVE, () -> time.addAndGet(step.get()));
        Gate gate = new Gate();
        long first = gate.looksOf(waiter);
        for (int i = 0; i < 5; i++) {
            gate.looksOf(waiter);
        }
        assertThat(gate.looksOf(waiter)).isBetween(2L, first - 1);

        gate.seldom = true;
        assertThat(gate.looksOf(waiter)).isOne();
        assertThat(gate.looksOf(waiter)).isOne();
        step.set(1);
        assertThat(gate.looksOf(waiter)).isOne();
        assertThat(gate.looksOf(waiter)).isGreaterThan(1);
    }

    @ParameterizedTest
    @MethodSource("sleeping")
    void aWakeUpThatCameTooEarlyIsMadeGoodByAnotherLook(WaitStrategy strategy) throws Exception {
        Waiting waiting = new Waiting(strategy, false);
        waiting.awaitParked();

        waiting.gate.open = true; // and nobody wakes it: no park is without an end

        assertThat(waiting.end()).isEqualTo(true);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aWaitEndsWhenTheTimeIsUp(WaitStrategy strategy) throws Exception {
        AtomicReference<Boolean> result = new AtomicReference<>();
        Runnable job = () -> result.set(strategy.newWaiter().await(new Gate(), 2_000_000));

        job.run();
        assertThat(result.getAndSet(null)).isFalse();
        Thread.ofVirtual().start(job).join();
        assertThat(result.get()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void anInterruptedWaitThrowsAndKeepsTheFlag(WaitStrategy strategy) throws Exception {
        for (boolean virtual : new boolean[] {false, true}) {
            Waiting waiting = new Waiting(strategy, virtual);
            waiting.awaitLooks();

            waiting.thread.interrupt();

            assertThat(waiting.end())
                    .isEqualTo("interrupted while waiting: somebody waits for a gate, flag true");
            assertThat(waiting.gate.listening.get()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void whatALookThrowsEndsTheWait(WaitStrategy strategy) {
        IllegalStateException bug = new IllegalStateException("bug");
        int[] looks = {0};
        Waiter waiter = strategy.newWaiter();

        assertThatThrownBy(() ->
                        waiter.await(() -> {
                            if (++looks[0] == 3) {
                                throw bug;
                            }
                            return false;
                        }))
                .isSameAs(bug);
        waiter.wake(); // nobody is there any more

        assertThat(waiter.await(() -> looks[0]++ > 5, Long.MAX_VALUE)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void wakingNobodyDoesNothing(WaitStrategy strategy) {
        Waiter waiter = strategy.newWaiter();

        waiter.wake();

        assertThat(waiter.await(() -> false, 1)).isFalse();
        assertThat(waiter.pause(() -> true)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void lingeringEndsWhenItIsMetOrTheTimeIsUp(WaitStrategy strategy) throws Exception {
        Runnable job =
                () -> {
                    Waiter waiter = strategy.newWaiter();
                    int[] looks = {0};
                    assertThat(waiter.linger(() -> true, 1)).isTrue();
                    assertThat(waiter.linger(() -> false, 0)).isFalse();
                    assertThat(waiter.waits()).isZero();
                    assertThat(waiter.linger(() -> ++looks[0] > 2, Long.MAX_VALUE)).isTrue();
                    assertThat(waiter.linger(() -> false, 2_000_000)).isFalse();
                    assertThat(waiter.waits()).isEqualTo(2);
                };
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        job.run();
        Thread virtual = Thread.ofVirtual().unstarted(job);
        virtual.setUncaughtExceptionHandler((_, failure) -> thrown.set(failure));
        virtual.start();
        virtual.join();

        assertThat(thrown.get()).isNull();
    }

    @Test
    void whoLingersDoesNotSleepUnlessItsStrategyDoesAnyhow() {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "on one processor it sleeps");
        AtomicLong now = new AtomicLong();
        for (WaitStrategy strategy : strategies()) {
            Waiter waiter = new ThreadWaiter((Policy) strategy, () -> now.getAndAdd(100));

            assertThat(waiter.linger(() -> false, 100_000)).isFalse();

            assertThat(waiter.parks() > 0).isEqualTo(strategy == WaitStrategy.parking());
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void whoLingersAndIsInterruptedThrowsAndKeepsTheFlag(WaitStrategy strategy) {
        Waiter waiter = strategy.newWaiter();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> waiter.linger(() -> false, Long.MAX_VALUE))
                    .isInstanceOf(WaitInterruptedException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void strategiesSayWhatTheyAre() {
        assertThat(strategies())
                .extracting(Object::toString)
                .containsExactly("adaptive", "busy-spin", "yielding", "back-off", "parking");
    }

    @Test
    void virtualThreadsThatSpinDoNotKeepTheOneTheyWaitForFromRunning() throws Exception {
        for (WaitStrategy strategy : List.of(WaitStrategy.busySpin(), WaitStrategy.yielding())) {
            Gate gate = new Gate();
            int more = 4 * Runtime.getRuntime().availableProcessors();
            Thread[] spinning = new Thread[more];
            for (int i = 0; i < more; i++) {
                spinning[i] = Thread.ofVirtual().start(() -> strategy.newWaiter().await(gate));
            }
            Thread.ofVirtual().start(() -> gate.open = true).join();
            for (Thread thread : spinning) {
                thread.join();
            }
            assertThat(gate.open).isTrue();
        }
    }
}
