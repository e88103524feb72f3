package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Room for the call that a thread is writing, and for those that it has handed over.
 *
 * <p>A call is written at {@link #first} of both arrays, which have rows for one call each. A
 * worker hands calls over to an idle actor by leaving them where they are and writing the next one
 * in the next row; what that actor sends when it has them is written in the other half of the rows.
 * Used by its thread only, where nothing else is said.
 */
abstract sealed class CallRows permits Caller {
    /** How many calls may be handed over at a time. */
    static final int MOST_HANDED = 64;

    private static final int PLACES_A_ROW = 8;
    private static final VarHandle FIRST;

    static {
        try {
            FIRST = MethodHandles.lookup().findVarHandle(CallRows.class, "first", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Primitive arguments and the method's number. */
    public long[] longs;

    /** Arguments that are references. */
    public @Nullable Object[] references;

    /**
     * Where the call that is being written starts: behind those that were handed over and not come
     * to. So whoever sees it move sees them.
     */
    public int first;

    /** How many places a row has. */
    public int each = PLACES_A_ROW;

    /** Where the first row is of the half that is written in: 0, or {@link #half}. */
    int base;

    /** Places of half of the rows. */
    private int half;

    /** Rows of a half: written in before those at the beginning are free again. */
    private final int rows;

    /** Whom calls were handed over to, or who has got them before that. */
    @Nullable Task to;

    /**
     * Whether the first call to an idle task of {@link Caller#handsTo} may be handed over without
     * further looks: nothing is handed over, and what runs is a turn of a worker, not a visit.
     */
    boolean quick;

    /**
     * As long as the call that is being written starts below that, it may be added to those handed
     * over without further looks.
     */
    int addsBelow;

    /** Whether no more calls can be handed over to whom some were handed over to. */
    public boolean full;

    /** Halves of so many rows. */
    CallRows(int rows) {
        this.rows = rows;
        this.half = rows * each;
        this.longs = new long[2 * half];
        this.references = new Object[2 * half];
    }

    /** Whether the caller of any thread has room for a call of so many places. */
    public static boolean hasAlwaysRoomFor(int places) {
        return places <= PLACES_A_ROW;
    }

    /** One more is handed over. May throw, for want of stack, and then it is not. */
    void add() {
        FIRST.setRelease(this, first + each); // pairs with handed
    }

    /** How many rows were written, from the first one on. Any thread; see {@link HandsOver}. */
    int handed() {
        return (int) FIRST.getAcquire(this) - base >> Integer.numberOfTrailingZeros(each);
    }

    /** What may be added without further looks: so many calls in all. */
    void addsUpTo(int calls) {
        addsBelow = base + calls * each;
    }

    /** A worker's turn begins, or goes on with other calls, and nothing is handed over. */
    void isQuick() {
        quick = true;
    }

    /**
     * Handing over takes looks from now on: what is about to run may not do it, or not like that.
     */
    public void looksFirst() {
        quick = false;
        addsBelow = 0;
    }

    /** Goes on in the other half; returns how many calls are in this one. */
    int turnOver() {
        int last = base;
        int places = first - last;
        base = half - last;
        first = half - last;
        if (places == each) {
            return 1; // as a rule, and then none was added
        }
        full = false;
        addsBelow = 0;
        return places / each;
    }

    /**
     * Has the call that is written in the first row, of new arrays if others read the old ones. All
     * of it or, for want of memory or stack, nothing.
     */
    void startOver(boolean anew) {
        if (anew) {
            renew(each);
            return;
        }
        System.arraycopy(longs, first, longs, base, each);
        System.arraycopy(references, first, references, base, each);
        Arrays.fill(references, first, first + each, null);
        first = base;
    }

    /** Has new arrays, for the call that is being written only, of rows of so many places. */
    void renew(int newEach) {
        long[] newLongs = new long[2 * rows * newEach];
        @Nullable Object[] newReferences = new Object[2 * rows * newEach];
        System.arraycopy(longs, first, newLongs, 0, each);
        System.arraycopy(references, first, newReferences, 0, each);
        @Nullable Object[] old = references;
        int from = first;
        int to = first + each;
        longs = newLongs;
        references = newReferences;
        each = newEach;
        base = 0;
        half = rows * newEach;
        first = 0;
        for (int i = from; i < to; i++) { // no call: there may be no stack for one
            old[i] = null; // a thief may keep the old ones until it has found something else
        }
    }

    /** The call that is being written is not sent: does not hold its references. */
    public void forget(int referencesEach) {
        for (int i = first; i < first + referencesEach; i++) {
            references[i] = null;
        }
    }
}
