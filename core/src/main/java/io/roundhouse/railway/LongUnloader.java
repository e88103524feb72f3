package io.roundhouse.railway;

import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * The handle with which one station of a {@link LongRailway} unloads.
 *
 * <p>One thread at a time; caught when assertions are on. Methods that wait throw {@link
 * WaitInterruptedException} when interrupted, with nothing unloaded and the flag still set. The
 * <em>end</em> comes when every loader has left or the railway was closed, and everything that was
 * loaded has been unloaded. Where the railway has failed, whoever comes to the end gets a {@link
 * RailwayClosedException} with the cause.
 */
public final class LongUnloader extends UnloadingEnd {
    /** Takes goods out of part of a train. */
    @FunctionalInterface
    public interface Visit {
        /**
         * Takes {@code goods[from]} to {@code goods[to - 1]}, in the order in which they were
         * loaded. Their room is free for others when this returns. The array must not be kept,
         * changed, nor read outside of the range. If this throws, the goods of this visit count as
         * unloaded and the railway has failed.
         */
        void unload(long[] goods, int from, int to);
    }

    private long[] goods;
    private boolean giveBack;
    private int mask;

    LongUnloader(Track track, int station, Lane[] lanes, Waiter waiter) {
        super(track, station, lanes, waiter);
        goods = (long[]) lane.store;
        mask = lane.mask;
        giveBack = giveBackNow();
    }

    /**
     * Unloads one good; waits for it.
     *
     * @throws RailwayClosedException if the end has come
     */
    public long unload() {
        assert owner.isCaller();
        if (position >= limit) {
            awaitGood();
        }
        int slot = Lane.EDGE + ((int) position & mask);
        long good = goods[slot];
        if (giveBack && (position & (Lane.LINE - 1)) == 0) {
            goods[slot] = 0;
        }
        passed(position + 1);
        return good;
    }

    /** Gives one good to {@code taker} if there is one; returns whether there was. */
    public boolean tryUnload(LongConsumer taker) {
        return tryUnload(taker, Duration.ZERO);
    }

    /**
     * Gives one good to {@code taker}; waits for it no longer than the given time. Returns whether
     * there was one.
     */
    public boolean tryUnload(LongConsumer taker, Duration time) {
        assert owner.isCaller();
        if (!ready(time.toNanos())) {
            return false;
        }
        long good = goods[Lane.EDGE + ((int) position & mask)];
        passed(position + 1);
        taker.accept(good);
        return true;
    }

    /**
     * Unloads the goods that are there, of those in one loader's share of the train at hand; waits
     * for one. Returns how many, 0 if the end has come.
     */
    public int unload(Visit visit) {
        return unload(visit, Long.MAX_VALUE);
    }

    /** Like {@link #unload(Visit)}, but returns 0 and does not visit where there is no good. */
    public int tryUnload(Visit visit) {
        return unload(visit, 0);
    }

    /** Gives every good to {@code taker} until the end has come; returns how many there were. */
    public long forEach(LongConsumer taker) {
        Visit each =
                (train, from, to) -> {
                    for (int i = from; i < to; i++) {
                        taker.accept(train[i]);
                    }
                };
        long sum = 0;
        for (int n = unload(each); n != 0; n = unload(each)) {
            sum += n;
        }
        return sum;
    }

    private int unload(Visit visit, long nanos) {
        assert owner.isCaller();
        if (!ready(nanos)) {
            return 0;
        }
        int count = lane.run(position, limit);
        int from = lane.slot(position);
        visitBegins();
        try {
            visit.unload(goods, from, from + count);
        } catch (RuntimeException | Error thrown) {
            track.fail(thrown);
            throw thrown;
        } finally {
            if (giveBack) {
                giveBack(from, from + count);
            }
            passed(position + count);
            visitEnds();
        }
        nextLane();
        lookAtLane();
        return count;
    }

    private void giveBack(int from, int to) {
        for (int slot = from; slot < to; slot += Lane.LINE) {
            goods[slot] = 0;
        }
    }

    private boolean ready(long nanos) {
        if (position < limit) {
            return true;
        }
        boolean ready = awaitGoods(nanos);
        if (!ready && hasEnded() && track.cause() != null) {
            throw end();
        }
        lookAtLane();
        return ready;
    }

    private void awaitGood() {
        if (!awaitGoods(Long.MAX_VALUE)) {
            throw end();
        }
        lookAtLane();
    }

    private void lookAtLane() {
        goods = (long[]) lane.store;
        mask = lane.mask;
        giveBack = giveBackNow();
    }
}
