package io.roundhouse.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Who has asked for many frames, and goes some down, finds what is fewer by more than that: a
 * wake-up that has begun asks once more on its way.
 */
final class StackRoomTest {
    private static final int MANY = 480;
    private static final int FEWER = 320;
    private static final int FEWEST = 256;
    private static final int ON_THE_WAY = 10;
    private static final int OFTEN = 20_000;
    private static final int STACK = 512 * 1024;

    /** One who asks at each depth, until there is no room for the many. */
    private static final class Descent implements Runnable {
        private int depth;
        private boolean lacked;

        @Override
        public void run() {
            try {
                descend();
            } catch (StackOverflowError e) {
                // as it has to end
            }
        }

        private void descend() {
            StackRoom.needs(MANY);
            depth++;
            try {
                below(ON_THE_WAY, FEWER);
            } catch (StackOverflowError e) {
                lacked = true; // and no call
            }
            descend();
        }

        private int below(int frames, int needed) {
            if (frames > 0) {
                return 1 + below(frames - 1, needed);
            }
            StackRoom.needs(needed);
            return needed == FEWEST ? 0 : below(ON_THE_WAY, FEWEST);
        }
    }

    private static void checkToTheEnd() throws InterruptedException {
        Descent descent = new Descent();
        Thread deep = new Thread(null, descent, "deep", STACK);
        deep.start();
        deep.join();
        assertThat(descent.lacked).isFalse();
        assertThat(descent.depth).isGreaterThan(ON_THE_WAY);
    }

    @Test
    void whatIsFewerIsThereOnTheWayCompiledOrNot() throws InterruptedException {
        checkToTheEnd();
        for (int i = 0; i < OFTEN; i++) {
            StackRoom.needs(MANY);
        }
        checkToTheEnd();
    }
}
