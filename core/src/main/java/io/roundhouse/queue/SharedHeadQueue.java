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
 *   null      consumer that has  plain    producers  acquire  the right to claim it again
 *             claimed it         behind a release fence
 *   many      as above           plain    as above   plain    the same for each of them
 *                     behind one release fence   before one acquire fence
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
                try {
                    Slots.clear(slots, index);
                } catch (StackOverflowError e) { // what is claimed is cleared: others wait for it
                    slots[index] = null;
                    throw e;
                }
                return hasTaken(at) ? element(content) : null;
            } else {
                Spin.afterALostRace();
            }
        }
    }

    /**
     * One claim for all that are there and fit, as long as no other consumer comes between. What
     * was copied and could not be claimed does not stay in the array.
     */
    @Override
    public final int pollMany(E[] into) {
        int copied = 0; // at most, in all tries
        int taken = 0;
        for (int spins = 0; into.length > 0; ) {
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    break;
                }
                spins = Spin.once(spins);
                continue;
            }
            int there = copy(at, into);
            copied = Math.max(copied, there);
            if (there == 0) { // its producer is about to put it, or somebody has taken it
                if (at >= end()) {
                    break;
                }
                spins = Spin.once(spins);
            } else if (casHead(at, at + there)) {
                int cleared = 0;
                try {
                    int index = index(at);
                    int first = firstPiece(index, there);
                    Slots.clear(slots, index, first);
                    cleared = first;
                    Slots.clear(slots, Slots.EDGE, there - first);
                } catch (StackOverflowError e) { // likewise; not what may be in use again
                    for (; cleared < there; cleared++) {
                        slots[Slots.EDGE + ((int) (at + cleared) & mask)] = null;
                    }
                    throw e;
                }
                taken = accepted(at, there);
                break;
            } else {
                Spin.afterALostRace();
            }
        }
        Arrays.fill(into, taken, copied, null);
        return taken;
    }

    /** Copies what is there, before it is claimed; no more than was put. */
    private int copy(long at, E[] into) {
        int there = fullFrom(at, elementsFrom(at, into.length));
        copyFrom(at, into, there);
        return there;
    }

    /** How many of those that were claimed from there on count: not those behind the end. */
    private int accepted(long at, int claimed) {
        if (hasTaken(at + claimed - 1)) {
            return claimed;
        }
        int accepted = 0;
        while (accepted < claimed && accepts(at + accepted)) {
            accepted++;
        }
        return accepted;
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
