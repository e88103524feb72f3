package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
 *
 * Who touches what
 *   field     written by         mode     read by    mode     what it carries
 *   tail      producers          CAS      all        acquire  twice the next position, + 1 while locked
 *   limit     producers          opaque   producers  opaque   the first position that needs a look (a guess, never too far)
 *   filling   holder of the lock release  producers  acquire  the chunk of what is below limit
 *   head      runner             release  producers  acquire  the right to overwrite every record below it
 *   emptying  runner             plain    runner     plain    the chunk of head; the first by a producer, under the lock
 *   header    its producer       release  runner     acquire  the arguments of the call; 0: not published
 * </pre>
 *
 * <p>There is no memory before the first call, and twice as much whenever it is full, up to the
 * bound. Who must wait for room does so in {@link Actor}. After the growable multi-producer queues
 * of JCTools (Nitsan Wakart), with records in place of references.
 */
abstract class Mailbox extends Task {
    /** A mailbox may grow to so many records where it must not make anybody wait, and no more. */
    static final int CEILING = 1 << 20;

    private static final int FIRST_RECORDS = 8;
    private static final int HEADS_UNPUBLISHED = 32;

    private static final VarHandle TAIL;
    private static final VarHandle LIMIT;
    private static final VarHandle HEAD;
    private static final VarHandle FILLING;
    private static final VarHandle HEADER = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Mailbox.class, "tail", long.class);
            LIMIT = lookup.findVarHandle(Mailbox.class, "limit", long.class);
            HEAD = lookup.findVarHandle(Mailbox.class, "head", long.class);
            FILLING = lookup.findVarHandle(Mailbox.class, "filling", Chunk.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // through TAIL
    private long tail;

    @SuppressWarnings("unused") // through LIMIT
    private long limit;

    private long head;

    @SuppressWarnings("unused") // through FILLING
    private @Nullable Chunk filling;

    private @Nullable Chunk emptying;

    // ---- producers

    /**
     * Puts the call that starts at {@code first} into the next record, unless {@code bound} calls
     * are under way; returns whether it did. Any thread.
     */
    final boolean offer(long bound, long[] longs, @Nullable Object[] references, int first) {
        Spin spin = null;
        while (true) {
            long at = (long) TAIL.getAcquire(this);
            if ((at & 1) != 0) {
                spin = spin == null ? new Spin() : spin;
                spin.once();
                continue;
            }
            Chunk chunk = (Chunk) FILLING.getAcquire(this);
            if (chunk == null || at >= (long) LIMIT.getOpaque(this)) {
                long from = (long) HEAD.getAcquire(this); // one look: a later one may find new room
                if ((at >> 1) - from >= bound) {
                    return false;
                }
                if (chunk == null || !raiseLimit(chunk, at, from)) {
                    if (TAIL.compareAndSet(this, at, at | 1)) {
                        write(grow(at, from, chunk), at >> 1, longs, references, first);
                        return true;
                    }
                    continue;
                }
            }
            if (TAIL.compareAndSet(this, at, at + 2)) {
                write(chunk, at >> 1, longs, references, first);
                return true;
            }
        }
    }

    /** The runner has come to {@code from}: returns whether that leaves room in this chunk. */
    private boolean raiseLimit(Chunk chunk, long at, long from) {
        long end = Math.max(from, chunk.begin) + chunk.records();
        LIMIT.setOpaque(this, Math.min(from + bound(), end) << 1);
        return at >> 1 < end;
    }

    /**
     * Goes on in a larger chunk, whose first position is the caller's. The caller has locked the
     * tail at {@code at}; it goes on behind that position, so that nobody who still knows the old
     * chunk can move it.
     */
    private Chunk grow(long at, long from, @Nullable Chunk before) {
        long next = at;
        try {
            long begin = at >> 1;
            int records = before == null ? FIRST_RECORDS : 2 * before.records();
            Chunk chunk = new Chunk(begin, records, longsEach(), referencesEach());
            if (before == null) {
                emptying = chunk;
            } else {
                before.next = chunk;
                before.end = begin;
            }
            FILLING.setRelease(this, chunk);
            LIMIT.setOpaque(
                    this, Math.max(begin + 1, Math.min(from + bound(), begin + records)) << 1);
            next = at + 2;
            return chunk;
        } finally {
            TAIL.setRelease(this, next);
        }
    }

    private void write(
            Chunk chunk, long position, long[] longs, @Nullable Object[] references, int first) {
        int record = (int) position & chunk.mask;
        int longsEach = longsEach();
        int referencesEach = referencesEach();
        int to = record * referencesEach;
        for (int i = 0; i < referencesEach; i++) {
            chunk.references[to + i] = references[first + i];
            references[first + i] = null;
        }
        to = record * longsEach;
        for (int i = 1; i < longsEach; i++) {
            chunk.longs[to + i] = longs[first + i];
        }
        HEADER.setRelease(chunk.longs, to, longs[first]); // pairs with drain
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
        Spin spin = null;
        try {
            while (at < end) {
                int record = (int) at & chunk.mask;
                int first = record * chunk.longsEach;
                long header = (long) HEADER.getAcquire(chunk.longs, first);
                if (header == 0) {
                    Chunk next = chunk.nextAt(at);
                    if (next != null) {
                        chunk = next;
                        emptying = next;
                        continue;
                    }
                    if (at == sent()) {
                        return DONE;
                    }
                    spin = spin == null ? new Spin() : spin; // claimed, and about to be published
                    spin.once();
                    continue;
                }
                if (left-- == 0) {
                    return MORE;
                }
                chunk.longs[first] = 0;
                at++;
                handle(
                        me,
                        (int) header,
                        chunk.longs,
                        chunk.references,
                        first,
                        record * chunk.referencesEach);
                if (eager || (at & (HEADS_UNPUBLISHED - 1)) == 0) {
                    publishHead(at);
                }
                if (me.pressed != null) {
                    return AWAY;
                }
            }
            return DONE;
        } finally {
            if (at != head) {
                publishHead(at);
            }
        }
    }

    private void publishHead(long at) {
        HEAD.setRelease(this, at);
        madeRoom();
    }

    // ---- what the actor knows

    /** How many calls may be under way, but for those that may not make anybody wait. */
    abstract int bound();

    /** {@code long}s of a record, its header included. */
    abstract int longsEach();

    abstract int referencesEach();

    /**
     * Whether room is to be known at once when a call was handled: where few fit, or somebody
     * waits.
     */
    abstract boolean publishesEachHead();

    /** Calls were handled: whoever waits for room may go on. The runner. */
    abstract void madeRoom();

    /** Handles one call. The runner. */
    abstract void handle(
            Caller me,
            int header,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int firstReference);

    /** Room for records, a power of two of them. */
    private static final class Chunk {
        final long begin;
        final int mask;
        final int longsEach;
        final int referencesEach;
        final long[] longs;
        final @Nullable Object[] references;

        /** The first position that is in {@link #next}; set before anything is loaded there. */
        volatile long end = Long.MAX_VALUE;

        @Nullable Chunk next;

        Chunk(long begin, int records, int longsEach, int referencesEach) {
            this.begin = begin;
            this.mask = records - 1;
            this.longsEach = longsEach;
            this.referencesEach = referencesEach;
            this.longs = new long[Math.multiplyExact(records, longsEach)];
            this.references =
                    referencesEach == 0
                            ? NONE
                            : new Object[Math.multiplyExact(records, referencesEach)];
        }

        private static final @Nullable Object[] NONE = {};

        int records() {
            return mask + 1;
        }

        @Nullable Chunk nextAt(long position) {
            return position >= end ? next : null;
        }
    }
}
