package io.roundhouse.railway;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What all railways have in common, whatever they carry: ending and counting. */
public abstract sealed class AnyRailway implements AutoCloseable permits LongRailway, Railway {
    final Track track;

    AnyRailway(Plan plan, Track.Goods kind) {
        track = new Track(plan, kind);
    }

    /**
     * Nothing more can be loaded; what was loaded is still delivered. Idempotent. Any thread; does
     * not wait.
     */
    @Override
    public final void close() {
        track.close();
    }

    /**
     * Like {@link #close}, with a cause that everybody who is refused or comes to the end is told,
     * unless it was closed before. Stations that {@linkplain RailwayBuilder#sharing share} no
     * longer wait for what others of them have claimed. Any thread; does not wait.
     */
    public final void fail(Throwable cause) {
        track.fail(Objects.requireNonNull(cause, "cause"));
    }

    /** Whether it is neither closed nor failed. Any thread. */
    public final boolean isOpen() {
        return track.isOpen();
    }

    /** What it failed with; null if it has not. Any thread. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public final @Nullable Throwable failure() {
        return track.cause();
    }

    /**
     * How many goods at least one of their stations has not unloaded (yet, while stations still
     * unload). Any thread; exact once all loading and unloading has ended.
     */
    public final long undelivered() {
        return track.undelivered();
    }

    /** Takes a good that nobody will unload. */
    interface Taker {
        void take(Lane lane, long position);
    }

    /** Gives the lanes and positions of what is to be handed back to {@code taker}. */
    final synchronized void handBack(Taker taker) {
        for (Lane lane : track.lanesToSweep()) {
            for (long at = lane.nextToHandBack(); at >= 0; at = lane.nextToHandBack()) {
                taker.take(lane, at); // never twice, also if the taker throws
            }
        }
    }

    /** What every station has done so far. Any thread. */
    public final List<StationCounters> counters() {
        return track.counters();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + " " + track;
    }
}
