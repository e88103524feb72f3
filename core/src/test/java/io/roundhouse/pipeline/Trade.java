package io.roundhouse.pipeline;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The event of these tests. */
final class Trade {
    int publisher;
    long number;
    long seen;
    Object reference = "";

    Trade() {}

    /** Which of all it is. */
    String name() {
        return publisher + ":" + number;
    }

    Trade(Trade other) {
        publisher = other.publisher;
        number = other.number;
        seen = other.seen;
        reference = other.reference;
    }

    /** A place where a handler stops until it is let go on. */
    static final class Barrier {
        private final BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
        private final BlockingQueue<String> permits = new LinkedBlockingQueue<>();

        /** In the handler. */
        void pass() throws InterruptedException {
            arrivals.put("here");
            permits.take();
        }

        /** In the handler, which goes on. */
        void arrive() {
            arrivals.add("here");
        }

        /** In the test: waits until somebody is there. */
        void awaitArrival() throws InterruptedException {
            if (arrivals.poll(30, TimeUnit.SECONDS) == null) {
                throw new AssertionError("nobody came");
            }
        }

        void letGo(int handlers) {
            for (int i = 0; i < handlers; i++) {
                permits.add("go");
            }
        }
    }
}
