package io.roundhouse.railway;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a train that a visit of a {@link Loader} or {@link Unloader} handles: goods 0 to
 * {@link #size}{@code - 1}.
 *
 * <p>The same object for every visit of a handle, so it must not be kept: it is of use to the
 * visiting thread, until the visit returns. A loop over it is a loop over an array.
 *
 * @param <T> the goods
 */
public final class Train<T> {
    private static final @Nullable Object[] NOTHING = {};

    private final String what;
    private final @Nullable String unsettable;
    private @Nullable Object[] goods = NOTHING;
    private int from;
    private int size;

    /** One more than the greatest index that was set in this visit. */
    private int reached;

    /** Whether an index was passed over when it was reached. */
    private boolean hasGaps;

    /**
     * @param what whose visits, in words
     * @param unsettable why goods cannot be set, null if they can
     */
    Train(String what, @Nullable String unsettable) {
        this.what = what;
        this.unsettable = unsettable;
    }

    /** For how many goods there is room, or how many there are; at least 1 in a visit. */
    public int size() {
        return size;
    }

    /**
     * The good at the given index. While references are loaded, only what this visit has set there.
     *
     * @throws IndexOutOfBoundsException if there is no such index; as always outside of a visit
     */
    @SuppressWarnings("unchecked") // nothing but a T is stored
    public T get(int index) {
        assert isVisited();
        Object good = goods[from + Objects.checkIndex(index, size)];
        if (good == null) {
            throw new IllegalStateException(what + " has not set good " + index);
        }
        return (T) good;
    }

    /**
     * Puts a good at the given index; {@link Loader.Visit} returns how many, from 0 on, leave.
     *
     * @throws NullPointerException if the good is null
     * @throws IndexOutOfBoundsException if there is no such index; as always outside of a visit
     * @throws UnsupportedOperationException if goods are being unloaded, or stay in place
     */
    public void set(int index, T good) {
        assert isVisited();
        if (good == null) {
            throw new NullPointerException(Loader.NULL_GOOD);
        }
        if (unsettable != null) {
            throw new UnsupportedOperationException(what + " cannot set goods: " + unsettable);
        }
        goods[from + Objects.checkIndex(index, size)] = good;
        if (index == reached) {
            reached = index + 1;
        } else {
            setOutOfOrder(index);
        }
    }

    private void setOutOfOrder(int index) {
        if (index > reached) {
            hasGaps = true;
            reached = index + 1;
        }
    }

    private boolean isVisited() {
        if (size == 0) {
            throw new AssertionError(
                    what + " is over: a train is of use only until the visit returns");
        }
        return true;
    }

    // ---- the handle's side --------------------------------------------------------------------

    void open(@Nullable Object[] goods, int from, int size) {
        if (this.goods != goods) { // what a collector asks for each store of a reference is saved
            this.goods = goods;
        }
        this.from = from;
        this.size = size;
        this.reached = 0;
        this.hasGaps = false;
    }

    /** Refuses to load goods that were not set. */
    void checkSet(int loaded) {
        if (unsettable != null || (loaded <= reached && !hasGaps)) {
            return; // they stay in place, or were set one after the other, as nearly always
        }
        for (int i = 0; i < loaded; i++) {
            if (goods[from + i] == null) {
                throw new IllegalStateException(
                        what + " says it loaded " + loaded + " goods, but has not set good " + i);
            }
        }
    }

    /** Forgets goods that were set but not loaded. */
    void clearFrom(int loaded) {
        for (int i = loaded; i < reached; i++) {
            goods[from + i] = null;
        }
    }

    void close() {
        size = 0;
    }

    @Override
    public String toString() {
        return "train in " + what + " [" + size + " goods]";
    }
}
