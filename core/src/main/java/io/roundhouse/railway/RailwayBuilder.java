package io.roundhouse.railway;

import io.roundhouse.waiting.WaitStrategy;
import java.util.Objects;

/**
 * What railways are built from. Not thread-safe.
 *
 * <p>Unless told otherwise, station 0 loads and every other station unloads every good.
 *
 * @param <B> the builder's own type
 */
public abstract sealed class RailwayBuilder<B extends RailwayBuilder<B>>
        permits LongRailway.Builder, Railway.Builder {
    final Plan plan;

    RailwayBuilder(int stations) {
        plan = new Plan(stations);
    }

    @SuppressWarnings("unchecked")
    private B self() {
        return (B) this;
    }

    /**
     * The number of trains, 8 unless set. Trains × capacity goods may be on the way at a time, over
     * any stretch between two stations.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public B trains(int number) {
        plan.trains(number);
        return self();
    }

    /**
     * How many goods a train carries, 2,048 unless set: the most that one visit loads. Where the
     * goods of several stations travel over the same stretch of the ring, from station to station
     * by their numbers and from the last one to the first, each of these has its share of every
     * train: all of three stations that load for a fourth, none where each loads for the next only.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public B capacity(int goods) {
        plan.capacity(goods);
        return self();
    }

    /** Which stations load. Stations in neither list of {@link #unloading} and this are refused. */
    public B loading(int... stations) {
        plan.loading(stations);
        return self();
    }

    /**
     * Which stations unload: each of them every good that another station loads. All that do not
     * load, unless set. A station may be among those that load, too.
     */
    public B unloading(int... stations) {
        plan.unloading(stations);
        return self();
    }

    /**
     * Goods that {@code from} loads are unloaded by each of {@code to}; instead of {@link #loading}
     * and {@link #unloading}, for railways where not everything goes everywhere. May be called
     * again and again: {@code route(0, 1).route(1, 2).route(2, 0)} is a ring in which each
     * station's results go to the next.
     */
    public B route(int from, int... to) {
        plan.route(from, to);
        return self();
    }

    /**
     * These stations share what they unload: every good goes to exactly one of them, whoever is
     * free, instead of to each. A station claims a block of what is there at a time, never of what
     * is still to come, so nothing waits behind a station that has nothing to do. What a station
     * has claimed and not unloaded when it leaves is for the others. The order in which one
     * loader's goods are unloaded is kept within a station, unless it takes over what another has
     * left.
     *
     * <p>No station comes to its end while another one still has something that it has claimed, and
     * may leave: they end together, once all is unloaded. So a station whose thread ends must be
     * {@linkplain Unloader#close closed}; else the others wait for it, until it is, or the railway
     * {@linkplain AnyRailway#fail fails}. Who polls has to sleep or to wait between two looks:
     * virtual threads that only yield may keep their carriers from the one that they wait for.
     *
     * <p>Of one loader's goods, either all stations that unload them share or none does.
     *
     * @throws IllegalArgumentException if they are fewer than 2
     */
    public B sharing(int... stations) {
        plan.sharing(stations);
        return self();
    }

    /** How stations wait, on both sides; {@link WaitStrategy#adaptive()} unless set. */
    public B waiting(WaitStrategy strategy) {
        plan.waiting = Objects.requireNonNull(strategy, "strategy");
        return self();
    }
}
