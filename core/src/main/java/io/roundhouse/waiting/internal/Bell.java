package io.roundhouse.waiting.internal;

import io.roundhouse.memory.Padding;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * What a station rings when it has changed something that others may be asleep for; silent, and one
 * read of a line that nobody writes, while nobody is.
 *
 * <p>{@code attention} counts those who may be parked, and has the bit {@link #CLOSED} once the
 * railway is closed, so that one read tells the hot path that nothing special is the case. See
 * {@link Waiter#wake} for why no fence is needed between publishing and ringing.
 *
 * <p>A single listener that sleeps again and again may {@linkplain #stay stay} when it wakes up:
 * the next rings are heard although it is awake, and have the fence that others go without. So it
 * need not nap before it sleeps again (docs/design/0002a-stay-at-the-bell.md). Many listeners do so
 * together where they know that they do: {@link SharedStay}. A stay ends with its last ring, by
 * whoever rings, so that one who sleeps no more costs nothing for long.
 *
 * <pre>
 *   attention   listeners -- who may be parked                     (bits 0–24)
 *               stay      -- rings until the listener has left     (bits 25–28)
 *               CLOSED    -- never quiet again                     (bit 30)
 * </pre>
 */
public final class Bell extends BellLayout.After {
    private static final int CLOSED = 1 << 30;
    private static final int ONE_RING = 1 << 25;
    private static final int STAY = 15 * ONE_RING;
    private static final VarHandle ATTENTION = BellLayout.attentionHandle();

    private final Waiter[][] groups;

    /** A bell heard by the given waiters. */
    public Bell(Waiter... waiters) {
        groups = new Waiter[waiters.length][];
        for (int i = 0; i < waiters.length; i++) {
            groups[i] = new Waiter[] {waiters[i]};
        }
    }

    /**
     * A bell heard by groups of waiters, in each of which all wait for the same things, of which
     * each is for one of them: one of a group is woken. Who goes on {@linkplain #wakeOneOf wakes}
     * the next one where there is more.
     */
    public Bell(List<Waiter[]> groups) {
        this.groups = groups.toArray(Waiter[][]::new);
    }

    /** Whether nobody sleeps or stays and nothing is closed. */
    public boolean quiet() {
        return (int) ATTENTION.getOpaque(this) == 0;
    }

    /** Whether it is closed (acquire): if so, all that was done before it was is seen. */
    public boolean closed() {
        return ((int) ATTENTION.getAcquire(this) & CLOSED) != 0;
    }

    /**
     * Wakes one who sleeps of each group: everybody, where there are no groups; the others also
     * where one of the wake-ups throws.
     */
    public void ring() {
        int before = (int) ATTENTION.getAcquire(this);
        if ((before & STAY) != 0) {
            countDown(before);
        }
        Throwable first = null;
        for (Waiter[] group : groups) {
            try {
                wakeOneOf(group);
            } catch (Throwable thrown) {
                first = first == null ? thrown : first;
            }
        }
        Thrown.again(first);
    }

    /**
     * Wakes one of them, if one sleeps: the first, whose caches are the warmest. Where a wake-up
     * throws it may have woken nobody: the next one is tried.
     */
    public static void wakeOneOf(Waiter[] group) {
        Throwable first = null;
        for (Waiter each : group) {
            try {
                if (each.wakeSleeper()) {
                    break;
                }
            } catch (Throwable thrown) { // a user's waiter may throw whatever it likes
                first = first == null ? thrown : first;
            }
        }
        Thrown.again(first);
    }

    /** Asks to be woken from now on. */
    public void listen() {
        ATTENTION.getAndAdd(this, 1);
    }

    /** No longer needs to be woken. */
    public void ignore() {
        ATTENTION.getAndAdd(this, -1);
    }

    /**
     * No longer needs to be woken, but stays for some rings more. A listener.
     *
     * @return whether it has stayed since the last time
     */
    public boolean stay() {
        while (true) {
            int before = (int) ATTENTION.getAcquire(this);
            if (ATTENTION.compareAndSet(this, before, (before - 1) | STAY)) {
                return (before & STAY) != 0;
            }
        }
    }

    /** Likewise, if there is a stay, which then goes on; returns whether. A listener. */
    boolean staysOn() {
        int before = (int) ATTENTION.getAcquire(this);
        while ((before & STAY) != 0) {
            int witness = (int) ATTENTION.compareAndExchange(this, before, (before - 1) | STAY);
            if (witness == before) {
                return true;
            }
            before = witness;
        }
        return false;
    }

    /**
     * Whether a listener stays: whoever looks at the bell from now on, and rings, has issued a full
     * fence before. Any thread.
     */
    public boolean stays() {
        return ((int) ATTENTION.getAcquire(this) & STAY) != 0;
    }

    /**
     * One ring less to stay. A listener that has gone to sleep meanwhile listens: the bell is not
     * quiet, whatever becomes of the stay.
     */
    private void countDown(int seen) {
        int before = seen;
        while ((before & STAY) != 0) {
            int witness = (int) ATTENTION.compareAndExchange(this, before, before - ONE_RING);
            if (witness == before) {
                break;
            }
            before = witness;
        }
        VarHandle.fullFence(); // what was published before is seen, or the sleeper is
    }

    /** Closes (release): never quiet again. */
    public void close() {
        ATTENTION.getAndBitwiseOr(this, CLOSED);
        ring();
    }
}

/** The padding of {@link Bell}: 128 bytes on each side. */
final class BellLayout {
    private BellLayout() {}

    static VarHandle attentionHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Fields.class, "attention", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    abstract static class Fields extends Padding {
        int attention;
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
        // spotless:on
    }
}
