package io.roundhouse.railway;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The handle with which one station of a {@link Railway} loads.
 *
 * <p>References are <em>loaded</em>; goods that stay in place are <em>filled</em>; both can be
 * visited many at a time. Whichever of the two the railway does not carry is refused with an {@link
 * UnsupportedOperationException}.
 *
 * <p>One thread at a time; caught when assertions are on. Methods that wait throw {@link
 * WaitInterruptedException} when interrupted, with nothing loaded and the flag still set, and
 * {@link RailwayClosedException} when nothing more can be loaded.
 *
 * @param <T> the goods
 */
public final class Loader<T> extends LoadingEnd {
    /** Fills part of a train. */
    @FunctionalInterface
    public interface Visit<T> {
        /**
         * Loads up to {@code room} goods and returns how many, from index 0 on: {@linkplain
         * Train#set sets} references, or changes the goods that it {@linkplain Train#get gets}
         * where they stay in place. They leave, all at once, when this returns. If this throws, or
         * says that it loaded what it has not set, nothing was loaded and the railway has failed;
         * likewise if it returns less than 0 or more than {@code room}, which the caller is told by
         * an {@link IndexOutOfBoundsException}.
         *
         * @param train of use only until this returns
         * @param room the train's size
         */
        int load(Train<T> train, int room);
    }

    static final String NULL_GOOD = "a good cannot be null";

    private final @Nullable Object[] goods;

    /** The same, where goods are references; null where they stay in place. */
    private final @Nullable Object @Nullable [] references;

    private final int mask;
    private final boolean inPlace;
    private final Train<T> train;

    Loader(Track track, Lane lane, Waiter waiter, boolean inPlace) {
        super(track, lane, waiter);
        goods = (@Nullable Object[]) lane.store;
        references = inPlace ? null : goods;
        mask = lane.mask;
        this.inPlace = inPlace;
        train =
                new Train<>(
                        "a visit of the loader of station " + station,
                        inPlace ? "they stay in place; get one and change it" : null);
    }

    // ---- references ---------------------------------------------------------------------------

    /**
     * Loads one good; waits for room.
     *
     * @throws NullPointerException if it is null
     */
    public void load(T good) {
        assert owner.isCaller();
        long at = position;
        if (at >= limit) {
            checkReference(good);
            awaitRoom(Long.MAX_VALUE);
            at = position;
        }
        add(at, good);
    }

    private void add(long at, T good) {
        @Nullable Object[] slots = references;
        if (good == null || slots == null) {
            throw refused(good);
        }
        slots[Lane.EDGE + ((int) at & mask)] = good;
        publishOne(at + 1);
    }

    private void checkReference(@Nullable T good) {
        if (good == null || inPlace) {
            throw refused(good);
        }
    }

    /**
     * Loads one good if there is room; returns whether there was.
     *
     * @throws NullPointerException if it is null
     */
    public boolean tryLoad(T good) {
        return tryLoad(good, 0);
    }

    /**
     * Loads one good; waits for room no longer than the given time. Returns whether there was room.
     *
     * @throws NullPointerException if it is null
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean tryLoad(T good, Duration time) {
        return tryLoad(good, Clock.nanos(time));
    }

    private boolean tryLoad(T good, long nanos) {
        assert owner.isCaller();
        checkReference(good);
        if (position >= limit && !awaitRoom(nanos)) {
            return false;
        }
        add(position, good);
        return true;
    }

    private RuntimeException refused(@Nullable T good) {
        return good == null
                ? new NullPointerException(NULL_GOOD)
                : new UnsupportedOperationException(
                        "the goods of this railway stay in place: fill one, or load a visit");
    }

    // ---- goods that stay in place -------------------------------------------------------------

    /**
     * Has {@code filler} change the next good, which then leaves; waits for room. The good has
     * whatever was last written into it. If the filler throws, nothing was loaded and the railway
     * has failed.
     */
    public void fill(Consumer<? super T> filler) {
        fill(filler, Long.MAX_VALUE);
    }

    /** Like {@link #fill}, if there is room; returns whether there was. */
    public boolean tryFill(Consumer<? super T> filler) {
        return fill(filler, 0);
    }

    /**
     * Like {@link #fill}; waits for room no longer than the given time. Returns whether there was
     * room.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean tryFill(Consumer<? super T> filler, Duration time) {
        return fill(filler, Clock.nanos(time));
    }

    @SuppressWarnings("unchecked") // nothing but a T is stored, and never null where it stays
    private boolean fill(Consumer<? super T> filler, long nanos) {
        assert owner.isCaller();
        Objects.requireNonNull(filler, "filler");
        if (!inPlace) {
            throw new UnsupportedOperationException(
                    "this railway carries references: load them, or build it with inPlace(factory)");
        }
        if (position >= limit && !awaitRoom(nanos)) {
            return false;
        }
        T good = (T) Objects.requireNonNull(goods[Lane.EDGE + ((int) position & mask)]);
        int loaded = 0;
        enter();
        try {
            filler.accept(good);
            loaded = 1;
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        } finally {
            visited(loaded);
        }
        return true;
    }

    // ---- many at a time -----------------------------------------------------------------------

    /**
     * Loads as many goods as the visit likes, of those that fit into this station's share of the
     * train at hand; waits for room for one. Returns how many were loaded.
     */
    public int load(Visit<T> visit) {
        return load(visit, Long.MAX_VALUE);
    }

    /** Like {@link #load(Visit)}, but returns 0 and does not visit where there is no room. */
    public int tryLoad(Visit<T> visit) {
        return load(visit, 0);
    }

    private int load(Visit<T> visit, long nanos) {
        Objects.requireNonNull(visit, "visit");
        int room = roomAhead(nanos);
        if (room == 0) {
            return 0;
        }
        train.open(goods, lane.slot(position), room);
        int loaded = 0;
        enter();
        try {
            int said = checkLoaded(visit.load(train, room), room);
            train.checkSet(said);
            loaded = said;
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        } finally {
            train.clearFrom(loaded);
            train.close();
            visited(loaded);
        }
        return loaded;
    }
}
