package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is reported of processes that all wait: in a few lines, and once. */
@Timeout(60)
final class ReportTest {
    private final List<String> reports = new ArrayList<>();

    /** As the opening thread does, which does not wait here. */
    private void look(Scope scope, Stuckness stuckness) {
        List<Process.Look> looks = new ArrayList<>();
        assertThat(scope.processes.add(looks)).isTrue();
        assertThat(stuckness.judge(looks, Runnable::run)).isNull();
    }

    private Stuckness stuckness(Scope scope) {
        Stuckness stuckness = new Stuckness(scope, 0);
        stuckness.whenStuck(report -> reports.add(String.valueOf(report.getMessage())));
        return stuckness;
    }

    /** A place in a line is taken before it is told; so is it left. */
    private static void awaitAll(Scope scope) {
        Until.isTrue(() -> {
            List<Process.Look> looks = new ArrayList<>();
            return scope.processes.add(looks) && looks.stream().allMatch(Process.Look::isStuck);
        });
    }

    @Test
    void aCrowdIsCountedAndOneAtEachChannelDescribed() throws Exception {
        Channel<Integer> crowd = Channel.<Integer>builder().named("crowd").rendezvous();
        Channel<Integer> rare = Channel.<Integer>builder().named("rare").rendezvous();
        Channel<Integer> rarest = Channel.<Integer>builder().named("rarest").buffered(1);
        try (Scope scope = Scope.open()) {
            for (int i = 0; i < 50; i++) {
                scope.go(crowd::receive);
            }
            for (int i = 0; i < 20; i++) {
                scope.go(() -> rare.send(1));
            }
            scope.go(rarest::receive);
            awaitAll(scope);
            look(scope, stuckness(scope));
        }
        String[] lines = reports.getFirst().split("\n", -1);
        assertThat(lines).hasSize(1 + 10 + 2);
        assertThat(lines[1]).contains("process 1 receives from crowd");
        assertThat(lines[2]).contains("process 51 sends to rare");
        assertThat(lines[3]).contains("process 71 receives from rarest");
        assertThat(Arrays.asList(lines).subList(1, 11))
                .allMatch(line -> line.startsWith("    process "));
        assertThat(lines[11]).isEqualTo("    and 42 more: each receives from crowd");
        assertThat(lines[12]).isEqualTo("    and 19 more: each sends to rare");
    }

    @Test
    void aThreadWithoutANameIsToldByItsNumber() throws Exception {
        Channel<Integer> never = Channel.<Integer>builder().named("never").rendezvous();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                Thread.currentThread().setName("");
                never.receive();
            });
            awaitAll(scope);
            look(scope, stuckness(scope));
        }
        assertThat(reports.getFirst()).containsPattern("\\n    thread #\\d+ receives from never");
    }

    @Test
    void whoSeesThemGoesOnWhateverTheLogThrows() throws Exception {
        Channel<Integer> never = Channel.<Integer>builder().named("never").rendezvous();
        Logger log = Logger.getLogger(Scope.class.getName());
        FullLog full = new FullLog();
        log.addHandler(full);
        try (Scope scope = Scope.open()) {
            scope.go(never::receive);
            awaitAll(scope);
            look(scope, new Stuckness(scope, 0));
        } finally {
            log.removeHandler(full);
        }
        assertThat(full.written).isOne();
    }

    private static final class FullLog extends Handler {
        private int written;

        @Override
        public void publish(LogRecord record) {
            written++;
            throw new IllegalStateException("the log is full");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void manyPlacesAreCountedTogether() throws Exception {
        try (Scope scope = Scope.open()) {
            for (int i = 0; i < 50; i++) {
                Channel<Integer> own = Channel.<Integer>builder().named("own " + i).rendezvous();
                scope.go(own::receive);
            }
            awaitAll(scope);
            look(scope, stuckness(scope));
        }
        assertThat(reports.getFirst().split("\n", -1)).hasSize(1 + 10 + 10 + 1);
        assertThat(reports.getFirst()).endsWith("\n    and 30 more at other places");
    }

    @Test
    void whoIsIdleAgainWhereItWasIsNotReportedAgain() throws Exception {
        Channel<Integer> in = Channel.<Integer>builder().named("in").buffered(4);
        Channel<Integer> other = Channel.<Integer>builder().named("other").buffered(4);
        List<Integer> received = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            Stuckness stuckness = stuckness(scope);
            scope.go(() -> in.forEach(received::add));
            for (int i = 0; i < 3; i++) {
                awaitAll(scope);
                look(scope, stuckness);
                assertThat(reports).hasSize(1);
                in.send(i);
                Until.isTrue(() -> in.size() == 0);
            }
            scope.go(() -> other.forEach(received::add));
            awaitAll(scope);
            look(scope, stuckness);
            assertThat(reports).hasSize(2);
        }
    }
}
