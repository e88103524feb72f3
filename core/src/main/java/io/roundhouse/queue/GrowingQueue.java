package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A queue that takes as much memory as its elements need: a list of segments, each of which has the
 * slots of so many positions, one after the other. For any number of threads at both ends.
 *
 * <pre>
 *      first segment                                     last segment
 *           ▼                                                 ▼
 *   [ –  –  a  b  c  d ] ──▶ [ e  f  g  h  i  j ] ──▶ [ k  l  _  .  .  . ]
 *           ▲                                               ▲
 *          head                                            tail
 * </pre>
 *
 * <p>Design. {@code first} and {@code last} are where looks begin; they may be behind. A thread
 * reads one of them before it reads the position that it claims, and sets it to a segment of a
 * position that it has claimed, only, or of a head it has moved: so no look begins behind the
 * position it is for. {@code first} never goes back. Who needs a segment that is not there yet
 * appends it, before the claim: who finds no memory has claimed nothing. A slot is used once, so
 * that whoever finds something in it knows what it is.
 *
 * <p>Segments that all have left are garbage, each by itself: who moves {@code first} cuts those
 * before it off from what follows them. Else the first one that had come to the old generation
 * would keep all later ones until that is collected, dead as they were ("nepotism"; {@code
 * ConcurrentLinkedQueue} links its nodes to themselves for the same reason). Who stands on a
 * segment that has been cut off begins again at {@code first}.
 *
 * <pre>
 *   field         written by  mode     read by    mode     what it carries
 *   slot          producer    release  consumers  acquire  what the producer did before
 *   next          any         cas      any        acquire  the fields of the next segment
 *   next to       who moves   release  any        acquire  where first is now
 *   itself        first
 *   first         any         cas      any        volatile likewise
 *   last          any         release  any        volatile likewise
 * </pre>
 *
 * Progress. Producers are lock-free; a single one is wait-free, but for the memory it asks for. A
 * producer that is one of many, and is stopped between its claim and its element, holds up
 * consumers there. Consumers delay nobody, but for removals from the middle, which hold up other
 * consumers.
 */
class GrowingQueue<E> extends ObjectQueue<E> {
    private static final VarHandle FIRST;
    private static final VarHandle LAST;
    private static final VarHandle NEXT;

    static {
        try {
            var lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(GrowingQueue.class, "first", Segment.class);
            LAST = lookup.findVarHandle(GrowingQueue.class, "last", Segment.class);
            NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    volatile Segment first;
    private volatile Segment last;

    GrowingQueue(Plan plan) {
        super(plan, 0);
        first = new Segment(0, Slots.ofSize(plan.segment()));
        last = first;
    }

    // ---- producers

    @Override
    public final boolean offer(E element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        Segment before = last; // before the tail: not behind it
        while (true) {
            long at = oneProducer ? tail : tailAcquire();
            if (!(oneProducer ? hasRoomAlone(at) : mayClaim(at))) {
                return false;
            }
            Segment segment = reached(before, at); // may find no memory: nothing is claimed yet
            if (oneProducer || casTail(at, at + 1)) {
                try {
                    if (segment != before) {
                        LAST.setRelease(this, segment);
                    }
                    segment.set(at, element);
                    if (oneProducer) {
                        publishTail(at + 1);
                    }
                } catch (StackOverflowError e) { // what is claimed is filled: others wait for it
                    segment.slots[Slots.EDGE + (int) (at - segment.start)] = element;
                    if (oneProducer) {
                        tail = at + 1;
                    }
                    throw e;
                }
                return hasPut(at);
            }
            Spin.afterALostRace();
        }
    }

    /** The segment of a position, appended if it is not there yet. */
    private Segment reached(Segment from, long at) {
        Segment segment = from;
        while (at >= segment.end) {
            Segment next = segment.next;
            segment = next == null ? append(segment) : next == segment ? first : next;
        }
        return segment;
    }

    private Segment append(Segment behind) {
        int size = (int) (behind.end - behind.start);
        Segment fresh = new Segment(behind.end, memory(size));
        Segment witness = (Segment) NEXT.compareAndExchange(behind, null, fresh);
        return witness == null ? fresh : witness;
    }

    /** The slots of a segment. */
    @Nullable Object[] memory(int size) {
        return Slots.ofSize(size);
    }

    // ---- consumers

    @Override
    public final @Nullable E poll() {
        return oneConsumer ? pollAlone() : pollAmongMany(null, 0);
    }

    private @Nullable E pollAlone() {
        long at = head;
        for (int spins = 0; ; spins = Spin.once(spins)) {
            Segment segment = segment(first, at);
            Object content = segment == null ? null : segment.at(at);
            if (segment != null && content != null) {
                try {
                    take(segment, at);
                    publishHead(at + 1);
                } catch (StackOverflowError e) { // the slot is free: nothing will be there again
                    segment.slots[Slots.EDGE + (int) (at - segment.start)] = null;
                    head = at + 1;
                    throw e;
                }
                return hasTaken(at) ? element(content) : null;
            }
            if (tailPosition() <= at) {
                return null;
            }
        }
    }

    /**
     * The first element; null if there is none.
     *
     * @param into has it at that index before it is claimed, so that what it cannot hold stays; it
     *     may have what another consumer got if null is returned, or something is thrown
     */
    private @Nullable E pollAmongMany(@Nullable E @Nullable [] into, int index) {
        for (int spins = 0; ; ) {
            Segment before = first; // before the head: not behind it
            long at = headAcquire();
            if (!mayTake(at)) {
                if ((at & BARRED) == 0) {
                    return null;
                }
                spins = Spin.once(spins);
                continue;
            }
            Segment segment = segment(before, at);
            Object content = segment == null ? null : segment.at(at);
            if (segment == null || content == null) { // about to be put, or somebody has taken it
                if (at >= end()) {
                    return null;
                }
                spins = Spin.once(spins);
                continue;
            }
            if (into != null) {
                into[index] = element(content);
            }
            if (casHead(at, at + 1)) {
                take(segment, at);
                return hasTaken(at) ? element(content) : null;
            }
            Spin.afterALostRace();
        }
    }

    /** One by one. What the array cannot hold is seen before it is taken. */
    @Override
    public final int pollMany(E[] into) {
        if (oneConsumer) {
            return super.pollMany(into);
        }
        Objects.requireNonNull(into, "into");
        int taken = 0;
        try {
            while (taken < into.length && pollAmongMany(into, taken) != null) {
                taken++;
            }
        } catch (ArrayStoreException e) {
            if (taken == 0) {
                throw e;
            }
        } finally {
            if (taken < into.length) {
                Arrays.fill(into, taken, taken + 1, null);
            }
        }
        return taken;
    }

    private void take(Segment segment, long at) {
        segment.set(at, null);
        if (segment != first) {
            leaveAllBefore(segment);
        }
    }

    /** Never goes back: a consumer may have been stopped for long since its claim. */
    void leaveAllBefore(Segment segment) {
        Segment before = first;
        while (before.start < segment.start) {
            if (FIRST.compareAndSet(this, before, segment)) {
                cutOff(before, segment);
                return;
            }
            before = first;
        }
    }

    /** From one to before another, that were left together. Who has moved {@code first} there. */
    private static void cutOff(Segment from, Segment to) {
        Segment segment = from;
        while (segment != to) {
            Segment next = Objects.requireNonNull(segment.next);
            segment.next = segment;
            segment = next;
        }
    }

    /**
     * The segment of a position, that one or a later one; null if it is not there yet, or has been
     * left.
     */
    private @Nullable Segment segment(Segment from, long position) {
        Segment segment = from;
        while (position >= segment.end) {
            Segment next = segment.next;
            if (next == null) {
                return null;
            }
            segment = next == segment ? first : next;
        }
        return position < segment.start ? null : segment;
    }

    @Override
    boolean hasElement() {
        while (true) {
            Segment before = first;
            long at = headPosition();
            Segment segment = segment(before, at);
            if (segment != null && segment.at(at) != null) {
                return true;
            }
            if (headPosition() == at) { // else it was taken, and may have been left
                return false;
            }
        }
    }

    /** The one where looks for room begin. */
    final Segment lastSegment() {
        return last;
    }

    /** How many segments it holds, while nobody puts or takes. */
    final int segments() {
        int count = 0;
        for (Segment each = first; each != null; each = each.next) {
            count++;
        }
        return count;
    }

    @Override
    long lockHead() {
        return oneConsumer ? head : barHead();
    }

    /**
     * Leaves the segments that removals have emptied, as {@link #take} does: behind the head, as no
     * look may begin behind the position it is for.
     */
    @Override
    void unlockHead(long position) {
        super.unlockHead(position);
        Segment segment = first;
        while (position >= segment.end) {
            Segment next = segment.next;
            if (next == null) {
                break;
            }
            segment = next == segment ? first : next;
        }
        leaveAllBefore(segment);
    }

    // ---- looks into the middle

    @Override
    Places places() {
        return new Walk();
    }

    /** Remembers the segment of the last look, so that looks at neighbours are short. */
    private final class Walk implements Places {
        private @Nullable Segment here;

        @Override
        public @Nullable Object at(long position) {
            Segment segment = segment(position);
            return segment == null ? null : segment.at(position);
        }

        @Override
        public void set(long position, @Nullable Object content) {
            Objects.requireNonNull(segment(position)).set(position, content);
        }

        /** Null if it is not there yet, or gone. */
        private @Nullable Segment segment(long position) {
            Segment from = here;
            if (from == null || position < from.start) {
                from = first;
            }
            here = GrowingQueue.this.segment(from, position);
            return here;
        }
    }

    /** The slots of the positions from {@code start} to before {@code end}. */
    static final class Segment implements Places {
        private final long start;
        private final long end;
        private final @Nullable Object[] slots;
        private volatile @Nullable Segment next;

        Segment(long start, @Nullable Object[] slots) {
            this.start = start;
            this.end = start + slots.length - 2 * Slots.EDGE;
            this.slots = slots;
        }

        private int index(long position) {
            return Slots.EDGE + (int) (position - start);
        }

        @Override
        public @Nullable Object at(long position) {
            return Slots.acquire(slots, index(position));
        }

        @Override
        public void set(long position, @Nullable Object content) {
            Slots.release(slots, index(position), content);
        }
    }
}
