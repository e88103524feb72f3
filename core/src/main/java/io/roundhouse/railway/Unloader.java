package io.roundhouse.railway;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The handle with which one station of a {@link Railway} unloads.
 *
 * <p>A reference is forgotten by the railway as soon as the last of the stations that unload it has
 * done so. A good that stays in place is of use only until the consumer or visit that it was given
 * to returns: then its loader may change it again.
 *
 * <p>One thread at a time; caught when assertions are on. Methods that wait throw {@link
 * WaitInterruptedException} when interrupted, with nothing unloaded and the flag still set. The
 * <em>end</em> comes when every loader has left or the railway was closed, and everything that was
 * loaded has been unloaded. Where the railway has failed, whoever comes to the end gets a {@link
 * RailwayClosedException} with the cause. What is given to a consumer or visit that throws counts
 * as unloaded, and the railway has failed.
 *
 * @param <T> the goods
 */
public final class Unloader<T> extends UnloadingEnd {
    /** Takes goods out of part of a train. */
    @FunctionalInterface
    public interface Visit<T> {
        /**
         * Takes the goods of the train, in the order in which they were loaded. Their room is free
         * for others when this returns. If this throws, the goods of this visit count as unloaded
         * and the railway has failed.
         *
         * @param train of use only until this returns
         * @param size how many goods there are
         */
        void unload(Train<T> train, int size);
    }

    private final boolean inPlace;
    private final Train<T> train;
    private @Nullable Object[] goods;
    private int mask;

    /** Whether goods are references that only this station unloads, and so clears. */
    private boolean alone;

    /** Where goods are, if {@link #alone} and not shared. */
    private @Nullable Object @Nullable [] own;

    Unloader(Track track, int station, Lane[] lanes, Waiter waiter, boolean inPlace) {
        super(track, station, lanes, waiter);
        this.inPlace = inPlace;
        train =
                new Train<>(
                        "a visit of the unloader of station " + station,
                        "only loaders of references do");
        goods = (@Nullable Object[]) lane.store;
        mask = lane.mask;
        alone = !inPlace && lane.clearing == null;
        own = alone && !isShared() ? goods : null;
    }

    /**
     * Unloads one reference; waits for it.
     *
     * @throws RailwayClosedException if the end has come
     * @throws UnsupportedOperationException if goods stay in place
     */
    public T unload() {
        assert owner.isCaller();
        long at = position;
        if (at >= limit) {
            awaitReference();
            at = position;
        }
        @Nullable Object[] own = this.own;
        if (own == null) {
            return unloadTogether();
        }
        int slot = Lane.EDGE + ((int) at & mask);
        Object good = Objects.requireNonNull(own[slot]);
        own[slot] = null;
        passedInBlock(at + 1);
        return reference(good);
    }

    @SuppressWarnings("unchecked") // nothing but a T is stored
    private T reference(Object good) {
        return (T) good;
    }

    private void awaitReference() {
        if (inPlace) {
            throw staysInPlace();
        }
        awaitGood();
    }

    private T unloadTogether() {
        if (inPlace) {
            throw staysInPlace();
        }
        int slot = Lane.EDGE + ((int) position & mask);
        T good = good(slot);
        passed(slot, 1);
        return good;
    }

    private static UnsupportedOperationException staysInPlace() {
        return new UnsupportedOperationException(
                "the goods of this railway stay in place: unload with a consumer or a visit");
    }

    @SuppressWarnings("unchecked") // nothing but a T is stored
    private T good(int slot) {
        return (T) Objects.requireNonNull(goods[slot]);
    }

    /**
     * Gives one good to {@code taker}; waits for it.
     *
     * @throws RailwayClosedException if the end has come
     */
    public void unload(Consumer<? super T> taker) {
        if (!unload(taker, Long.MAX_VALUE)) {
            throw over();
        }
    }

    /** Gives one good to {@code taker} if there is one; returns whether there was. */
    public boolean tryUnload(Consumer<? super T> taker) {
        return unload(taker, 0);
    }

    /**
     * Gives one good to {@code taker}; waits for it no longer than the given time. Returns whether
     * there was one.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean tryUnload(Consumer<? super T> taker, Duration time) {
        return unload(taker, Clock.nanos(time));
    }

    private boolean unload(Consumer<? super T> taker, long nanos) {
        assert owner.isCaller();
        Objects.requireNonNull(taker, "taker");
        if (!ready(nanos)) {
            return false;
        }
        int slot = Lane.EDGE + ((int) position & mask);
        T good = good(slot);
        enter();
        try {
            taker.accept(good);
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        } finally {
            try {
                passed(slot, 1);
            } finally { // a wake-up may throw
                exit();
            }
        }
        return true;
    }

    /**
     * Unloads goods that are there: of one loader, as many as lie one behind the other in its
     * trains; waits for one. Returns how many, 0 if the end has come.
     *
     * @throws RailwayClosedException if the end has come because the railway has failed
     */
    public int unload(Visit<T> visit) {
        return unload(visit, Long.MAX_VALUE);
    }

    /**
     * Like {@link #unload(Visit)}, but returns 0 and does not visit where there is no good; whether
     * one will ever come tells {@link #hasEnded}.
     *
     * @throws RailwayClosedException if the end has come because the railway has failed
     */
    public int tryUnload(Visit<T> visit) {
        return unload(visit, 0);
    }

    /**
     * Gives every good to {@code taker} until the end has come; returns how many there were. If it
     * throws, the railway has failed: the good that it was given counts as unloaded, and those
     * behind that one are still there.
     */
    public long forEach(Consumer<? super T> taker) {
        Visit<T> each = new Giving<>(Objects.requireNonNull(taker, "taker"));
        long sum = 0;
        for (int n = unload(each); n != 0; n = unload(each)) {
            sum += n;
        }
        return sum;
    }

    private int unload(Visit<T> visit, long nanos) {
        Objects.requireNonNull(visit, "visit");
        int count = goodsAhead(nanos);
        if (count == 0) {
            return 0;
        }
        int from = lane.slot(position);
        int done = count;
        train.open(goods, from, count);
        enter();
        try {
            visit.unload(train, count);
        } catch (Throwable thrown) {
            done = visit instanceof Giving<T> giving ? giving.given : count;
            failed(thrown);
            throw thrown;
        } finally {
            train.close();
            try {
                passed(from, done);
            } finally { // a wake-up may throw
                visited();
            }
        }
        return count;
    }

    /** Gives goods to a consumer, one behind the other; it may throw at one. */
    private static final class Giving<T> implements Visit<T> {
        private final Consumer<? super T> taker;

        /** How many goods of the visit the consumer was given. */
        int given;

        Giving(Consumer<? super T> taker) {
            this.taker = taker;
        }

        @Override
        public void unload(Train<T> train, int size) {
            int next = 0;
            try {
                while (next < size) {
                    taker.accept(train.get(next++));
                }
            } finally {
                given = next;
            }
        }
    }

    /** Goes on behind so many goods from the given slot on, and clears what is to be cleared. */
    private void passed(int slot, int count) {
        if (alone) {
            Arrays.fill(goods, slot, slot + count, null);
            passed(position + count);
        } else if (inPlace) {
            passed(position + count);
        } else {
            passedTogether(position + count);
        }
    }

    @Override
    void arrange() {
        if (own == null) {
            super.arrange();
        } else {
            allowBlock();
        }
    }

    @Override
    void laneChanged() {
        goods = (@Nullable Object[]) lane.store;
        mask = lane.mask;
        alone = !inPlace && lane.clearing == null;
        own = alone && !isShared() ? goods : null;
    }
}
