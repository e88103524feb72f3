package io.roundhouse.queue;

import io.roundhouse.memory.Padding;
import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The two ends of a queue, each on cache lines of its own: where elements are put, and where they
 * are taken.
 *
 * <p>Positions count elements since the beginning. A limit is the first position that needs another
 * look at the other side; it may be behind, never too far.
 *
 * <pre>
 *   field      written by              mode           read by    mode     what it carries
 *   tail       the producer            release        any        acquire  how far has been claimed or put
 *              or one of the producers compare-and-set
 *   tailLimit  producers               plain, opaque  any        plain, opaque
 *   head       the consumer            release        any        acquire  the right to use every slot below it again
 *              or one of the consumers compare-and-set
 *   headLimit  consumers               opaque         consumers  opaque
 *   putSlots   the producer            plain          producer   plain
 *   putIndex   the producer            release        any        acquire  see {@link SpscQueue}
 *   putEnd     the producer            opaque         producer   opaque
 *              any, a bit of it        volatile
 *   takeIndex  the consumer            release        any        acquire
 *   watched    any                     volatile       consumer   opaque   somebody may sleep, or it is closed
 * </pre>
 *
 * <p>{@link io.roundhouse.memory.Cursor} is one end in a handle of its own; a queue is one object
 * with both, for the same reason: the loop of a user carries a position from call to call through
 * memory (docs/design/0003-one-good-at-a-time.md).
 */
abstract class Ends extends EndsLayout.After {
    private static final VarHandle TAIL = EndsLayout.tail("tail");
    private static final VarHandle TAIL_LIMIT = EndsLayout.tail("tailLimit");
    private static final VarHandle PUT_INDEX = EndsLayout.tailIndex("putIndex");
    private static final VarHandle PUT_END = EndsLayout.tailIndex("putEnd");
    private static final VarHandle HEAD = EndsLayout.head("head");
    private static final VarHandle HEAD_LIMIT = EndsLayout.head("headLimit");
    private static final VarHandle TAKE_INDEX = EndsLayout.headIndex("takeIndex");
    private static final VarHandle WATCHED = EndsLayout.watched();

    Ends(Plan plan, Waiter takers, Waiter putters, int size) {
        super(plan, takers, putters, size);
    }

    // ---- where elements are put

    final long tailAcquire() {
        return (long) TAIL.getAcquire(this);
    }

    /** Goes on (release; pairs with {@link #tailAcquire}). The only producer. */
    final void publishTail(long next) {
        TAIL.setRelease(this, next);
    }

    final boolean casTail(long from, long to) {
        return TAIL.compareAndSet(this, from, to);
    }

    final void setTailBit(long bit) {
        TAIL.getAndBitwiseOr(this, bit);
    }

    final long tailLimitOpaque() {
        return (long) TAIL_LIMIT.getOpaque(this);
    }

    final void tailLimitOpaque(long limit) {
        TAIL_LIMIT.setOpaque(this, limit);
    }

    final int putIndexAcquire() {
        return (int) PUT_INDEX.getAcquire(this);
    }

    /** Goes on (release; pairs with {@link #putIndexAcquire}). The only producer. */
    final void publishPutIndex(int next) {
        PUT_INDEX.setRelease(this, next);
    }

    final int putEndOpaque() {
        return (int) PUT_END.getOpaque(this);
    }

    final void putEndOpaque(int end) {
        PUT_END.setOpaque(this, end);
    }

    /** At once, and volatile. Any thread. */
    final void setPutEndBit(int bit) {
        PUT_END.getAndBitwiseOr(this, bit);
    }

    // ---- where elements are taken

    final int takeIndexAcquire() {
        return (int) TAKE_INDEX.getAcquire(this);
    }

    /** Goes on (release; pairs with {@link #takeIndexAcquire}). The only consumer. */
    final void publishTakeIndex(int next) {
        TAKE_INDEX.setRelease(this, next);
    }

    final long headAcquire() {
        return (long) HEAD.getAcquire(this);
    }

    /** Goes on (release; pairs with {@link #headAcquire}). Who owns the head. */
    final void publishHead(long next) {
        HEAD.setRelease(this, next);
    }

    final boolean casHead(long from, long to) {
        return HEAD.compareAndSet(this, from, to);
    }

    final long headLimitOpaque() {
        return (long) HEAD_LIMIT.getOpaque(this);
    }

    final void headLimitOpaque(long limit) {
        HEAD_LIMIT.setOpaque(this, limit);
    }

    final boolean isWatched() {
        return (boolean) WATCHED.getOpaque(this);
    }

    /** A full fence stands behind it. */
    final void setWatched(boolean watched) {
        WATCHED.setVolatile(this, watched);
        VarHandle.fullFence();
    }
}

/**
 * The padding of {@link Ends}: 128 bytes on each side of each end, and of what both sides read with
 * every element, so that no neighbour in memory is written on its lines.
 */
final class EndsLayout {
    private EndsLayout() {}

    static VarHandle tail(String field) {
        return handle(Tail.class, field, long.class);
    }

    static VarHandle head(String field) {
        return handle(Head.class, field, long.class);
    }

    static VarHandle tailIndex(String field) {
        return handle(Tail.class, field, int.class);
    }

    static VarHandle headIndex(String field) {
        return handle(Head.class, field, int.class);
    }

    static VarHandle watched() {
        return handle(Shared.class, "watched", boolean.class);
    }

    private static VarHandle handle(Class<?> end, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(end, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What both sides read with every element, and nobody writes while nobody sleeps. */
    abstract static class Shared extends Padding {
        /** Rung when elements were put. */
        final Bell elements;

        /** Rung when elements were taken. */
        final Bell room;

        final int capacity;

        /** One less than the number of slots, a power of two; 0 where they are elsewhere. */
        final int mask;

        /**
         * A position's slot is {@code EDGE + (position & mask)}; empty where they are elsewhere.
         */
        final @Nullable Object[] slots;

        /** Whether a lone consumer must look at the bell of room behind each element. */
        boolean watched;

        Shared(Plan plan, Waiter takers, Waiter putters, int size) {
            elements = new Bell(takers);
            room = new Bell(putters);
            capacity = plan.capacity();
            mask = Math.max(0, size - 1);
            slots = Slots.ofSize(size);
        }
    }

    @SuppressWarnings("unused")
    abstract static class Before extends Shared {
        // spotless:off
        byte b000, b001, b002, b003, b004, b005, b006, b007, b008, b009, b010, b011, b012, b013, b014, b015;
        byte b016, b017, b018, b019, b020, b021, b022, b023, b024, b025, b026, b027, b028, b029, b030, b031;
        byte b032, b033, b034, b035, b036, b037, b038, b039, b040, b041, b042, b043, b044, b045, b046, b047;
        byte b048, b049, b050, b051, b052, b053, b054, b055, b056, b057, b058, b059, b060, b061, b062, b063;
        byte b064, b065, b066, b067, b068, b069, b070, b071, b072, b073, b074, b075, b076, b077, b078, b079;
        byte b080, b081, b082, b083, b084, b085, b086, b087, b088, b089, b090, b091, b092, b093, b094, b095;
        byte b096, b097, b098, b099, b100, b101, b102, b103, b104, b105, b106, b107, b108, b109, b110, b111;
        byte b112, b113, b114, b115, b116, b117, b118, b119, b120, b121, b122, b123, b124, b125, b126, b127;
        // spotless:on

        Before(Plan plan, Waiter takers, Waiter putters, int size) {
            super(plan, takers, putters, size);
        }
    }

    abstract static class Tail extends Before {
        long tail;
        long tailLimit;

        /** What a lone producer may put into. That producer only. */
        @Nullable Object[] putSlots;

        /** Where it puts next. */
        int putIndex = Slots.EDGE;

        /** Up to where it may, without another look. */
        int putEnd;

        Tail(Plan plan, Waiter takers, Waiter putters, int size) {
            super(plan, takers, putters, size);
            putSlots = slots;
        }
    }

    @SuppressWarnings("unused")
    abstract static class Between extends Tail {
        // spotless:off
        byte m000, m001, m002, m003, m004, m005, m006, m007, m008, m009, m010, m011, m012, m013, m014, m015;
        byte m016, m017, m018, m019, m020, m021, m022, m023, m024, m025, m026, m027, m028, m029, m030, m031;
        byte m032, m033, m034, m035, m036, m037, m038, m039, m040, m041, m042, m043, m044, m045, m046, m047;
        byte m048, m049, m050, m051, m052, m053, m054, m055, m056, m057, m058, m059, m060, m061, m062, m063;
        byte m064, m065, m066, m067, m068, m069, m070, m071, m072, m073, m074, m075, m076, m077, m078, m079;
        byte m080, m081, m082, m083, m084, m085, m086, m087, m088, m089, m090, m091, m092, m093, m094, m095;
        byte m096, m097, m098, m099, m100, m101, m102, m103, m104, m105, m106, m107, m108, m109, m110, m111;
        byte m112, m113, m114, m115, m116, m117, m118, m119, m120, m121, m122, m123, m124, m125, m126, m127;
        // spotless:on

        Between(Plan plan, Waiter takers, Waiter putters, int size) {
            super(plan, takers, putters, size);
        }
    }

    abstract static class Head extends Between {
        long head;
        long headLimit;

        /** Where a lone consumer takes next. */
        int takeIndex = Slots.EDGE;

        Head(Plan plan, Waiter takers, Waiter putters, int size) {
            super(plan, takers, putters, size);
        }
    }

    @SuppressWarnings("unused")
    abstract static class After extends Head {
        // spotless:off
        byte a000, a001, a002, a003, a004, a005, a006, a007, a008, a009, a010, a011, a012, a013, a014, a015;
        byte a016, a017, a018, a019, a020, a021, a022, a023, a024, a025, a026, a027, a028, a029, a030, a031;
        byte a032, a033, a034, a035, a036, a037, a038, a039, a040, a041, a042, a043, a044, a045, a046, a047;
        byte a048, a049, a050, a051, a052, a053, a054, a055, a056, a057, a058, a059, a060, a061, a062, a063;
        byte a064, a065, a066, a067, a068, a069, a070, a071, a072, a073, a074, a075, a076, a077, a078, a079;
        byte a080, a081, a082, a083, a084, a085, a086, a087, a088, a089, a090, a091, a092, a093, a094, a095;
        byte a096, a097, a098, a099, a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111;
        byte a112, a113, a114, a115, a116, a117, a118, a119, a120, a121, a122, a123, a124, a125, a126, a127;
        byte a128, a129, a130, a131, a132, a133, a134, a135;
        // spotless:on

        After(Plan plan, Waiter takers, Waiter putters, int size) {
            super(plan, takers, putters, size);
        }
    }
}
