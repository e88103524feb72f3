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
 * Each side goes on by the index of its slot, and from the end of the array to its beginning where
 * it looks around anyhow: a producer whose known room ends, a consumer that finds the edge empty.
 *
 *   position = head + takeIndex - EDGE    head: where the round began, a multiple of the slots
 *   position = ~head                      while head and index are changed together
 *
 * and likewise tail and putIndex; who reads both reads head again.
 *
 * Invariants, beside those of {@link ObjectQueue}
 *   I5  putSlots are the slots only where there is room for the next element; else they are none,
 *       so that the check of the index, which an array makes anyhow, tells
 *   I6  while the bell of elements is not quiet, putEnd is revoked behind every element, and
 *       while that of room is not, watched is set: by who has announced itself at the bell, and
 *       after a change by the thread that reads it, which looks at the bell behind a full fence
 * </pre>
 *
 * <p>So neither side looks at a bell (docs/design/0010a-no-bell.md): the producer compares with its
 * putEnd, behind the element, and the consumer looks at a flag. Both are lines that nobody writes,
 * or the own ones, while nobody sleeps.
 *
 * <p>What is rare is behind one call for each side, which returns the result and takes nothing that
 * the hot path has computed. So the compiler keeps one copy of the hot path, with a register for
 * all it uses. Where it has to put the queue away in between, the index is stored by another
 * register than it is read by next time, and the processor no longer sees at once that they are the
 * same place: each element then waits for the index of the one before.
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

    /** Room for so many makes up for a wait for room. */
    private static final int ROOM_THAT_PAYS = 64;

    /** In a putEnd that nothing is below. */
    private static final int REVOKED_END = Integer.MIN_VALUE;

    private static final @Nullable Object[] NOWHERE = {};

    /** The index behind the last slot. Nothing is ever there. */
    private final int end;

    private final int step;
    private final int gap;
    private final Slip producerSlip;
    private final Slip consumerSlip;

    SpscQueue(Plan plan) {
        super(plan);
        step = Math.clamp(plan.capacity() / 4, 1, LONGEST_STEP);
        gap = Math.min(step, LONGEST_GAP);
        end = Slots.EDGE + mask + 1;
        putSlots = NOWHERE;
        producerSlip = new Slip(putters, gap, room -> isFree(tailPosition() + room - 1));
        int run = Math.min(step, Slip.LONGEST_RUN);
        consumerSlip = new Slip(takers, run, elements -> at(headPosition() + elements - 1) != null);
    }

    // ---- the producer

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        @Nullable Object[] slots = putSlots; // the slots; nowhere where no room is known (I5)
        int index = putIndex;
        if (Integer.compareUnsigned(index, slots.length) >= 0) {
            if (offerFurther(element)) { // constants: what the caller tests is known then
                return true;
            }
            return false;
        }
        Slots.fill(slots, index, element);
        boolean told = false;
        try {
            publishPutIndex(index + 1);
            told = true;
            if (index + 1 < putEndOpaque() || hasPutLast()) { // read behind the element: I6
                return true;
            }
            return false;
        } catch (StackOverflowError e) { // the element is there, and keeps I5
            if (!told) {
                putIndex = index + 1;
            }
            putSlots = NOWHERE;
            throw e;
        }
    }

    /** Puts an element behind known room. */
    private boolean offerFurther(E element) {
        long at = ownTail();
        if (!lookAhead(at)) {
            boolean waits = gap > 1 && !producerSlip.rests();
            if (waits) { // nearly full: keeps its distance from the consumer
                producerSlip.pause();
            }
            int free = free(at);
            if (waits) {
                producerSlip.hasPaid(
                        2 * free > Math.min(gap, ROOM_THAT_PAYS)); // half is seen, at least
            }
            if (free == 0 || !goOn(at, at + free)) {
                return false;
            }
        }
        return offer(element);
    }

    /** The element before that was the last of known room, or somebody is to be told of it. */
    private boolean hasPutLast() {
        putSlots = NOWHERE;
        long next = ownTail();
        if (!hasPut(next - 1)) {
            return false;
        }
        long known = tailLimitOpaque();
        if (next < known) {
            goOn(next, known);
        } else {
            lookAhead(next);
        }
        return true;
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
     * Goes on to the limit or the end of the array, if it may. Whoever announces itself meanwhile
     * revokes the limit, or is seen here: a fence stands between the two accesses on both sides
     * (keeps I6).
     */
    private boolean goOn(long at, long limit) {
        if (!grant(at, limit)) {
            return false;
        }
        if (putIndex == end) {
            moveTail(at);
        }
        putEndOpaque((int) Math.min(end, putIndex + (limit - at)));
        VarHandle.fullFence();
        if (!elements.quiet()) {
            watchPuts();
        }
        putSlots = slots;
        return true;
    }

    @Override
    void watchPuts() {
        setPutEndBit(REVOKED_END);
    }

    @Override
    long tailPosition() {
        while (true) {
            long round = tailAcquire();
            int index = putIndexAcquire();
            if (round < 0) {
                return ~round;
            }
            if (tailAcquire() == round) {
                return round + index - Slots.EDGE;
            }
        }
    }

    @Override
    long ownTail() {
        return tail + putIndex - Slots.EDGE;
    }

    @Override
    void moveTail(long position) {
        int index = index(position);
        long round = position - (position & mask);
        try {
            publishTail(~position);
            publishPutIndex(index);
            publishTail(round);
        } catch (StackOverflowError e) { // the same without calls
            tail = ~position;
            putIndex = index;
            tail = round;
            throw e;
        }
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
        int index = takeIndex;
        Object content = Slots.get(slots, index);
        if (content == null) {
            return pollFurther(index);
        }
        Slots.clear(slots, index);
        try {
            publishTakeIndex(index + 1);
        } catch (StackOverflowError e) { // the slot is free: nothing will be there again
            takeIndex = index + 1;
            throw e;
        }
        return !isWatched() || hasTakenWatched(ownHead() - 1) ? element(content) : null;
    }

    /** Nothing was there; looks where there may be something now. */
    private @Nullable E pollFurther(int index) {
        long at = ownHead();
        if (index == end) {
            moveHead(at);
        } else if (!consumerSlip.at(at)) {
            return null;
        }
        return poll();
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
    long headPosition() {
        while (true) {
            long round = headAcquire();
            int index = takeIndexAcquire();
            if (round < 0) {
                return ~round;
            }
            if (headAcquire() == round) {
                return round + index - Slots.EDGE;
            }
        }
    }

    @Override
    long ownHead() {
        return head + takeIndex - Slots.EDGE;
    }

    @Override
    void moveHead(long position) {
        int index = index(position);
        long round = position - (position & mask);
        try {
            publishHead(~position);
            publishTakeIndex(index);
            publishHead(round);
        } catch (StackOverflowError e) { // the same without calls
            head = ~position;
            takeIndex = index;
            head = round;
            throw e;
        }
    }

    @Override
    void watchTakes() {
        setWatched(true);
    }

    /**
     * By the index alone, but at the end of the array: it is what a consumer sees that wakes up.
     */
    @Override
    boolean hasElement() {
        int index = takeIndex;
        return (index < end ? Slots.acquire(slots, index) : at(ownHead())) != null;
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
    long lockHead() {
        return headPosition();
    }
}
