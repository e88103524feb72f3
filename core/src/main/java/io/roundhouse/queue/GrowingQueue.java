package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
class GrowingQueue<E> extends GrowingLayout.After<E> {
    private static final Segment[] NONE_KNOWN = {};

    private static final VarHandle FIRST;
    private static final VarHandle LAST;
    private static final VarHandle NEXT;

    static {
        try {
            var lookup = MethodHandles.lookup();
            FIRST = lookup.findVarHandle(GrowingLayout.First.class, "first", Segment.class);
            LAST = lookup.findVarHandle(GrowingLayout.Last.class, "last", Segment.class);
            NEXT = lookup.findVarHandle(Segment.class, "next", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    GrowingQueue(Plan plan) {
        super(plan, new Segment(0, Slots.ofSize(plan.segment())));
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
        return new Walk(NONE_KNOWN);
    }

    @Override
    Places placesTowardsHead(long end) {
        List<Segment> known = new ArrayList<>();
        Segment segment = first;
        while (segment != null) {
            Segment next = segment.next;
            if (next == segment) { // it was left meanwhile, and those before it
                known.clear();
                segment = first;
                continue;
            }
            known.add(segment);
            segment = segment.end < end ? next : null;
        }
        return new Walk(known.toArray(Segment[]::new));
    }

    /**
     * Remembers the segments of the last two looks, so that looks at neighbours are short, also
     * where an element is moved from one place to another one. Who goes back knows the segments, as
     * they know only who comes next.
     */
    private final class Walk implements Places {
        private final Segment[] known;
        private @Nullable Segment here;
        private @Nullable Segment before;

        /**
         * @param known one behind the other
         */
        Walk(Segment[] known) {
            this.known = known;
        }

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
            Segment last = here;
            if (last != null && last.has(position)) {
                return last;
            }
            Segment found = before != null && before.has(position) ? before : known(position);
            if (found == null) {
                Segment from = last == null || position < last.start ? first : last;
                found = GrowingQueue.this.segment(from, position);
            }
            before = last;
            here = found;
            return found;
        }

        private @Nullable Segment known(long position) {
            int low = 0;
            int high = known.length - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                Segment segment = known[middle];
                if (segment.has(position)) {
                    return segment;
                }
                if (position < segment.start) {
                    high = middle - 1;
                } else {
                    low = middle + 1;
                }
            }
            return null;
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

        boolean has(long position) {
            return start <= position && position < end;
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

/**
 * The padding of {@link GrowingQueue}: 128 bytes on each side of what consumers write, and of what
 * producers do, as each is read with every element of its end.
 */
final class GrowingLayout {
    private GrowingLayout() {}

    @SuppressWarnings("unused")
    abstract static class Before<E> extends ObjectQueue<E> {
        // spotless:off
        byte i000, i001, i002, i003, i004, i005, i006, i007, i008, i009, i010, i011, i012, i013, i014, i015;
        byte i016, i017, i018, i019, i020, i021, i022, i023, i024, i025, i026, i027, i028, i029, i030, i031;
        byte i032, i033, i034, i035, i036, i037, i038, i039, i040, i041, i042, i043, i044, i045, i046, i047;
        byte i048, i049, i050, i051, i052, i053, i054, i055, i056, i057, i058, i059, i060, i061, i062, i063;
        byte i064, i065, i066, i067, i068, i069, i070, i071, i072, i073, i074, i075, i076, i077, i078, i079;
        byte i080, i081, i082, i083, i084, i085, i086, i087, i088, i089, i090, i091, i092, i093, i094, i095;
        byte i096, i097, i098, i099, i100, i101, i102, i103, i104, i105, i106, i107, i108, i109, i110, i111;
        byte i112, i113, i114, i115, i116, i117, i118, i119, i120, i121, i122, i123, i124, i125, i126, i127;
        // spotless:on

        Before(Plan plan) {
            super(plan, 0);
        }
    }

    abstract static class First<E> extends Before<E> {
        volatile GrowingQueue.Segment first;

        First(Plan plan, GrowingQueue.Segment segment) {
            super(plan);
            first = segment;
        }
    }

    @SuppressWarnings("unused")
    abstract static class Between<E> extends First<E> {
        // spotless:off
        byte j000, j001, j002, j003, j004, j005, j006, j007, j008, j009, j010, j011, j012, j013, j014, j015;
        byte j016, j017, j018, j019, j020, j021, j022, j023, j024, j025, j026, j027, j028, j029, j030, j031;
        byte j032, j033, j034, j035, j036, j037, j038, j039, j040, j041, j042, j043, j044, j045, j046, j047;
        byte j048, j049, j050, j051, j052, j053, j054, j055, j056, j057, j058, j059, j060, j061, j062, j063;
        byte j064, j065, j066, j067, j068, j069, j070, j071, j072, j073, j074, j075, j076, j077, j078, j079;
        byte j080, j081, j082, j083, j084, j085, j086, j087, j088, j089, j090, j091, j092, j093, j094, j095;
        byte j096, j097, j098, j099, j100, j101, j102, j103, j104, j105, j106, j107, j108, j109, j110, j111;
        byte j112, j113, j114, j115, j116, j117, j118, j119, j120, j121, j122, j123, j124, j125, j126, j127;
        // spotless:on

        Between(Plan plan, GrowingQueue.Segment segment) {
            super(plan, segment);
        }
    }

    abstract static class Last<E> extends Between<E> {
        volatile GrowingQueue.Segment last;

        Last(Plan plan, GrowingQueue.Segment segment) {
            super(plan, segment);
            last = segment;
        }
    }

    @SuppressWarnings("unused")
    abstract static class After<E> extends Last<E> {
        // spotless:off
        byte k000, k001, k002, k003, k004, k005, k006, k007, k008, k009, k010, k011, k012, k013, k014, k015;
        byte k016, k017, k018, k019, k020, k021, k022, k023, k024, k025, k026, k027, k028, k029, k030, k031;
        byte k032, k033, k034, k035, k036, k037, k038, k039, k040, k041, k042, k043, k044, k045, k046, k047;
        byte k048, k049, k050, k051, k052, k053, k054, k055, k056, k057, k058, k059, k060, k061, k062, k063;
        byte k064, k065, k066, k067, k068, k069, k070, k071, k072, k073, k074, k075, k076, k077, k078, k079;
        byte k080, k081, k082, k083, k084, k085, k086, k087, k088, k089, k090, k091, k092, k093, k094, k095;
        byte k096, k097, k098, k099, k100, k101, k102, k103, k104, k105, k106, k107, k108, k109, k110, k111;
        byte k112, k113, k114, k115, k116, k117, k118, k119, k120, k121, k122, k123, k124, k125, k126, k127;
        // spotless:on

        After(Plan plan, GrowingQueue.Segment segment) {
            super(plan, segment);
        }
    }
}
