package io.roundhouse.lab.system;

import java.util.List;

/** The user's code of the workload {@code calls}: plain objects behind plain interfaces. */
public final class Players {

    private Players() {}

    /** Gets the ball back. */
    public interface PlayerA {
        void pong(long ball);
    }

    /** Gets the ball and plays it back. */
    public interface PlayerB {
        void ping(PlayerA playerA, long ball);
    }

    /** A ball that is an object. */
    public record Ball(long number) {}

    /** {@link PlayerA} for balls that are objects. */
    public interface BallPlayerA {
        void pong(Ball ball);
    }

    /** {@link PlayerB} for balls that are objects. */
    public interface BallPlayerB {
        void ping(BallPlayerA playerA, Ball ball);
    }

    /** Plays every ball back; the fresh ball's answer is a fresh ball again. */
    public static final class Bob implements PlayerB, BallPlayerB {

        @Override
        public void ping(PlayerA playerA, long ball) {
            playerA.pong(ball);
        }

        @Override
        public void ping(BallPlayerA playerA, Ball ball) {
            playerA.pong(new Ball(ball.number()));
        }
    }

    /**
     * Counts and adds up what comes back. {@link #pong} is called by one thread at a time, with the
     * happens-before that every system under test promises; the driver waits in {@link #await}.
     */
    public static final class Alice implements PlayerA, BallPlayerA {

        private long count;
        private long sum;
        private final Course course = new Course();
        private volatile long expected = Long.MAX_VALUE;
        private volatile boolean finished;

        /** Expects that many balls. Called while nothing is under way. */
        public void expect(long balls) {
            count = 0;
            sum = 0;
            finished = false;
            expected = balls;
            course.expect(balls);
        }

        @Override
        public void pong(long ball) {
            sum += ball;
            course.done(++count);
            if (count == expected) {
                finish();
            }
        }

        @Override
        public void pong(Ball ball) {
            pong(ball.number());
        }

        private void finish() {
            finished = true;
            synchronized (this) {
                notifyAll();
            }
        }

        /** Waits for the last ball. */
        public void await() throws InterruptedException {
            synchronized (this) {
                while (!finished) {
                    wait();
                }
            }
        }

        /** How fast they came; valid after {@link #await}. */
        public List<Long> course() {
            return course.nanos();
        }

        /** What came back; valid after {@link #await}. */
        public Tally tally() {
            return new Tally(count, sum);
        }
    }
}
