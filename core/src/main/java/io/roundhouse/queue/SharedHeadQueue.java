package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The end of a bounded queue at which many consumers take.
 *
 * <p>Design. A consumer looks into the slot at the head, claims the position by compare-and-set,
 * and then clears the slot. What it saw is the element of that position: a position is claimed by a
 * producer only after its slot was seen empty, and a consumer looks only below the tail; and if
 * somebody else took it meanwhile, the compare-and-set fails, as the head never comes back.
 *
 * <p>Who has lost a race lets the winner go on for a moment; see {@link MpscQueue}.
 *
 * <p>Who removes from the middle bars the head: all consumers wait until it is done. Producers do
 * not.
 *
 * <pre>
 *   slot      written by         mode     read by    mode     what it carries
 *   element   its producer       release  consumers  acquire  what the producer did before
 *   null      consumer that has  release  producers  acquire  the right to claim it again
 *             claimed it
 *   head      consumers          cas      producers  acquire  how many may be claimed
 * </pre>
 */
abstract class SharedHeadQueue<E> extends RingQueue<E> {
    SharedHeadQueue(Plan plan) {
        super(plan);
    }

    @Override
    public final @Nullable E poll() {
        @Nullable Object[] slots = this.slots; // once: see SpscQueue
        for (int spins = 0; ; ) {
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    return null;
                }
                spins = Spin.once(spins);
                continue;
            }
            int index = index(at);
            Object content = Slots.acquire(slots, index);
            if (content == null) { // its producer is about to put it, or somebody has taken it
                if (at >= end()) {
                    return null;
                }
                spins = Spin.once(spins);
            } else if (casHead(at, at + 1)) {
                Slots.release(slots, index, null);
                return hasTaken(at) ? element(content) : null;
            } else {
                Spin.afterALostRace();
            }
        }
    }

    /** One claim for all that are there and fit, as long as no other consumer comes between. */
    @Override
    public final int pollMany(E[] into) {
        int count = 0;
        for (int spins = 0; count < into.length; ) {
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    break;
                }
                spins = Spin.once(spins);
                continue;
            }
            int there = copy(at, into, count);
            if (there == 0) { // its producer is about to put it, or somebody has taken it
                if (at >= end()) {
                    break;
                }
                spins = Spin.once(spins);
            } else if (casHead(at, at + there)) {
                for (int i = 0; i < there; i++) {
                    Slots.release(slots, index(at + i), null);
                }
                return count + kept(at, there, into, count);
            } else {
                Spin.afterALostRace();
            }
        }
        return count;
    }

    /** How many of those that were claimed from there on count; no others stay in the array. */
    private int kept(long at, int claimed, E[] into, int from) {
        if (hasTaken(at + claimed - 1)) {
            return claimed;
        }
        int kept = 0;
        while (kept < claimed && accepts(at + kept)) {
            kept++;
        }
        Arrays.fill(into, from + kept, from + claimed, null);
        return kept;
    }

    /** Copies what is there, before it is claimed; no more than was put. */
    private int copy(long at, E[] into, int from) {
        int most = (int) Math.min(into.length - from, tailPosition() - at);
        int count = 0;
        while (count < most) {
            Object content = Slots.acquire(slots, index(at + count));
            if (content == null) {
                break;
            }
            into[from + count] = element(content);
            count++;
        }
        return count;
    }

    @Override
    final boolean hasElement() {
        long at = headPosition();
        return at < tailPosition() && at(at) != null;
    }

    @Override
    final long lockHead() {
        return barHead();
    }

    /** Whether the consumer that has claimed what was in a slot before has taken it out. */
    final boolean isFree(int index) {
        return Slots.acquire(slots, index) == null;
    }
}
