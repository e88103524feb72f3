package io.roundhouse.queue;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a queue that one producer puts into ends, once it is closed.
 *
 * <p>That producer claims nothing, and looks whether the queue is closed only when it has put: the
 * bell tells, which it reads behind each element, or in SPSC behind one at which its limit is
 * revoked. So an element may be on its way while the queue is closed. It counts if it lies below
 * the end, and the end is found in steps that are the same for all:
 *
 * <pre>
 *   open      accepted = the highest position that somebody has asked for, after the closing
 *   sealed    end = all that was put or taken, and all that was accepted; never moved again
 *
 *   producer:      put ; closed? → accepts(at)? no → take it back, refuse
 *   consumer:      take ; closed? → accepts(at)? no → as if nothing had been there
 *   who looks:     look ; closed? → accepts(at)? no → as if nothing were there
 *   who closes:    closed ; a nap (see Stores) ; seal(all that is put or taken) ; consumers may leave
 * </pre>
 *
 * Why that is enough. Who puts, takes or looks, and then still reads "open", has stored before; the
 * nap makes that visible, and the seal counts it. Who reads "closed" asks here, and one
 * compare-and-set decides between it and the seal. Consumers leave after the seal: then whatever
 * comes is refused. Nobody waits for a producer that is stopped in the middle.
 */
final class Seal {
    /** What is accepted so far; once sealed, the complement of the end. */
    private final AtomicLong state = new AtomicLong();

    /** Whether the element of that position counts. Any thread, once the queue is being closed. */
    boolean accepts(long position) {
        while (true) {
            long now = state.get();
            if (now < 0) {
                return position < ~now;
            }
            if (position < now || state.compareAndSet(now, position + 1)) {
                return true;
            }
        }
    }

    /** Ends the queue there, or behind what has been accepted. The first seal stays. */
    void seal(long end) {
        long now = state.get();
        while (now >= 0 && !state.compareAndSet(now, ~Math.max(now, end))) {
            now = state.get();
        }
    }

    /** How far there are elements for who has seen so many: they count, or it has ended before. */
    long endFor(long seen) {
        return seen == 0 || accepts(seen - 1) ? seen : end();
    }

    /** The end; beyond all positions while there is none. */
    long end() {
        long now = state.get();
        return now < 0 ? ~now : Long.MAX_VALUE;
    }
}
