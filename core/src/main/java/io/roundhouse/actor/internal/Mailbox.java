package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls to one actor that wait to be handled: records in memory that the mailbox owns, written
 * in place by any thread and read in place by the one that runs the actor.
 *
 * <pre>
 *   head                          tail
 *    ▼                             ▼
 *   [ published ][ claimed ][ … ]    free …        a record: { method + 1, primitives … } { references … }
 *
 * Invariants
 *   I1  head &lt;= tail; a position's record is in the chunk that begins at or before it and ends behind it
 *   I2  a producer owns the record of the position that it moved tail over, until it publishes its header
 *   I3  producers move tail below limit only, never while it is locked (odd), and who has locked it moves
 *       it too: so the chunk that one read between reading tail and moving it is that of the position
 *   I4  limit never exceeds what the chunk at hand has room for: its records from the later of head and
 *       its beginning on, nor the actor's own bound: who may go beyond that looks each time
 *   I5  a producer that runs out of stack has published, or published that there is nothing, or has
 *       claimed nothing: between, there are stores to fields and arrays only, and the handler of the method
 *       that has claimed needs no stack
 *
 * Who touches what
 *   field     written by         mode     read by    mode     what it carries
 *   tail      producers          CAS      all        acquire  twice the next position, + 1 while locked
 *   limit     producers          opaque   producers  opaque   twice the first position that needs a look (a guess, never
 *                                                             too far), the lower half of it: it is near the tail
 *   filling   holder of the lock release  producers  acquire  the chunk of what is below limit
 *   head      runner             release  producers  acquire  the right to overwrite every record below it
 *   emptying  runner             plain    runner     plain    the chunk of head; the first by a producer, under the lock
 *   header    its producer       release  runner     acquire  the arguments of the call; 0: not published
 * </pre>
 *
 * <p>There is no memory before the first call, and twice as much whenever it is full, up to the
 * bound, and beyond it chunk behind chunk; where it is large and little used, it goes again when it
 * is empty. Who must wait for room does so in {@link Actor}. After the growable multi-producer
 * queues of JCTools (Nitsan Wakart), with records in place of references.
 */
abstract class Mailbox extends Task {
    /** For who must not wait: as many calls as the house has memory for. */
    static final long NO_BOUND = Long.MAX_VALUE / 4;

    /** For who has sent it already: in any case. */
    static final long IN_ANY_CASE = Long.MAX_VALUE / 2;

    /** Beyond a bound, chunks are not larger than that: what is emptied first goes first. */
    private static final int LARGEST_BEYOND = 1 << 16;

    /** The header of a record whose producer ran out of stack before it could publish it. */
    private static final long SKIPPED = -1;

    private static final int FIRST_RECORDS = 1;
    private static final int HEADS_UNPUBLISHED = 32;

    /** So many records are never given back. */
    private static final int SMALL = 64;

    /** What gets memory that the house counts, or gives it back, is in so many frames, at most. */
    private static final int FRAMES_TO_GROW = 64;

    private static final int TOO_MANY_BOUNDS = 4;

    private static final VarHandle TAIL;
    private static final VarHandle LIMIT;
    private static final VarHandle HEAD;
    private static final VarHandle FILLING;
    private static final VarHandle HEADER = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Mailbox.class, "tail", long.class);
            LIMIT = lookup.findVarHandle(Mailbox.class, "limit", int.class);
            HEAD = lookup.findVarHandle(Mailbox.class, "head", long.class);
            FILLING = lookup.findVarHandle(Mailbox.class, "filling", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through TAIL, too
    private volatile long tail;

    @SuppressWarnings("UnusedVariable") // through LIMIT, too
    private int limit;

    private long head;

    @SuppressWarnings("UnusedVariable") // through FILLING, too
    private volatile @Nullable Chunk filling;

    private @Nullable Chunk emptying;

    // ---- producers

    /**
     * Puts the call that starts at {@code first} into the next record, unless {@code bound} calls
     * are under way; returns whether it did. Any thread.
     */
    final boolean offer(long bound, long[] longs, @Nullable Object[] references, int first) {
        int spins = 0;
        Chunk claimed = null;
        long position = 0;
        int longsEach = longsEach(); // here: there may be no stack for it below
        int referencesEach = referencesEach();
        try {
            while (true) {
                long at = (long) TAIL.getAcquire(this);
                if ((at & 1) != 0) {
                    spins = Spin.once(spins);
                    continue;
                }
                Chunk chunk = (Chunk) FILLING.getAcquire(this);
                int limit = (int) LIMIT.getOpaque(this);
                if (chunk == null || (int) at - limit >= 0) {
                    long from =
                            (long) HEAD.getAcquire(this); // one look: a later one may find new room
                    if ((at >> 1) - from >= bound) {
                        return false;
                    }
                    if (chunk == null || !raiseLimit(chunk, at, from, limit)) {
                        int records = nextRecords(chunk);
                        boolean beyond = isBeyond(records, chunk);
                        if (beyond && !takesAtAll(bytes(records), bound == IN_ANY_CASE)) {
                            if (isAsItWas(at, from)) {
                                return false;
                            }
                            continue; // there may be room without
                        }
                        position = at >> 1;
                        claimed = grow(at, from, chunk, records, beyond);
                        if (claimed == null) {
                            continue;
                        }
                        write(claimed, position, longs, references, first);
                        claimed = null; // whatever comes now, the call is there
                        for (int i = first; i < first + referencesEach; i++) {
                            references[i] = null;
                        }
                        try {
                            grew(records, beyond);
                        } catch (StackOverflowError e) {
                            // it is there all the same: who throws now would have it sent again
                        }
                        return true;
                    }
                }
                if (TAIL.compareAndSet(this, at, at + 2)) {
                    position = at >> 1;
                    claimed = chunk;
                    write(chunk, position, longs, references, first);
                    claimed = null;
                    for (int i = first; i < first + referencesEach; i++) {
                        references[i] = null;
                    }
                    return true;
                }
            }
        } catch (StackOverflowError e) { // keeps I5
            if (claimed != null) {
                claimed.longs[((int) position & claimed.mask) * longsEach] = SKIPPED;
            }
            throw e;
        }
    }

    /**
     * Puts so many calls into the next records, the first one from {@code first}, where there is
     * room for all; returns how many it has put there: none where that takes a look or somebody was
     * faster, and fewer where there is no stack for more. Any thread.
     */
    final int offerMany(Caller me, int first, int count) {
        long[] longs = me.longs;
        @Nullable Object[] references = me.references;
        int longsEach = longsEach(); // here: there may be no stack for it below
        int referencesEach = referencesEach();
        long at = (long) TAIL.getAcquire(this);
        Chunk chunk = (Chunk) FILLING.getAcquire(this);
        if ((at & 1) != 0
                || chunk == null
                || (int) at + 2 * count - (int) LIMIT.getOpaque(this) > 0) {
            return 0;
        }
        Chunk claimed = null;
        long position = at >> 1;
        int written = 0;
        try {
            if (!TAIL.compareAndSet(this, at, at + 2L * count)) {
                return 0;
            }
            claimed = chunk;
            int from = first;
            while (written < count) {
                write(chunk, position + written, longs, references, from);
                written++;
                for (int i = from; i < from + referencesEach; i++) {
                    references[i] = null;
                }
                from += me.each;
            }
        } catch (StackOverflowError e) { // keeps I5; the others go the usual way
            for (int i = written; claimed != null && i < count; i++) {
                claimed.longs[((int) (position + i) & claimed.mask) * longsEach] = SKIPPED;
            }
        }
        return written;
    }

    /** Whether nobody has got more memory for it meanwhile, or has emptied some that there is. */
    private boolean isAsItWas(long at, long from) {
        return (long) TAIL.getAcquire(this) == at && (long) HEAD.getAcquire(this) == from;
    }

    /**
     * The runner has come to {@code from}: returns whether that leaves room in this chunk. By
     * compare-and-set (I4): this may be one that was given back meanwhile, and its limit would be
     * too far for the one that there is now; every limit behind a chunk that was given back is
     * larger than {@code seen} (or comes a whole turn of the number later).
     */
    private boolean raiseLimit(Chunk chunk, long at, long from, int seen) {
        long end = Math.max(from, chunk.begin) + chunk.records();
        long limit = Math.max(Math.min(from + bound(), end) << 1, at); // never far behind the tail
        LIMIT.compareAndSet(this, seen, (int) limit);
        return at >> 1 < end;
    }

    /**
     * Goes on in a larger chunk, whose first position is the caller's; returns null if the tail has
     * moved. The caller locks the tail at {@code at}; it goes on behind that position, so that
     * nobody who still knows the old chunk can move it. While it is locked nothing is called (I5).
     */
    private @Nullable Chunk grow(
            long at, long from, @Nullable Chunk before, int records, boolean beyond) {
        long begin = at >> 1;
        Chunk chunk = newChunk(begin, records, beyond);
        long next = Math.max(begin + 1, Math.min(from + bound(), begin + records)) << 1;
        if (!TAIL.compareAndSet(this, at, at | 1)) {
            passed(chunk);
            if (beyond) {
                settled();
            }
            return null;
        }
        if (before == null) {
            emptying = chunk;
        } else {
            before.next = chunk;
        }
        filling = chunk;
        limit = (int) next; // opaque in effect: between volatile stores
        tail = at + 2;
        if (beyond) {
            settled(); // there is stack for it: see takesAtAll
        }
        return chunk;
    }

    /** Not where the stack ends before all that follows has been done. */
    private boolean takesAtAll(long bytes, boolean inAnyCase) {
        StackRoom.needs(FRAMES_TO_GROW);
        return takes(bytes, inAnyCase);
    }

    private Chunk newChunk(long begin, int records, boolean beyond) {
        try {
            return beyond
                    ? new Chunk.Counted(begin, records, longsEach(), referencesEach())
                    : new Chunk(begin, records, longsEach(), referencesEach());
        } catch (Throwable e) { // no memory, no stack
            if (beyond) {
                gives(bytes(records));
                settled();
            }
            throw e;
        }
    }

    private void write(
            Chunk chunk, long position, long[] longs, @Nullable Object[] references, int first) {
        int record = (int) position & chunk.mask;
        int longsEach = longsEach();
        int referencesEach = referencesEach();
        Rows.copy(references, first, chunk.references, record * referencesEach, referencesEach);
        int to = record * longsEach;
        Rows.copyBehindHeader(longs, first, chunk.longs, to, longsEach);
        HEADER.setRelease(chunk.longs, to, longs[first]); // pairs with drain
    }

    /** Whether it has memory far beyond its bound. Any thread; a moment ago. */
    final boolean isFarBeyond() {
        return filling instanceof Chunk.Counted;
    }

    /** For how many calls there is memory. Any thread; a moment ago. */
    final int room() {
        Chunk chunk = filling;
        return chunk == null ? 0 : chunk.records();
    }

    /** How many calls are under way. Any thread; a moment ago. */
    final long underWay() {
        long handled = (long) HEAD.getAcquire(this);
        return Math.max(0, ((long) TAIL.getAcquire(this) >> 1) - handled);
    }

    /** Whether a call waits here. Any thread; a moment ago. */
    final boolean isMailed() {
        return (long) TAIL.getAcquire(this) >> 1 != (long) HEAD.getOpaque(this);
    }

    // ---- the runner

    @Override
    protected final boolean isBefore(long end) {
        return head < end;
    }

    @Override
    protected final long sent() {
        return (long) TAIL.getAcquire(this) >> 1;
    }

    /**
     * Handles records below the position {@code end}, no more than {@code most}; returns how the
     * turn ends. The runner.
     */
    final int drain(Caller me, int most, long end) {
        Chunk chunk = emptying;
        if (chunk == null) {
            return DONE;
        }
        long at = head;
        int left = most;
        boolean eager = publishesEachHead();
        boolean isOpenEnded = end == Long.MAX_VALUE; // what ends somewhere must come to that end
        int longsEach = longsEach();
        int referencesEach = referencesEach();
        int spins = 0;
        try {
            while (at < end) {
                int record = (int) at & chunk.mask;
                int first = record * longsEach;
                long header = (long) HEADER.getAcquire(chunk.longs, first);
                if (header == 0) {
                    Chunk next = chunk.nextAt(at);
                    if (next != null) {
                        passed(chunk);
                        chunk = next;
                        emptying = next;
                        continue;
                    }
                    if (at == sent()) {
                        if (chunk.records() > SMALL
                                && isTooLarge(chunk, most - left)
                                && hasStackToShrink()) {
                            at = shrink(at, chunk);
                        }
                        return DONE;
                    }
                    if (Spin.isLong(spins)) { // claimed, and about to be published
                        return MORE; // whoever claimed it is off its processor
                    }
                    spins = Spin.once(spins);
                    continue;
                }
                if (header == SKIPPED) {
                    chunk.longs[first] = 0;
                    at++;
                    continue;
                }
                if (left-- == 0) {
                    return MORE;
                }
                if (isOpenEnded && (me.full || (me.spreads && me.hasHandedOver()))) {
                    return MORE;
                }
                me.settle();
                if (me.pressed != null) {
                    return AWAY;
                }
                chunk.longs[first] = 0;
                at++;
                handle(
                        me,
                        (int) header,
                        chunk.longs,
                        chunk.references,
                        first,
                        record * referencesEach);
                if (eager || (at & (HEADS_UNPUBLISHED - 1)) == 0) {
                    publishHead(at, me);
                }
                if (me.pressed != null) {
                    return AWAY;
                }
            }
            return DONE;
        } finally {
            if (at > head) { // behind it where the stack ended when memory was given back
                publishHead(at, me);
            }
        }
    }

    /**
     * Whether it is to be given back, now that it is empty: at once where it is far larger than the
     * bound; otherwise when it has been little used in so many turns that what is allocated anew
     * comes to less than a byte in thirty calls.
     */
    private boolean isTooLarge(Chunk chunk, int handled) {
        int records = chunk.records();
        if (chunk instanceof Chunk.Counted) {
            return true;
        }
        if (handled > records / 8) {
            chunk.littleUsed = 0;
            return false;
        }
        return chunk.isLittleUsedForLong();
    }

    /** Where there is none, it stays large until it is empty once more. */
    private static boolean hasStackToShrink() {
        try {
            StackRoom.needs(FRAMES_TO_GROW);
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /**
     * Gives the memory back, unless somebody is faster; returns the position that comes next. One
     * is left out: so a producer that knows the memory that goes cannot move the tail (I3).
     */
    private long shrink(long at, Chunk chunk) {
        if (!TAIL.compareAndSet(this, at << 1, at << 1 | 1)) {
            return at;
        }
        filling = null;
        emptying = null;
        head = at + 1;
        tail = at + 1 << 1;
        passed(chunk);
        if (chunk instanceof Chunk.Counted) {
            shrank();
        }
        return at + 1;
    }

    /** Twice as many as before, up to the bound; where there is none or it is small, up to many. */
    private int nextRecords(@Nullable Chunk before) {
        if (before == null) {
            return FIRST_RECORDS;
        }
        int now = before.records();
        return now >= LARGEST_BEYOND && (now >= bound() || isUnbounded()) ? now : 2 * now;
    }

    /** Whether that is far more memory than the bound asks for: the house counts it. */
    private boolean isBeyond(int records, @Nullable Chunk before) {
        return records > SMALL
                && (records > TOO_MANY_BOUNDS * (long) bound()
                        || (before != null && before.records() == records));
    }

    private long bytes(int records) {
        return records
                * (longsEach() * (long) Long.BYTES + referencesEach() * (long) Integer.BYTES);
    }

    /**
     * What calls refer to that have not been taken, in no order. Any thread, while the runner does
     * nothing; if it does, some that have just been taken, or have just come, may be missed or be
     * told all the same.
     */
    final void forEachReference(Consumer<Object> taker) {
        Chunk first = emptying;
        for (Chunk each = first == null ? filling : first; each != null; each = each.next) {
            each.forEachReference(taker);
        }
    }

    /** It is not used any more. */
    private void passed(Chunk chunk) {
        if (chunk instanceof Chunk.Counted) {
            gives(bytes(chunk.records()));
        }
    }

    private void publishHead(long at, Caller me) {
        HEAD.setRelease(this, at);
        madeRoom(me.worker != null && !me.spreads);
    }

    // ---- what the actor knows

    /** How many calls may be under way, but for those that may not make anybody wait. */
    abstract int bound();

    /** Whether it has no bound: then {@link #bound} is greater than there can be calls. */
    abstract boolean isUnbounded();

    /** {@code long}s of a record, its header included. */
    abstract int longsEach();

    abstract int referencesEach();

    /**
     * Whether room is to be known at once when a call was handled: where few fit, or somebody
     * waits.
     */
    abstract boolean publishesEachHead();

    /**
     * There is room for so many records now, and for those before if that is far beyond the bound.
     * The producer who had it made.
     */
    abstract void grew(int records, boolean beyond);

    /** There is no room far beyond the bound any more; perhaps there is again. The runner. */
    abstract void shrank();

    /**
     * Whether the house has so much memory for mailboxes beyond their bounds; it is taken then,
     * until it is {@link #settled} on its way.
     */
    abstract boolean takes(long bytes, boolean inAnyCase);

    /** The memory that was taken last is the mailbox's, or has been given back. */
    abstract void settled();

    /** Gives that memory back. */
    abstract void gives(long bytes);

    /**
     * Calls were handled: whoever waits for room may go on. The runner.
     *
     * @param quickly whether many calls take little time
     */
    abstract void madeRoom(boolean quickly);

    /** Handles one call. The runner. */
    abstract void handle(
            Caller me,
            int header,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int firstReference);
}
