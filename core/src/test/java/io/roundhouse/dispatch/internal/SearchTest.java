package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an idle worker sees of a busy one, and when. Neither has a thread; time is the test's. */
@Timeout(60)
final class SearchTest {
    private static final long BETWEEN_LOOKS = 4_000;
    private static final long LONG_TURN = 2_500;

    private long now = 1_000_000;
    private final Workers workers = new Workers(2, "searches-", () -> {}, () -> now);
    private final Worker busy = (Worker) workers.threads().get(0);
    private final Worker idle = (Worker) workers.threads().get(1);
    private final Turnless first = new Turnless();
    private final Turnless second = new Turnless();
    private Consumer<Wait> looks = _ -> {};
    private final Search search = new Search(workers, idle, new Looks(), 2);

    @BeforeEach
    void oneIsBusy() {
        busy.rests(false);
        busy.caller.forRow(1);
        rest(wait -> assertThat(wait.met()).isFalse());
        runsManyShortCalls();
        now += BETWEEN_LOOKS;
    }

    @Test
    void looksAtAnotherOneAreFarApart() {
        rest(wait -> {
            assertThat(wait.met()).isFalse();
            hasMuchToRun();
            now += BETWEEN_LOOKS - 1;
            assertThat(wait.met()).isFalse();
            now++;
            assertThat(wait.met()).isTrue();
        });
        assertThat(busy.queue.size()).isEqualTo(8);
    }

    @Test
    void theFirstLookIsAtOnce() {
        rest(wait -> assertThat(wait.met()).isFalse());
        hasMuchToRun();
        rest(wait -> assertThat(wait.met()).isTrue());
    }

    @Test
    void whatIsOutsideIsSeenAtOnce() {
        Task found =
                rest(wait -> {
                    assertThat(wait.met()).isFalse();
                    workers.mailed(first, Caller.current());
                    assertThat(wait.met()).isTrue();
                });
        assertThat(found).isSameAs(first);
    }

    @Test
    void whatABusyOneDoesNotComeToIsTaken() {
        busy.queue.add(first);
        Task found =
                rest(wait -> {
                    assertThat(wait.met()).isFalse();
                    now += BETWEEN_LOOKS;
                    assertThat(wait.met()).isTrue();
                });
        assertThat(found).isSameAs(first);
    }

    @Test
    void whatABusyOneComesToIsItsOwn() {
        busy.queue.add(first);
        rest(wait -> {
            assertThat(wait.met()).isFalse();
            for (int i = 0; i < 10; i++) {
                busyOneGoesOn();
                now += BETWEEN_LOOKS;
                assertThat(wait.met()).isFalse();
            }
        });
    }

    /** The next look would be a park away. */
    @Test
    void aLookBetweenParksWaitsWhetherTheOtherOneComesToWhatItHas() {
        busy.queue.add(first);
        long begun = now;
        Task found = rest(wait -> assertThat(metBetweenParks(wait)).isTrue());
        assertThat(found).isSameAs(first);
        assertThat(now).isEqualTo(begun + LONG_TURN);
    }

    @Test
    void aLookBetweenParksDoesNotTakeWhatTheOtherOneComesTo() {
        busy.queue.add(first);
        rest(wait -> {
            inPause = this::busyOneGoesOn;
            assertThat(metBetweenParks(wait)).isFalse();
        });
        assertThat(busy.queue.size()).isEqualTo(1);
    }

    @Test
    void aLookBetweenParksAtNothingIsShort() {
        long begun = now;
        rest(wait -> assertThat(metBetweenParks(wait)).isFalse());
        assertThat(now).isEqualTo(begun);
    }

    /** As a thread that the system lets run no more. */
    @Test
    void whatABusyOneHasIsTakenIfItHasBegunNothingForAPark() {
        inPause = this::busyOneGoesOn;
        rest(wait -> {
            assertThat(metBetweenParks(wait)).isFalse(); // tells how far it was
            busy.queue.add(first);
            now += BETWEEN_LOOKS;
            assertThat(metBetweenParks(wait)).isTrue();
        });
        assertThat(busy.queue.isEmpty()).isTrue();
    }

    @Test
    void aCallThatWasHandedOverIsTakenWhereItHasBeenThereForLong() {
        Task found =
                rest(wait -> {
                    assertThat(wait.met()).isFalse();
                    assertThat(busy.hand(first)).isTrue();
                    now += BETWEEN_LOOKS;
                    assertThat(wait.met()).isFalse(); // seen for the first time
                    now += BETWEEN_LOOKS - 1;
                    assertThat(wait.met()).isFalse();
                    now++;
                    assertThat(wait.met()).isTrue();
                });
        assertThat(found).isSameAs(first);
    }

    /** Rests that follow each other quickly are no reason to take it at once. */
    @Test
    void aCallThatWasHandedOverIsNotTakenInTheFirstLookOfARestThatFollowsAtOnce() {
        assertThat(busy.hand(first)).isTrue();
        rest(wait -> assertThat(wait.met()).isFalse());
        now++;
        rest(wait -> assertThat(wait.met()).isFalse());
        assertThat(first.isIdle()).isTrue();
    }

    private void hasMuchToRun() {
        for (int i = 0; i < 16; i++) {
            busy.queue.add(new Turnless());
        }
    }

    private void busyOneGoesOn() {
        assertThat(busy.queue.poll()).isNotNull();
        busy.queue.add(second);
        runsManyShortCalls();
    }

    private void runsManyShortCalls() {
        for (int i = 0; i < 100; i++) {
            busy.caller.begins();
        }
    }

    // ---- the idle one

    private Runnable inPause = () -> {};

    private @Nullable Task rest(Consumer<Wait> looks) {
        this.looks = looks;
        return search.rest(new Lookouts(workers, idle));
    }

    private static boolean metBetweenParks(Wait wait) {
        wait.beforePark();
        try {
            return wait.met();
        } finally {
            wait.afterPark();
        }
    }

    private final class Looks implements Waiter {
        @Override
        public boolean await(Wait wait, long nanos) {
            looks.accept(wait);
            return true;
        }

        /** Shorter than what is waited for. */
        @Override
        public boolean pause(Wait wait) {
            inPause.run();
            now += LONG_TURN / 2;
            return wait.met();
        }

        @Override
        public void wake() {}

        @Override
        public long waits() {
            return 0;
        }

        @Override
        public long parks() {
            return 0;
        }
    }

    private static final class Turnless extends WorkersTest.WithoutMail {
        @Override
        protected boolean hasMail() {
            return false;
        }

        @Override
        public int turn(Caller me) {
            return DONE;
        }
    }
}
