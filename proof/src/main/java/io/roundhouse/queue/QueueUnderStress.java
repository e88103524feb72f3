package io.roundhouse.queue;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Small queues for the tests of this package, without the guard that would order their threads. */
final class QueueUnderStress {
    private static final int STUCK_SECONDS = 5;

    private QueueUnderStress() {}

    /** An element whose contents are written before it is put, without any order of their own. */
    static class Element {
        int number;

        Element(int number) {
            this.number = number;
        }
    }

    static ObjectQueue<Element> of(Producers producers, Consumers consumers, int capacity) {
        return Queues.bare(Plan.of(producers, consumers).bounded(capacity));
    }

    static ObjectQueue<Element> growing(Producers producers, Consumers consumers) {
        return Queues.bare(Plan.of(producers, consumers).growing(1, 1 << 10));
    }

    /** An element; null if none comes for far longer than it could take. */
    static @Nullable Element awaited(ObjectQueue<Element> queue) {
        try {
            return queue.poll(STUCK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The number of an element; 0 for none. */
    static int number(@Nullable Element element) {
        return element == null ? 0 : element.number;
    }
}
