package io.roundhouse.lab.system;

import java.util.List;
import java.util.concurrent.Semaphore;

/** The user's code of the workload {@code ping-pong}: plain objects behind a plain interface. */
public final class PingPongParts {

    private PingPongParts() {}

    /** Plays numbers back, one less each time. */
    public interface Player {
        void ball(long left);
    }

    /** A player. Its methods are called one at a time, each happening before the next. */
    public static final class PlainPlayer implements Player {

        private final Semaphore over = new Semaphore(0);
        private final Course course = new Course();
        private Player other = this;
        private long count;
        private long sum;

        /**
         * Introduces the other player; called before the first game.
         *
         * @param player the other, or its handle
         */
        public void meet(Player player) {
            other = player;
        }

        @Override
        public void ball(long left) {
            course.done(++count);
            sum += left;
            if (left > 0) {
                other.ball(left - 1);
            } else {
                over.release();
            }
        }
    }

    /** A game; returns when it is over. */
    public static void play(Player first, PlainPlayer one, PlainPlayer two, long messages)
            throws InterruptedException {
        one.count = 0;
        one.sum = 0;
        two.count = 0;
        two.sum = 0;
        one.course.expect((messages + 1) / 2);
        first.ball(messages - 1);
        boolean oneIsLast = messages % 2 == 1;
        (oneIsLast ? one : two).over.acquire();
    }

    /** How fast the first player's balls came in the game that is over. */
    public static List<Long> course(PlainPlayer one) {
        return one.course.nanos();
    }

    /** What both saw in the game that is over. */
    public static Tally tally(PlainPlayer one, PlainPlayer two) {
        return new Tally(one.count + two.count, one.sum + two.sum);
    }
}
