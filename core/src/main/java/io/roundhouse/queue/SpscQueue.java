package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One producer, one consumer, bounded.
 *
 * <p>Design. Each side looks at slots only, never at the other's position: an element is there when
 * its slot is not null, and there is room when the slot of the element that has to go first is
 * null. The producer looks {@code step} slots ahead, so that it takes a cache line from the
 * consumer once for many elements and not once for each.
 *
 * <pre>
 *   slot      written by  mode     read by   mode     what it carries
 *   element   producer    plain    consumer  acquire  what the producer did before
 *   null      consumer    plain    producer  acquire  the right to use it, and all before it, again
 *                         both behind a release fence
 *
 * Invariants, beside those of {@link ObjectQueue}
 *   I5  putSlots are the slots only where there is room for the next element; else they are none,
 *       so that the check of the index, which an array makes anyhow, tells
 *   I6  while the bell of elements is not quiet, the limit is revoked behind every element, and
 *       while that of room is not, watched is set: by who has announced itself at the bell, and
 *       after a change by the thread that reads it, which looks at the bell behind a full fence
 * </pre>
 *
 * <p>So neither side looks at a bell (docs/design/0010-one-order.md): the producer compares with
 * its limit, behind the element, and the consumer looks at a flag. Both are lines that nobody
 * writes, or the own ones, while nobody sleeps.
 *
 * <p>Progress. Both sides are wait-free; neither delays the other.
 *
 * <p>Roots. Giacomoni, Moseley and Vachharajani, "FastForward for efficient pipeline parallelism"
 * (PPoPP 2008): the slot as its own flag. Wang, Zhang, Tang and Hua, "B-Queue" (2013): looking
 * ahead.
 */
final class SpscQueue<E> extends RingQueue<E> {
    private static final int LONGEST_STEP = 4096;

    /** What a side that is near the other waits for: what two microseconds bring. */
    private static final int LONGEST_GAP = 1024;

    /** Elements that a consumer waits for. */
    private static final int LONGEST_RUN = 256;

    private static final @Nullable Object[] NOWHERE = {};

    private final int step;
    private final int gap;
    private final Slip producerSlip;
    private final Slip consumerSlip;

    SpscQueue(Plan plan) {
        super(plan);
        step = Math.clamp(plan.capacity() / 4, 1, LONGEST_STEP);
        gap = Math.min(step, LONGEST_GAP);
        putSlots = NOWHERE;
        producerSlip = new Slip(putters, gap, () -> isFree(tail + gap - 1));
        int run = Math.min(step, LONGEST_RUN);
        consumerSlip = new Slip(takers, run, () -> at(head + run - 1) != null);
    }

    // ---- the producer

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, "element");
        @Nullable Object[] slots = putSlots; // the slots; nowhere where no room is known (I5)
        long at = tail;
        int index = index(at);
        while (Integer.compareUnsigned(index, slots.length) >= 0) {
            if (!moreRoom(at)) {
                return false;
            }
            slots = putSlots;
        }
        Slots.fill(slots, index, element);
        boolean goesOn = false;
        try {
            publishTail(at + 1);
            goesOn = at + 1 < tailLimitOpaque(); // read behind the element: I6
        } finally {
            if (!goesOn) { // or the stack has ended: the element is there, and keeps I5
                tail = at + 1;
                putSlots = NOWHERE;
            }
        }
        return goesOn || hasPutLast(at);
    }

    /** The element of that position was the last of known room, or somebody is to be told of it. */
    private boolean hasPutLast(long at) {
        if (!hasPut(at)) {
            return false;
        }
        long next = at + 1;
        long known = tailLimitOpaque() & ~REVOKED;
        if (next < known) {
            goOn(next, known);
        } else {
            lookAhead(next);
        }
        return true;
    }

    private boolean moreRoom(long at) {
        if (lookAhead(at)) {
            return true;
        }
        boolean waits = gap > 1 && !producerSlip.rests();
        if (waits) { // nearly full: keeps its distance from the consumer
            producerSlip.pause();
        }
        int free = free(at);
        if (waits) {
            producerSlip.hasPaid(
                    2 * free > Math.min(gap, Slip.RUN)); // half of it is seen, at least
        }
        return free > 0 && goOn(at, at + free);
    }

    /** Lets the producer go on where there is room for many. */
    private boolean lookAhead(long at) {
        return isFree(at + step - 1) && goOn(at, at + step);
    }

    /** How much room there is from there on: half of it at least. */
    private int free(long at) {
        int free = 0;
        for (int more = 1; more <= gap && isFree(at + more - 1); more *= 2) {
            free = more;
        }
        return free;
    }

    /**
     * Goes on to the limit, if it may. Whoever announces itself meanwhile revokes the limit, or is
     * seen here: a fence stands between the two accesses on both sides (keeps I6).
     */
    private boolean goOn(long at, long limit) {
        if (!grant(at, limit)) {
            return false;
        }
        VarHandle.fullFence();
        if (!elements.quiet()) {
            watchPuts();
        }
        putSlots = slots;
        return true;
    }

    @Override
    void watchPuts() {
        setTailLimitBit(REVOKED);
    }

    /** Whether there is room for the elements up to that position. */
    private boolean isFree(long position) {
        long first = position - capacity();
        return first < 0 || at(first) == null;
    }

    // ---- the consumer

    @Override
    public @Nullable E poll() {
        @Nullable Object[] slots = this.slots; // once: an acquire makes the compiler read it again
        long at = head;
        int index = index(at);
        Object content = Slots.acquire(slots, index);
        if (content == null) {
            content = lookAgain(at);
            if (content == null) {
                return null;
            }
        }
        Slots.clear(slots, index);
        try {
            publishHead(at + 1);
        } catch (StackOverflowError e) { // the slot is free: nothing will be there again
            head = at + 1;
            throw e;
        }
        return !isWatched() || hasTakenWatched(at) ? element(content) : null;
    }

    private @Nullable Object lookAgain(long at) {
        return consumerSlip.at(at) ? at(at) : null;
    }

    private boolean hasTakenWatched(long at) {
        boolean counts = hasTaken(at);
        if (room.quiet()) {
            setWatched(false);
            if (!room.quiet()) { // who has announced itself meanwhile, behind the fence
                setWatched(true);
            }
        }
        return counts;
    }

    @Override
    void watchTakes() {
        setWatched(true);
    }

    @Override
    boolean hasElement() {
        return at(head) != null;
    }

    /**
     * A slot is free before the head says so, and may have the element of the next round. The limit
     * tells: the producer is let go on to that round by a slot that is free, only.
     */
    @Override
    boolean isLeaving(long position) {
        return isGranted(position + capacity());
    }

    @Override
    long putPosition() {
        long at = Math.max(tailPosition(), headPosition());
        return at(at) == null ? at : at + 1;
    }

    @Override
    long lockHead() {
        return head;
    }
}
