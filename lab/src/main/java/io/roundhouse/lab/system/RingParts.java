package io.roundhouse.lab.system;

import java.util.concurrent.CountDownLatch;

/** The user's code of the workload {@code ring}: plain objects behind plain interfaces. */
public final class RingParts {

    private RingParts() {}

    /** A node of the ring. */
    public interface Node {

        /** Sends the tokens on their way. Told to node 0 only. */
        void start();

        /** A token that entered at node {@code id} and has been there {@code value} times. */
        void token(int id, long value);

        /** The run is over. */
        void stop();
    }

    /** An actor of its own beside the ring. */
    public interface Timer {

        /** The first token is about to be sent. */
        void start();

        /** The last token has arrived. */
        void stop();

        /** The timer is not needed any more. */
        void cancel();
    }

    /** Tells the driver what the ring tells the timer. */
    public static final class Stopwatch implements Timer {

        private final CountDownLatch stopped = new CountDownLatch(1);
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private Runnable end = () -> {};

        /**
         * Says how to end the actor that runs this timer; called before anything is sent.
         *
         * @param atEnd called by the timer itself
         */
        public void ending(Runnable atEnd) {
            end = atEnd;
        }

        @Override
        public void start() {
            // the lab's own clock runs from before the start: a message may be late
        }

        @Override
        public void stop() {
            stopped.countDown();
        }

        @Override
        public void cancel() {
            end.run();
            cancelled.countDown();
        }

        /** Waits for {@link #stop}. Called by the driver. */
        public void awaitStop() throws InterruptedException {
            stopped.await();
        }

        /** Waits for {@link #cancel}. Called by the driver. */
        public void awaitCancel() throws InterruptedException {
            cancelled.await();
        }
    }

    /**
     * A node. Its methods are called one at a time, each happening before the next; {@link #next}
     * is called before anything is sent.
     */
    public static class PlainNode implements Node {

        private final int id;
        private final RingSpec spec;
        private final long rounds;
        private final Timer timer;
        private final CountDownLatch ended;
        private Node next = this;
        private Runnable end = () -> {};
        private boolean over;
        private final Course course = new Course();
        private int arrived;
        private long home;
        private long messages;
        private long sum;
        private long hits;

        /** Makes nodes. */
        public interface Factory {
            /** A node that is not linked yet, with the arguments of the constructor. */
            PlainNode node(int id, RingSpec spec, long rounds, Timer timer, CountDownLatch ended);
        }

        /**
         * A node that is not linked yet.
         *
         * @param timer the timer, or its handle
         * @param ended is counted down by each node of the ring once, when it ends
         */
        public PlainNode(int id, RingSpec spec, long rounds, Timer timer, CountDownLatch ended) {
            this.id = id;
            this.spec = spec;
            this.rounds = rounds;
            this.timer = timer;
            this.ended = ended;
        }

        /**
         * Links the node.
         *
         * @param node the next node, or its handle
         * @param atEnd ends the actor that runs this node; called by the node itself
         */
        public final void next(Node node, Runnable atEnd) {
            next = node;
            end = atEnd;
        }

        @Override
        public final void start() {
            timer.start();
            course.expect(rounds * spec.tokens());
            for (int token = 0; token < spec.tokens(); token++) {
                next.token(id, 0);
            }
        }

        @Override
        public final void token(int tokenId, long value) {
            count(value, spec.work() > 0 ? MonteCarlo.hits(spec.work()) : 0);
            if (tokenId != id) {
                next.token(tokenId, value);
                return;
            }
            course.done(++home);
            if (value + 1 < rounds) {
                next.token(id, value + 1);
            } else if (countArrival() == spec.tokens()) {
                over = true;
                timer.stop();
                timer.cancel();
                next.stop();
            }
        }

        @Override
        public final void stop() {
            if (!over) {
                next.stop();
            }
            end.run();
            ended.countDown();
        }

        /** Counts a token that is handled, and the hits of the work that was done for it. */
        protected void count(long value, long hitsInWork) {
            messages++;
            sum += value;
            hits += hitsInWork;
        }

        /** Counts a token that has arrived, and says how many there are now. */
        protected int countArrival() {
            return ++arrived;
        }

        /** What this node saw; valid once {@code ended} is zero. */
        public RingOutcome seen() {
            return new RingOutcome(messages, sum, hits, course.nanos());
        }
    }
}
