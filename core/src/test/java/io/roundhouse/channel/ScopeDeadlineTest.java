package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The time of a scope, and the thread that waits for its end. */
@Timeout(60)
final class ScopeDeadlineTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final String HEAD_OF_ONE = "\"deadline\" virtual";

    @TempDir private Path dumps;

    private int dumped;

    /** How many threads of the JVM wait for the deadlines of scopes. */
    private long waiting() throws IOException {
        Path dump = dumps.resolve("dump " + dumped++);
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), ThreadDumpFormat.TEXT_PLAIN);
        try (Stream<String> lines = Files.lines(dump)) {
            return lines.filter(line -> line.contains(HEAD_OF_ONE))
                    .filter(line -> !line.contains("TERMINATED"))
                    .count();
        }
    }

    @Test
    void eachScopeWithATimeHasOneThreadForItUntilItEnds() throws Exception {
        List<Scope> scopes = new ArrayList<>();
        assertThat(waiting()).isZero();
        for (int i = 1; i <= 10; i++) {
            scopes.add(Scope.open(DAY));
            assertThat(waiting()).isEqualTo(i);
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
    void manyScopesThatEndEarlyLeaveNoThreadBehind() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            try (Scope scope = Scope.open(DAY)) {
                scope.go(() -> {});
                scope.join();
            }
        }
        assertThat(waiting()).isZero();
    }

    @Test
    void aScopeThatFailsLeavesNoThreadBehind() throws Exception {
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
    void aScopeWhoseTimeIsOverLeavesNoThreadBehind() throws Exception {
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
    void closingEndsTheThreadThoughInterruptedAndKeepsTheFlag() throws Exception {
        Scope scope = Scope.open(DAY);
        Thread.currentThread().interrupt();
        scope.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiting()).isZero();
    }

    @Test
    void aScopeThatIsNotOpenedStartsNoThread() throws Exception {
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
            Team.await(() -> Team.waits(got.process().thread));
            assertThat(waiting()).isEqualTo(1);
            channel.send(1);
            scope.join();
            assertThat(got.result()).isEqualTo(1);
            assertThat(scope.isCanceled()).isFalse();
        }
        assertThat(waiting()).isZero();
    }
}
