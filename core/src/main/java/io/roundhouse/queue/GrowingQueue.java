package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 * position that it has claimed, only: so no look begins behind the position it is for. Who needs a
 * segment that is not there yet appends it. A slot is used once, so that whoever finds something in
 * it knows what it is; segments that all have left are garbage.
 *
 * <pre>
 *   field         written by  mode     read by    mode     what it carries
 *   slot          producer    release  consumers  acquire  what the producer did before
 *   next          any         cas      any        acquire  the fields of the next segment
 *   first, last   any         release  any        volatile likewise
 * </pre>
 *
 * Progress. Producers are lock-free; a single one is wait-free, but for the memory it asks for. A
 * producer that is one of many, and is stopped between its claim and its element, holds up
 * consumers there. Consumers delay nobody, but for removals from the middle, which hold up other
 * consumers.
 */
final class GrowingQueue<E> extends ObjectQueue<E> {
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

    private final boolean oneProducer;
    private final boolean oneConsumer;
    private volatile Segment first;
    private volatile Segment last;

    GrowingQueue(Plan plan) {
        super(plan, 0);
        oneProducer = plan.producers() == Producers.ONE_PRODUCER;
        oneConsumer = plan.consumers() == Consumers.ONE_CONSUMER;
        first = new Segment(0, plan.segment());
        last = first;
    }

    // ---- producers

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, "element");
        Segment before = last; // before the claim: not behind it
        for (Segment next = before; tailPosition() >= next.end; ) { // memory: before the claim, too
            next = next.nextOrAppended();
        }
        long at = oneProducer ? alone() : claim();
        if (at == NONE) {
            return false;
        }
        Segment segment = before;
        while (at >= segment.end) {
            segment = segment.nextOrAppended();
        }
        if (segment != before) {
            LAST.setRelease(this, segment);
        }
        segment.release(at, element);
        if (oneProducer) {
            publishTail(at + 1);
        }
        put();
        return true;
    }

    private long alone() {
        long at = tail;
        return hasRoomAlone(at) ? at : NONE;
    }

    // ---- consumers

    @Override
    public @Nullable E poll() {
        return oneConsumer ? pollAlone() : pollAmongMany();
    }

    private @Nullable E pollAlone() {
        long at = head;
        Segment segment = first.forPosition(at);
        Object content = segment == null ? null : segment.acquire(at);
        if (segment == null || content == null) {
            if (tailPosition() <= at) {
                return null;
            }
            segment = awaitSegment(at);
            content = awaitPut(segment, at);
        }
        take(segment, at);
        publishHead(at + 1);
        taken();
        return element(content);
    }

    private @Nullable E pollAmongMany() {
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
            Segment segment = before.forPosition(at);
            Object content = segment == null ? null : segment.acquire(at);
            if (segment == null || content == null) { // about to be put, or somebody has taken it
                spins = Spin.once(spins);
            } else if (casHead(at, at + 1)) {
                take(segment, at);
                taken();
                return element(content);
            } else {
                Spin.afterALostRace();
            }
        }
    }

    private Segment awaitSegment(long at) {
        Segment segment = first.forPosition(at);
        for (int spins = 0; segment == null; segment = first.forPosition(at)) {
            spins = Spin.once(spins);
        }
        return segment;
    }

    private void take(Segment segment, long at) {
        segment.release(at, null);
        if (segment != first) {
            FIRST.setRelease(this, segment);
        }
    }

    @Override
    boolean hasElement() {
        Segment before = first;
        long at = headPosition();
        Segment segment = before.forPosition(at);
        return segment != null && segment.acquire(at) != null;
    }

    @Override
    long lockHead() {
        return oneConsumer ? head : barHead();
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
            return segment == null ? null : segment.acquire(position);
        }

        @Override
        public void set(long position, @Nullable Object content) {
            Objects.requireNonNull(segment(position)).release(position, content);
        }

        /** Null if it is not there yet, or gone. */
        private @Nullable Segment segment(long position) {
            Segment from = here;
            if (from == null || position < from.start) {
                from = first;
            }
            here = position < from.start ? null : from.forPosition(position);
            return here;
        }
    }

    /** The slots of the positions from {@code start} to before {@code end}. */
    private static final class Segment implements Places {
        private final long start;
        private final long end;
        private final @Nullable Object[] slots;
        private volatile @Nullable Segment next;

        Segment(long start, int size) {
            this.start = start;
            this.end = start + size;
            this.slots = Slots.ofSize(size);
        }

        private int index(long position) {
            return Slots.EDGE + (int) (position - start);
        }

        @Nullable Object acquire(long position) {
            return Slots.acquire(slots, index(position));
        }

        void release(long position, @Nullable Object content) {
            Slots.release(slots, index(position), content);
        }

        @Override
        public @Nullable Object at(long position) {
            return acquire(position);
        }

        @Override
        public void set(long position, @Nullable Object content) {
            release(position, content);
        }

        /** This segment or a later one; null if it is not there yet. */
        @Nullable Segment forPosition(long position) {
            Segment segment = this;
            while (segment != null && position >= segment.end) {
                segment = segment.next;
            }
            return segment;
        }

        Segment nextOrAppended() {
            Segment found = next;
            if (found != null) {
                return found;
            }
            Segment fresh = new Segment(end, (int) (end - start));
            Segment witness = (Segment) NEXT.compareAndExchange(this, null, fresh);
            return witness == null ? fresh : witness;
        }
    }
}
