package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is woken for the turn in the lane that publishers share. */
@Timeout(60)
final class TurnTest {
    private final Turn turn = new Turn(Sleeper::new, () -> true);
    private boolean comes;
    private int wakes;

    @Test
    void whoDoesNotWaitForTheTurnWakesNobodyWhoDoes() throws InterruptedException {
        Thread holder = new Thread(() -> comes = turn.tryEnter());
        holder.start();
        holder.join();
        assertThat(comes).isTrue();

        assertThat(turn.enter(Long.MAX_VALUE)).isFalse(); // sleeps until another has come

        assertThat(comes).isFalse();
        assertThat(wakes).isZero();
    }

    /** While it sleeps another one tries to enter, and does not wait: played by one thread. */
    private final class Sleeper implements Waiter {
        @Override
        public boolean await(Wait wait, long nanos) {
            wait.beforePark();
            comes = turn.enter(0);
            wait.afterPark();
            return true;
        }

        @Override
        public boolean pause(Wait wait) {
            return wait.met();
        }

        @Override
        public void wake() {
            wakes++;
        }

        @Override
        public long waits() {
            return 0;
        }

        @Override
        public long parks() {
            return 0;
        }
    }
}
