package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.dispatch.internal.SightTest.Turnless;
import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an idle worker sees of busy ones, and when. None has a thread; time is the test's. */
@Timeout(60)
final class SearchTest {
    private static final long BETWEEN_LOOKS = 2_500;
    private static final long NAP = 100_000;

    private long now = 1_000_000;
    private final Workers workers = new Workers(3, "searches-", () -> {}, this::now);
    private final Worker idle = (Worker) workers.threads().get(0);
    private final Worker third = (Worker) workers.threads().get(1);
    private final Worker busy = (Worker) workers.threads().get(2);
    private final Turnless task = new Turnless();
    private final Queue<Predicate<Wait>> waits = new ArrayDeque<>();
    private final Search search = new Search(workers, idle, new Waits(), 3);
    private Runnable atTheTime = () -> {};

    /** How many calls it has found for the task that it has found. */
    private int calls;

    /** Behind so many readings of the clock the busy one gets something to run. */
    private int readings;

    @BeforeEach
    void oneIsBusy() {
        third.rests(true);
        busy.rests(false);
        busy.caller.forRow(1);
        third.caller.forRow(1);
        rest(wait -> isNotMet(wait));
        pass(BETWEEN_LOOKS);
    }

    // ---- between two pauses of a spin

    @Test
    void looksAtOthersAreFarApart() {
        rest(wait -> {
            isNotMet(wait);
            hasMuchToRun();
            pass(BETWEEN_LOOKS - 1);
            isNotMet(wait);
            pass(1);
            return wait.met();
        });
        assertThat(busy.queue.size()).isEqualTo(8);
    }

    @Test
    void theFirstLookOfARestIsAtOnce() {
        rest(wait -> isNotMet(wait));
        hasMuchToRun();
        assertThat(rest(Wait::met)).isNotNull();
    }

    @Test
    void whatIsOutsideIsSeenAtOnce() {
        Task found =
                rest(wait -> {
                    isNotMet(wait);
                    workers.mailed(task, Caller.current());
                    return wait.met();
                });
        assertThat(found).isSameAs(task);
    }

    @Test
    void whatABusyOneDoesNotComeToIsTaken() {
        busy.queue.add(task);
        Task found =
                rest(wait -> {
                    isNotMet(wait);
                    pass(BETWEEN_LOOKS);
                    return wait.met();
                });
        assertThat(found).isSameAs(task);
    }

    @Test
    void callsThatABusyOneHasHandedOverAndDoesNotComeToAreTaken() {
        assertThat(busy.hand(task)).isTrue();
        Task found =
                rest(wait -> {
                    isNotMet(wait);
                    pass(BETWEEN_LOOKS - 1);
                    isNotMet(wait);
                    pass(1);
                    return wait.met();
                });
        assertThat(found).isSameAs(task);
        assertThat(calls).isEqualTo(1);
    }

    /** Rests that follow each other quickly are no reason to take it at once. */
    @Test
    void callsThatWereHandedOverAMomentAgoAreNotTakenInTheFirstLookOfARest() {
        assertThat(busy.hand(task)).isTrue();
        rest(wait -> isNotMet(wait));
        pass(1);
        rest(wait -> isNotMet(wait));
        assertThat(task.isIdle()).isTrue();
    }

    /** As where there are more threads than processors. */
    @Test
    void aLookALongYieldBehindTheLastOneStays() {
        Task found =
                rest(wait -> {
                    isNotMet(wait);
                    pass(3_000_000);
                    busy.queue.add(task);
                    return wait.met();
                });
        assertThat(found).isSameAs(task);
    }

    @Test
    void theEndIsSeenAtOnce() {
        rest(wait -> {
            isNotMet(wait);
            workers.end();
            return wait.met();
        });
    }

    // ---- where one worker runs everything alone

    @Test
    void whoRunsEverythingAloneIsNotHelped() {
        workers.balance.turn(busy);
        workers.mailed(task, Caller.current());
        hasMuchToRun();
        rest(wait -> {
            for (int i = 0; i < 100; i++) {
                isNotMet(wait);
                pass(BETWEEN_LOOKS / 2);
            }
            return true;
        });
        assertThat(busy.queue.size()).isEqualTo(16);
    }

    @Test
    void whoRunsEverythingAloneIsHelpedWhereItIsStuck() {
        workers.balance.turn(busy);
        busy.queue.add(task);
        assertThat(foundWhenAllAreStuck()).isSameAs(task);
    }

    @Test
    void whatIsOutsideIsTakenWhereWhoRunsEverythingAloneIsStuck() {
        workers.balance.turn(busy);
        workers.mailed(task, Caller.current());
        assertThat(foundWhenAllAreStuck()).isSameAs(task);
    }

    private @Nullable Task foundWhenAllAreStuck() {
        return rest(wait -> {
            isNotMet(wait);
            now += Sight.STUCK_NANOS;
            return wait.met();
        });
    }

    // ---- between two parks

    @Test
    void aLookBetweenParksStaysWhereSomethingWaits() {
        busy.queue.add(task);
        long begun = now;
        assertThat(rest(this::isMetBetweenParks)).isSameAs(task);
        assertThat(now).isBetween(begun + BETWEEN_LOOKS, begun + 2 * BETWEEN_LOOKS);
    }

    @Test
    void aLookBetweenParksStaysForCallsThatWereHandedOver() {
        assertThat(busy.hand(task)).isTrue();
        assertThat(rest(this::isMetBetweenParks)).isSameAs(task);
    }

    @Test
    void aLookBetweenParksDoesNotTakeWhatABusyOneComesTo() {
        busy.queue.add(task);
        rest(wait -> {
            atTheTime = this::busyOneGoesOn;
            assertThat(isMetBetweenParks(wait)).isFalse();
            atTheTime = () -> {};
            return true;
        });
        assertThat(busy.queue.size()).isEqualTo(1);
    }

    @Test
    void aLookBetweenParksAtNothingIsShort() {
        busy.queue.add(task);
        rest(wait -> {
            isNotMet(wait);
            assertThat(busy.queue.poll()).isSameAs(task);
            long begun = now;
            assertThat(isMetBetweenParks(wait)).isFalse();
            assertThat(now).isEqualTo(begun);
            return true;
        });
    }

    /** Who sleeps at once next time looks no more before that. */
    @Test
    void whoIsWokenForCallsThatWereHandedOverTakesThemBeforeItSleepsAgain() {
        busy.rests(true);
        long[] woken = new long[1];
        Task found =
                rest(
                        wait -> { // soundly
                            isNotMet(wait);
                            wait.beforePark();
                            isNotMet(wait);
                            pass(10 * NAP);
                            busy.rests(false);
                            assertThat(busy.hand(task)).isTrue();
                            workers.signal();
                            woken[0] = now;
                            boolean isOver = wait.met();
                            wait.afterPark();
                            return isOver;
                        },
                        this::isMetBetweenParks);
        assertThat(found).isSameAs(task);
        assertThat(now - woken[0]).isLessThan(NAP);
    }

    /** What comes before it says that it sleeps again wakes nobody. */
    @Test
    void whoWasWokenInVainStaysForWhatHasComeMeanwhile() {
        Task found =
                rest(wait -> {
                    wait.beforePark();
                    isNotMet(wait);
                    pass(NAP);
                    workers.signal();
                    assertThat(workers.isWoken(idle)).isTrue();
                    comesBehindTheNextLook();
                    boolean isOver = wait.met();
                    wait.afterPark();
                    return isOver;
                });
        assertThat(found).isSameAs(task);
    }

    @Test
    void whoWasWokenInVainIsWokenAgain() {
        rest(wait -> {
            wait.beforePark();
            isNotMet(wait);
            pass(NAP);
            workers.signal();
            assertThat(workers.isWoken(idle)).isTrue();
            isNotMet(wait);
            assertThat(workers.isWoken(idle)).isFalse();
            wait.afterPark();
            return true;
        });
    }

    @Test
    void whoSleepsSoundlyIsDisturbedByWhoGoesToWork() {
        busy.rests(true);
        int[] slept = new int[1];
        rest(
                wait -> {
                    isNotMet(wait);
                    slept[0]++;
                    busy.rests(false);
                    pass(BETWEEN_LOOKS);
                    return wait.met();
                },
                _ -> ++slept[0] == 2);
        assertThat(slept[0]).isEqualTo(2);
    }

    // ---- each by itself

    @Test
    void eachOfTheOthersIsLookedAtByItself() {
        third.rests(false);
        busy.queue.add(task);
        third.queue.add(new Turnless());
        rest(wait -> {
            isNotMet(wait);
            for (int i = 0; i < 10; i++) {
                goesOn(third);
                goesOn(busy);
                pass(BETWEEN_LOOKS);
                isNotMet(wait);
            }
            goesOn(third);
            pass(BETWEEN_LOOKS);
            return wait.met();
        });
        assertThat(busy.queue.isEmpty()).isTrue();
        assertThat(third.queue.size()).isEqualTo(1);
    }

    private long now() {
        if (--readings == 0) {
            busy.queue.add(task);
        }
        return now;
    }

    /** It reads the clock once before the first look, and once in each. */
    private void comesBehindTheNextLook() {
        readings = 3;
    }

    /** They do many short turns meanwhile. */
    private void pass(long nanos) {
        now += nanos;
        for (int i = 0; i <= nanos; i += 100) {
            busy.caller.begins();
            third.caller.begins();
        }
    }

    private void hasMuchToRun() {
        for (int i = 0; i < 16; i++) {
            busy.queue.add(new Turnless());
        }
    }

    private void busyOneGoesOn() {
        goesOn(busy);
    }

    private static void goesOn(Worker worker) {
        assertThat(worker.queue.poll()).isNotNull();
        worker.queue.add(new Turnless());
    }

    // ---- the idle one

    /** It waits so often, each time until its turn comes out true. */
    @SafeVarargs
    private @Nullable Task rest(Predicate<Wait>... each) {
        for (Predicate<Wait> one : each) {
            waits.add(one);
        }
        Task found = search.rest(new Lookouts(workers, idle));
        assertThat(waits).isEmpty();
        calls = search.found.calls.count;
        search.givesBack();
        return found;
    }

    /** Ends the wait, for a test. */
    private static boolean isNotMet(Wait wait) {
        assertThat(wait.met()).isFalse();
        return true;
    }

    private boolean isMetBetweenParks(Wait wait) {
        wait.beforePark();
        try {
            return wait.met();
        } finally {
            wait.afterPark();
        }
    }

    private final class Waits extends StubWaiter {
        @Override
        public boolean await(Wait wait, long nanos) {
            return waits.remove().test(wait);
        }

        /** Shorter than what is waited for. */
        @Override
        public boolean pause(Wait wait) {
            atTheTime.run();
            pass(BETWEEN_LOOKS / 2);
            return wait.met();
        }
    }
}
