package io.roundhouse.railway;

import io.roundhouse.waiting.Waiter;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Carries {@code long}s from stations that load to stations that unload, in trains.
 *
 * <p>After Aliaksei Papou, "Inter-thread communications in Java at the speed of light" (InfoQ,
 * 2013): a ring of stations, one a thread, and trains that carry up to a capacity of goods from
 * each to the next. Different from there, no station ever holds a train. The rule:
 *
 * <blockquote>
 * A good leaves when it is loaded. A station waits only for goods that nobody has loaded yet, or
 * for room that a station which has still to see a good takes up; never for a train that another
 * station has in hand, a timer, or a full train.
 * </blockquote>
 *
 * <p>So a loader that loads one good and sleeps for ever strands nothing, and one that never starts
 * stops nobody. Each loading station has a share of every train for itself, or all of it, and its
 * goods keep their order; between goods of different loaders there is none. Every station that
 * unloads sees every good that is loaded for it, once.
 *
 * <p>One exception, where a station's share of all trains is 65,536 goods or more: a load that may
 * wait for ever, and has used all the room it knew of, waits for half of it, for 2.1 ms at most, so
 * that it does not follow on the heels of those who unload, which is slow. What was loaded does not
 * wait for that.
 *
 * <p><b>Memory.</b> What a thread did before it loaded a good happens-before what another does
 * after it unloaded it. No load, unload or visit allocates anything.
 *
 * <p><b>Ending.</b> A {@linkplain LongLoader#close loader leaves} when it has loaded its last good:
 * stations behind come to their end when they have unloaded everything. {@link #close} ends loading
 * from outside: every waiting loader is released with a {@link RailwayClosedException}, and what
 * was loaded before is still delivered. {@link #fail} does the same with a cause, and so does any
 * exception out of a station's visit. A load that runs at the same moment as the closing is either
 * refused or accepted; what was accepted is delivered or counted in {@link #undelivered}.
 */
public final class LongRailway extends AnyRailway {
    private LongRailway(Plan plan) {
        super(plan, new Longs());
    }

    /**
     * Starts to describe a railway of so many stations.
     *
     * @throws IllegalArgumentException if fewer than 2
     */
    public static Builder stations(int number) {
        return new Builder(number);
    }

    /**
     * The handle with which the given station loads. Always the same one.
     *
     * @throws IllegalArgumentException if there is no such station or it does not load
     */
    public LongLoader loader(int station) {
        return (LongLoader) track.loader(station);
    }

    /**
     * The handle with which the given station unloads. Always the same one.
     *
     * @throws IllegalArgumentException if there is no such station or it does not unload
     */
    public LongUnloader unloader(int station) {
        return (LongUnloader) track.unloader(station);
    }

    /**
     * Hands back the goods that {@link #undelivered} counts, loader by loader, in order, each once.
     * They stay counted. Where a station left early and others went on, goods that those have
     * unloaded may be gone. Any thread, one at a time. What {@code taker} throws ends it, and to
     * call again goes on behind the good that was given.
     *
     * @throws IllegalStateException if the railway is open, or a station that unloads has not come
     *     to its end nor left
     */
    public void handBack(LongConsumer taker) {
        Objects.requireNonNull(taker, "taker");
        handBack((lane, position) -> taker.accept(good(lane, position)));
    }

    private static long good(Lane lane, long position) {
        return position < lane.departed()
                ? ((long[]) lane.store)[lane.slot(position)]
                : ((long[]) lane.platform)[Lane.EDGE + ((int) position & lane.platformMask)];
    }

    /** Describes a {@link LongRailway}. */
    public static final class Builder extends RailwayBuilder<Builder> {
        private Builder(int stations) {
            super(stations);
        }

        /**
         * Builds it.
         *
         * @throws IllegalArgumentException if the description makes no sense; the message says what
         *     and what would
         */
        public LongRailway build() {
            return new LongRailway(plan);
        }
    }

    private static final class Longs implements Track.Goods {
        @Override
        public Object store(int length, int station) {
            return new long[length];
        }

        @Override
        public Object platform(Object store) {
            int slots = ((long[]) store).length - 2 * Lane.EDGE;
            return slots < 4 * Lane.PLATFORM ? store : new long[Lane.PLATFORM + 2 * Lane.EDGE];
        }

        @Override
        public boolean areReferences() {
            return false;
        }

        @Override
        public LoadingEnd loader(Track track, Lane lane, Waiter waiter) {
            return new LongLoader(track, lane, waiter);
        }

        @Override
        public UnloadingEnd unloader(Track track, int station, Lane[] lanes, Waiter waiter) {
            return new LongUnloader(track, station, lanes, waiter);
        }
    }
}
