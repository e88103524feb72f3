package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The other one has no thread: it does what the test has it do. Time is the test's. */
final class SightTest {
    private static final long LONG = Sight.LONG_NANOS;
    private static final long STUCK = Sight.STUCK_NANOS;

    private long now = 1_000_000;
    private final Workers workers = new Workers(1, "seen-", () -> {}, () -> now);
    private final Worker other = (Worker) workers.threads().get(0);
    private Sight sight = new Sight(now);

    @Test
    void whoDoesNotComeToItsFirstTaskNeedsHelpHoweverShortItsCallsAre() {
        add();
        assertThat(needsHelp()).isFalse();
        pass(LONG - 1);
        assertThat(needsHelp()).isFalse();
        pass(1);
        assertThat(needsHelp()).isTrue();
    }

    @Test
    void whoComesToItsTasksNeedsNone() {
        add();
        for (int i = 0; i < 10; i++) {
            assertThat(needsHelp()).isFalse();
            pass(LONG);
            other.queue.poll();
            add();
        }
    }

    /** From an empty queue nothing has been taken since the last look, either. */
    @Test
    void whatHasComeSinceTheLastLookHasNotWaited() {
        assertThat(needsHelp()).isFalse();
        pass(10 * LONG);
        add();
        assertThat(needsHelp()).isFalse();
        pass(LONG);
        assertThat(needsHelp()).isTrue();
    }

    @Test
    void whoseTurnsAreLongNeedsHelpAtOnce() {
        pass(LONG, 5);
        add();
        assertThat(needsHelp()).isTrue();
        pass(LONG, 100);
        other.queue.poll();
        add();
        assertThat(needsHelp()).isFalse();
    }

    @Test
    void whoHasMuchToRunNeedsHelpAtOnce() {
        pass(LONG);
        for (int i = 0; i < 16; i++) {
            assertThat(needsHelp()).isFalse();
            add();
        }
        assertThat(needsHelp()).isTrue();
    }

    @Test
    void whoHasNothingNeedsNone() {
        assertThat(needsHelp()).isFalse();
        pass(STUCK, 0);
        assertThat(needsHelp()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, -1_000_000_000, Long.MAX_VALUE - 10})
    void whoBeginsNothingForAWhileIsStuckWhateverTheClockSays(long begun) {
        now = begun;
        sight = new Sight(now);
        assertThat(sight.isStuck(other, now)).isFalse();
        pass(1_000);
        assertThat(sight.isStuck(other, now)).isFalse();
        pass(STUCK - 1, 0);
        assertThat(sight.isStuck(other, now)).isFalse();
        pass(1, 0);
        assertThat(sight.isStuck(other, now)).isTrue();
        pass(0, 1);
        assertThat(sight.isStuck(other, now)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, -1_000_000_000, Long.MAX_VALUE - 10})
    void aFirstTaskIsSeenToWaitWhateverTheClockSays(long begun) {
        now = begun;
        sight = new Sight(now);
        pass(LONG);
        add();
        assertThat(needsHelp()).isFalse();
        pass(LONG);
        assertThat(needsHelp()).isTrue();
    }

    @Test
    void callsThatWereHandedOverAreThereForLongWhileTheyAreTheSame() {
        Turnless to = new Turnless();
        other.caller.forRow(1);
        assertThat(areHandedForLong()).isFalse();
        assertThat(other.hand(to)).isTrue();
        assertThat(areHandedForLong()).isFalse();
        pass(LONG - 1);
        assertThat(areHandedForLong()).isFalse();
        pass(1);
        assertThat(areHandedForLong()).isTrue();
        assertThat(other.hand(to)).isTrue(); // one more
        assertThat(areHandedForLong()).isFalse();
        pass(LONG);
        assertThat(areHandedForLong()).isTrue();
        assertThat(other.takeHanded()).isTrue();
        assertThat(areHandedForLong()).isFalse();
    }

    private boolean needsHelp() {
        sight.isStuck(other, now);
        return sight.needsHelp(sight.waiting(other, now), now);
    }

    private boolean areHandedForLong() {
        return sight.areHandedForLong(other, other.slot(), now);
    }

    /** It does many short turns meanwhile. */
    private void pass(long nanos) {
        pass(nanos, 100);
    }

    private void pass(long nanos, int turns) {
        now += nanos;
        for (int i = 0; i < turns; i++) {
            other.caller.begins();
        }
    }

    private void add() {
        other.queue.add(new Turnless());
    }

    static final class Turnless extends WorkersTest.WithoutMail {
        @Override
        protected boolean hasMail() {
            return false;
        }

        @Override
        protected int mostHanded() {
            return 2;
        }

        @Override
        public int turn(Caller me) {
            return DONE;
        }
    }
}
