package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a rendezvous and, on the same cache line, the place before each of its two lines,
 * where one who has come to an empty line waits for a moment, awake.
 *
 * <pre>
 *           come()          give(), take(); close()
 *   FREE  ───────────▶  WAITS  ────────────────────▶  MET; CLOSED
 *     ▲                   │ leave(), under the lock     │ free(), by who waited
 *     └───────────────────┴─────────────────────────────┘
 *
 *   field     written by                      mode            read by
 *   state     who holds the lock              release         who waits there: acquire; others: under the lock
 *             who waits there, once it is met release         under the lock: acquire
 *   comers    who holds the lock           plain           who holds the lock
 *   element   who holds the lock, before state plain          who waits there, once it is met
 * </pre>
 *
 * <p>Who runs out of stack while it waits here, and can not even take the lock, goes by plain reads
 * and writes: {@code GONE} in place of {@code WAITS}; then it waits until it sees the lock free.
 * Who takes it from then on leaves alone what is gone; who held it before, and has met the one who
 * goes, has left an element, or has taken one. So whoever gives or takes an element does both that
 * and its step to {@code MET}, or neither. Who is not met frees the place, and its call fails.
 *
 * <p>So an element that is handed over costs each side one transfer of one line; and who has met
 * somebody at the other place can come to its own at once, with what it has next, on the same line:
 * two elements a round trip.
 */
final class Door extends DoorLayout.After {
    static final int FREE = 0;
    static final int WAITS = 1;
    static final int MET = 2;
    static final int CLOSED = 3;

    /** Who waits here has no stack left to leave, and writes so without the lock: see below. */
    static final int GONE = 4;

    static final int COMERS_AWAKE = 1 << 10;

    /** More than a yield of a virtual thread takes; small ones. */
    private static final int FRAMES_TO_GIVE_WAY = 256;

    private static final VarHandle SENDER = DoorLayout.handle("sender", int.class);
    private static final VarHandle RECEIVER = DoorLayout.handle("receiver", int.class);

    private final BooleanSupplier senderIsMet = () -> state(true) != WAITS;
    private final BooleanSupplier receiverIsMet = () -> state(false) != WAITS;

    // ---- under the lock

    /**
     * Whether the one who has come now gives way once it is met: two who never sleep would keep
     * their carriers from other virtual threads for ever.
     */
    boolean isTimeToGiveWay() {
        return ++comers % COMERS_AWAKE == 0;
    }

    /**
     * Lets others have the processor. Throws where there is no stack for it, before anything is
     * done: a virtual thread that runs out of it in the middle is in no order.
     */
    static void giveWay() {
        StackRoom.needs(FRAMES_TO_GIVE_WAY);
        Spin.giveWay();
    }

    boolean isFree(boolean sends) {
        return state(sends) == FREE;
    }

    /** Waits here from now on, to send the element or to receive one. */
    void come(boolean sends, @Nullable Object element) {
        if (sends) {
            sent = element;
            try {
                SENDER.setRelease(this, WAITS);
            } catch (StackOverflowError e) {
                sent = null;
                throw e;
            }
        } else {
            RECEIVER.setRelease(this, WAITS);
        }
    }

    /** Gives the element to the receiver that waits here; false if there is none. */
    boolean give(Object element) {
        if (receiver != WAITS) {
            return false;
        }
        received = element;
        try {
            RECEIVER.setRelease(this, MET);
        } catch (StackOverflowError e) {
            received = null;
            throw e;
        }
        return true;
    }

    /** The element of the sender that waits here; null if there is none. */
    @Nullable Object take() {
        if (sender != WAITS) {
            return null;
        }
        Object element = Objects.requireNonNull(sent);
        sent = null;
        try {
            SENDER.setRelease(this, MET);
        } catch (StackOverflowError e) {
            sent = element;
            throw e;
        }
        return element;
    }

    /** Whether somebody waits here who has not been met, and may leave. */
    boolean canLeave(boolean sends) {
        return state(sends) == WAITS;
    }

    /**
     * Who waits here and has not been met goes. In this order: where the stack ends before, it
     * waits on, with what it would send, and can leave later.
     */
    void leave(boolean sends) {
        if (sends) {
            SENDER.setRelease(this, FREE);
            sent = null;
        } else {
            RECEIVER.setRelease(this, FREE);
        }
    }

    /** Who waits here is told that the channel is closed. */
    void close() {
        if (sender == WAITS) {
            SENDER.setRelease(this, CLOSED);
        }
        if (receiver == WAITS) {
            RECEIVER.setRelease(this, CLOSED);
        }
    }

    // ---- who waits here

    /** Whether it was met, or told that the channel is closed. */
    BooleanSupplier isMet(boolean sends) {
        return sends ? senderIsMet : receiverIsMet;
    }

    /** What has been received, once it is met. */
    @Nullable Object received() {
        return received;
    }

    /** The next may come. Where the stack ends in here, too: it is free, or nothing is done. */
    void free(boolean sends) {
        try {
            if (sends) {
                if (sent != null) { // nobody has taken it
                    sent = null;
                }
                SENDER.setRelease(this, FREE);
            } else {
                received = null;
                RECEIVER.setRelease(this, FREE);
            }
        } catch (StackOverflowError e) { // a store needs no stack
            if (sends) {
                sender = FREE;
            } else {
                receiver = FREE;
            }
        }
    }

    // ---- any thread

    int state(boolean sends) {
        return sends ? (int) SENDER.getAcquire(this) : (int) RECEIVER.getAcquire(this);
    }
}

/** The padding of {@link Door}: 128 bytes on each side. */
final class DoorLayout {
    private DoorLayout() {}

    static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Fields.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    abstract static class Fields extends ShortLock {
        /** How the place of the one who would send stands. */
        volatile int sender;

        /** How the place of the one who would receive stands. */
        volatile int receiver;

        /** How many have come. */
        int comers;

        @Nullable Object sent;
        @Nullable Object received;
    }

    @SuppressWarnings("unused")
    abstract static class After extends Fields {
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
    }
}
