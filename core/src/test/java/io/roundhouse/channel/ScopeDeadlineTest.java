package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The time of a scope, and what waits for its end. */
@Timeout(60)
final class ScopeDeadlineTest {
    private static final Duration DAY = Duration.ofDays(1);

    /** How many limits of time are held for scopes. */
    private static int waiting() {
        return Deadlines.ALL.waiting();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("roundhouse-deadlines"))
                .count();
    }

    @Test
    void oneThreadWaitsForTheTimesOfAllScopesThatHaveNotEnded() throws Exception {
        List<Scope> scopes = new ArrayList<>();
        assertThat(waiting()).isZero();
        for (int i = 1; i <= 10; i++) {
            scopes.add(Scope.open(DAY));
            assertThat(waiting()).isEqualTo(i);
            assertThat(threads()).isEqualTo(1);
        }
        Scope timeless = Scope.open();
        assertThat(waiting()).isEqualTo(10);
        timeless.close();
        for (int left = 9; left >= 0; left--) {
            scopes.removeLast().close();
            assertThat(waiting()).isEqualTo(left);
        }
    }

    @Test
    void manyScopesThatEndEarlyLeaveNothingBehind() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            try (Scope scope = Scope.open(DAY)) {
                scope.go(() -> {});
                scope.join();
            }
        }
        assertThat(waiting()).isZero();
    }

    @Test
    void aScopeThatFailsLeavesNothingBehind() throws Exception {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open(DAY)) {
                                scope.go(() -> {
                                    throw new IllegalStateException("first");
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class);
        assertThat(waiting()).isZero();
    }

    @Test
    void aScopeWhoseTimeIsOverLeavesNothingBehind() throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope _ = Scope.open(Duration.ofMillis(1))) {
                                never.receive();
                            }
                        })
                .isInstanceOf(ScopeDeadlineException.class);
        assertThat(waiting()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void closingEndsTheLimitThoughInterruptedAndKeepsTheFlag() throws Exception {
        Scope scope = Scope.open(DAY);
        Thread.currentThread().interrupt();
        scope.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiting()).isZero();
    }

    @Test
    void aScopeThatIsNotOpenedHasNoLimit() throws Exception {
        assertThatThrownBy(() -> Scope.open(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(waiting()).isZero();
    }

    @Test
    void aTimeThatIsOverAtOnceEndsWhatIsForked() throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open(Duration.ZERO)) {
                                scope.go(never::receive);
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeDeadlineException.class)
                .hasNoSuppressedExceptions();
        assertThat(never.waitingReceivers()).isZero();
        assertThat(waiting()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aScopeThatHasEndedIsNotHeldByItsTime() {
        WeakReference<Scope> ended = ended();
        Until.isTrue(() -> ended.refersTo(null), System::gc);
    }

    private static WeakReference<Scope> ended() {
        try (Scope scope = Scope.open(DAY)) {
            return new WeakReference<>(scope);
        }
    }

    /** So many virtual threads run at a time. */
    private static int carriers() {
        return Integer.getInteger(
                "jdk.virtualThreadScheduler.parallelism",
                Runtime.getRuntime().availableProcessors());
    }

    @Test
    void theTimeIsOverThoughVirtualThreadsKeepAllCarriers() throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        AtomicBoolean enough = new AtomicBoolean();
        Roll busy = new Roll();
        try (Team team = new Team()) {
            for (int i = 0; i < carriers(); i++) {
                team.start(() -> {
                    busy.here();
                    Until.isTrue(enough::get, Thread::onSpinWait); // which gives nothing away
                });
            }
            Until.isTrue(() -> busy.count() == carriers());
            try {
                assertThatThrownBy(
                                () -> {
                                    try (Scope _ = Scope.open(Duration.ofMillis(1))) {
                                        never.receive();
                                    }
                                })
                        .isInstanceOf(ScopeDeadlineException.class);
            } finally {
                enough.set(true);
            }
            team.join();
        }
    }

    static List<Duration> never() {
        return List.of(
                Duration.ofDays(365 * 250),
                Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000 - 1), // the clock overflows
                Duration.ofNanos(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("never")
    void aTimeThatNobodyLivesToSeeEndsNothing(Duration time) throws Exception {
        try (Scope scope = Scope.open(time)) {
            Channel<Integer> channel = Channel.rendezvous();
            Fork<Integer> got = scope.fork(channel::receive);
            Team.awaitReceivers(channel, 1);
            Until.isAsleep(got.process().thread);
            assertThat(waiting()).isZero();
            channel.send(1);
            scope.join();
            assertThat(got.result()).isEqualTo(1);
            assertThat(scope.isCanceled()).isFalse();
        }
        assertThat(waiting()).isZero();
    }
}
