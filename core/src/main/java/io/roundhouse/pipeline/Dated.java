package io.roundhouse.pipeline;

import io.roundhouse.memory.Padding;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Spin;

/**
 * In which epochs the events of one lane were published.
 *
 * <p>Design. A publisher that begins an epoch marks the event that it publishes first in it.
 *
 * <pre>
 *   events   0 1 2 3 4 5 6 …      mark   first   epoch
 *            ╰─3─╯ ╰──7──╯           0       0       3
 *                                    1       3       7
 *
 * Invariants
 *   I1  firsts and epochs grow; an event is in the epoch of the last mark that is not behind it
 *   I2  a mark is written before its event is published, and read behind that
 *   I3  marks that are not passed are at events that are not taken: no more than there are slots
 *   I4  what is in a ring of marks is in the next one, too, unless it is passed; only the newest
 *       ring is written to
 * </pre>
 *
 * <p>There is room for a few marks, and for more where that many were not passed.
 */
final class Dated extends Padding {
    private static final long NONE = -1;

    /** Marks that there is room for at first. */
    private static final int FEW = 16;

    /** An event of a publisher at full speed comes sooner behind the one before. */
    private static final long NANOS_AN_EVENT = 100;

    /** And so much later where another processor has to be asked. */
    private static final long NANOS_TO_SEE = 500;

    private final Epochs epochs;
    private final Clock clock = Clock.system();
    private final Sequence marks = new Sequence();
    private final Sequence passed = new Sequence();
    private volatile Ring ring = new Ring(FEW);
    private final Look look = new Look(true);

    // the publisher's own
    private long lastFirst = NONE;
    private long begun;
    private long full = FEW;

    Dated(Epochs epochs) {
        this.epochs = epochs;
    }

    // ---- the publisher

    /** Begins an epoch, and returns it, with the event at that place, which is not published. */
    long begin(long at) {
        if (Epochs.isOfPublisher(epochs.begun.get())) {
            letOthersGoOn(at);
        }
        long epoch = epochs.beginToPublish();
        mark(at, epoch);
        begun = clock.nanoTime();
        return epoch;
    }

    /**
     * Two at full speed that took the epoch from each other for each event would do little else.
     */
    private void letOthersGoOn(long at) {
        if (clock.nanoTime() - begun < NANOS_TO_SEE + (at - lastFirst) * NANOS_AN_EVENT) {
            Spin.afterALostRace();
        }
    }

    private void mark(long at, long epoch) {
        long mark = marks.acquire();
        if (at == lastFirst) { // it was not published then, for want of stack
            ring.set(mark - 1, at, epoch);
        } else {
            if (mark == full) {
                makeRoom(mark);
            }
            ring.set(mark, at, epoch);
            marks.publish(mark + 1);
            lastFirst = at; // behind that, for which there may be no stack
        }
    }

    private void makeRoom(long mark) {
        Ring its = ring;
        long first = passed.acquire();
        if (mark - first == its.size()) {
            ring = its.twice(first);
        }
        full = first + ring.size();
    }

    /** Marks by number, modulo their count. */
    private record Ring(long[] firsts, long[] numbers) {
        Ring(int size) {
            this(new long[size], new long[size]);
        }

        int size() {
            return firsts.length;
        }

        private int slot(long mark) {
            return (int) mark & (size() - 1);
        }

        void set(long mark, long first, long number) {
            firsts[slot(mark)] = first;
            numbers[slot(mark)] = number;
        }

        long first(long mark) {
            return firsts[slot(mark)];
        }

        long number(long mark) {
            return numbers[slot(mark)];
        }

        /** One with as many marks, from that one on, and room for more. */
        Ring twice(long from) {
            Ring more = new Ring(2 * size());
            for (long mark = from; mark < from + size(); mark++) {
                more.set(mark, first(mark), number(mark));
            }
            return more;
        }
    }

    // ---- who puts events in order

    /** Guarded by the source's lock. */
    Look look() {
        return look;
    }

    /** Where that one is, for who only looks. Guarded by the source's lock. */
    Look another() {
        return look.copy();
    }

    /** Goes through the events, an epoch at a time. Guarded by the source's lock. */
    final class Look extends Padding {
        private long at;
        private long to;
        private long next;
        private long all;
        private long epoch = NONE;
        private Ring seen = ring;

        /** Whether marks that it has passed may be written over. */
        private final boolean gives;

        private Look(boolean gives) {
            this.gives = gives;
        }

        private Look copy() {
            Look copy = new Look(false);
            copy.at = at;
            copy.next = next;
            copy.epoch = epoch;
            return copy;
        }

        /** Looks at what is published, as far as that. */
        void goesTo(long published) {
            to = published;
            all = marks.acquire(); // behind that: keeps I2
            seen = ring; // behind that: they are all in it
            pass();
        }

        /** Not yet where the next event is not published: its mark may be written once more. */
        private void pass() {
            long before = next;
            while (at < to && next < all && seen.first(next) <= at) {
                epoch = seen.number(next);
                next++;
            }
            if (gives && next != before) {
                passed.publish(next);
            }
        }

        /** Whether there are more events, of an epoch before that one. */
        boolean hasMoreBefore(long other) {
            return at < to && epoch < other;
        }

        /** Of the next event, if there is one. */
        long epoch() {
            return epoch;
        }

        /** Where the next event is. */
        long at() {
            return at;
        }

        /** Goes on behind all that were seen; returns where that is. */
        long last() {
            while (at < to) {
                goOn();
            }
            return at;
        }

        /** Goes on behind all that are of the same epoch; returns where that is. */
        long goOn() {
            at = next < all ? Math.min(to, seen.first(next)) : to;
            pass();
            return at;
        }
    }
}
