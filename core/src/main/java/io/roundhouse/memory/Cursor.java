package io.roundhouse.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where one thread is, and how far it may go without another look at the others; alone on its cache
 * lines.
 *
 * <p>A handle extends this rather than pointing to one: the loop of a user who loads or unloads one
 * good at a time carries the position from one call to the next through this memory, and a
 * processor forwards it several times faster where the address is the same register in every round
 * (docs/design/0003-one-good-at-a-time.md).
 *
 * <pre>
 *   field     written by  mode    read by  mode    what it carries
 *   position  owner       plain   owner    plain   the next position to use
 *             or          release others   acquire everything the owner did before it published it
 *   settled   owner       release others   acquire what a loader no longer keeps to itself
 *   latest    owner       release others   opaque  what is in the last two slots: on the line of the
 *                                          position, so that who waits for one fetches one line
 *   latestFrom owner      opaque  others   opaque  from where on latest tells that; who has read a
 *                                          position reads one that is as new
 *   limit     owner       plain   owner    plain   the first position that needs another look
 *             any         opaque                   {@link #halt}: take another look before anything else
 *   farthest  owner       plain   owner    plain   where the limit may go, by steps
 *   index     owner       plain   owner    plain   the next slot, where a handle goes on by that
 *             or          release others   acquire the same as for the position
 *   end       owner       opaque  owner    opaque  the first slot that needs another look, behind the one
 *             any         atomic                   before: {@link #revoke}: take another look behind the next
 * </pre>
 */
public abstract class Cursor extends CursorLayout.After {
    /** The limit of a cursor that must take another look. */
    protected static final long HALTED = Long.MIN_VALUE;

    /** In an end that nothing is below. */
    private static final int REVOKED = Integer.MIN_VALUE;

    private static final VarHandle LIMIT = CursorLayout.handle("limit");
    private static final VarHandle SETTLED = CursorLayout.handle("settled");
    private static final VarHandle POSITION = CursorLayout.handle("position");
    private static final VarHandle INDEX = CursorLayout.indexHandle("index");
    private static final VarHandle END = CursorLayout.indexHandle("end");
    private static final VarHandle LATEST_EVEN = CursorLayout.handle("latestEven");
    private static final VarHandle LATEST_ODD = CursorLayout.handle("latestOdd");
    private static final VarHandle LATEST_FROM = CursorLayout.handle("latestFrom");

    /** Starts at position 0, with nothing to use before another look. */
    protected Cursor() {}

    /**
     * Goes on to {@code next} for all to see (release; pairs with {@link #reached}). Owner only.
     */
    protected final void publishPosition(long next) {
        POSITION.setRelease(this, next);
    }

    /**
     * The published position, and with it everything that was done before it was published. Any
     * thread.
     */
    public long reached() {
        return (long) POSITION.getAcquire(this);
    }

    // ---- by slots: a user's loop goes on by an index, from which nothing has to be reckoned

    /** Goes on to that slot for all to see (release; pairs with {@link #index}). Owner only. */
    protected final void publishIndex(int next) {
        INDEX.setRelease(this, next);
    }

    /** The published slot, and with it everything that was done before. Any thread. */
    protected final int index() {
        return (int) INDEX.getAcquire(this);
    }

    /** No look is needed below that slot, unless somebody revokes that. Owner only. */
    protected final void endsAt(int slot) {
        END.setOpaque(this, slot);
    }

    /** Whether that slot may be used without another look. Owner only. */
    protected final boolean isBelowEnd(int slot) {
        return slot < (int) END.getOpaque(this);
    }

    /** Whether that is the end, and nobody has revoked it. Owner only. */
    protected final boolean isEnd(int slot) {
        return slot == (int) END.getOpaque(this);
    }

    /** Makes the owner take another look behind the next slot that it uses. Any thread. */
    protected final void revoke() {
        END.getAndBitwiseOr(this, REVOKED);
    }

    /** Somebody is about to sleep until the owner goes on, and has said so. Any thread. */
    public void watched() {}

    /**
     * Keeps what is in a slot beside the position itself, until it is two slots further (release:
     * not before the position has come to this slot). Owner only, before it publishes that it has
     * gone on.
     */
    protected final void latest(int slot, long content) {
        if ((slot & 1) == 0) {
            LATEST_EVEN.setRelease(this, content);
        } else {
            LATEST_ODD.setRelease(this, content);
        }
    }

    /**
     * What is in the slot before the owner's, if that is still where it is when it is asked
     * afterwards, else it may be something later; and if it is not below {@link #latestFrom}. Any
     * thread.
     */
    public final long latest(int slot) {
        long content = (long) ((slot & 1) == 0 ? LATEST_EVEN : LATEST_ODD).getOpaque(this);
        VarHandle.loadLoadFence(); // before the position is read again
        return content;
    }

    /**
     * From that position on, and not below it, {@link #latest} keeps what is in a slot. Owner only,
     * before it publishes that it has gone there.
     */
    protected final void keepsLatestFrom(long next) {
        LATEST_FROM.setOpaque(this, next);
    }

    /**
     * The first position from which on {@link #latest} is kept; as new as the latest position that
     * the caller has read before. Any thread.
     */
    public final long latestFrom() {
        return (long) LATEST_FROM.getOpaque(this);
    }

    /** Settles everything below {@code next} (release; pairs with {@link #settled}). Owner only. */
    protected final void publishSettled(long next) {
        SETTLED.setRelease(this, next);
    }

    /** How far is settled, and with it everything that was done before it was. Any thread. */
    public final long settled() {
        return (long) SETTLED.getAcquire(this);
    }

    /** Makes the owner take another look before it uses its next slot. Any thread. */
    public void halt() {
        LIMIT.setOpaque(this, HALTED);
    }
}

/** The padding of {@link Cursor}: 128 bytes on each side. */
final class CursorLayout {
    private CursorLayout() {}

    static VarHandle handle(String field) {
        return handle(field, long.class);
    }

    static VarHandle indexHandle(String field) {
        return handle(field, int.class);
    }

    private static VarHandle handle(String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Fields.class, field, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    abstract static class Fields extends Padding {
        /** The next position to use. Owner only. */
        protected long position;

        // on the same line as the position, unless that ends between them

        /** The next slot to use. Owner only. */
        protected int index;

        /** The first slot that needs another look. Owner only, but for {@link Cursor#revoke}. */
        int end;

        /** What is in the last even slot. Owner only. */
        long latestEven;

        /** The same for odd ones. Owner only. */
        long latestOdd;

        /** From where on they are kept. Owner only. */
        long latestFrom;

        /** Where what is at its final place ends. Owner only. */
        protected long settled;

        /** The first position that needs another look. Owner only, but for {@link Cursor#halt}. */
        protected long limit;

        /**
         * How far the limit may go without a look at others, where it goes by steps. Owner only.
         */
        protected long farthest;
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
        // Up to 7 of these fill the gap before an aligned long: handles that extend this have fields behind.
        byte a128, a129, a130, a131, a132, a133, a134, a135;
        // spotless:on
    }
}
