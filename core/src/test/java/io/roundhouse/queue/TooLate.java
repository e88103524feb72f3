package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * Two threads that wait, played by one: the first of them is woken when its time is over already,
 * while the second one is parked behind it.
 */
final class TooLate implements WaitStrategy {
    private @Nullable Runnable waitBriefly;
    private @Nullable Runnable end;
    private @Nullable Wait patient;
    private int passedOn;

    /**
     * @param waitBriefly a wait, which must end without what it waits for
     * @param end what both wait for is there
     */
    void play(Runnable waitBriefly, Runnable end) {
        this.waitBriefly = waitBriefly;
        this.end = end;
    }

    /** How often the second one was woken before the first one went on. */
    int passedOn() {
        return passedOn;
    }

    @Override
    public Waiter newWaiter() {
        return new Played();
    }

    private final class Played extends StubWaiter {
        private int wakeUps;

        @Override
        public boolean await(Wait wait, long nanos) {
            assertThat(wait.met()).isFalse();
            return patient == null ? awaitPatiently(wait) : awaitBriefly(wait, patient);
        }

        private boolean awaitPatiently(Wait wait) {
            patient = wait;
            run(waitBriefly);
            passedOn = wakeUps;
            boolean met = wait.met();
            wait.afterPark();
            return met;
        }

        private boolean awaitBriefly(Wait wait, Wait behind) {
            wait.beforePark();
            behind.beforePark();
            run(end);
            assertThat(wakeUps).isOne();
            wait.afterPark();
            return false;
        }

        private static void run(@Nullable Runnable part) {
            assertThat(part).isNotNull();
            part.run();
        }

        @Override
        public void wake() {
            wakeUps++;
        }
    }
}
