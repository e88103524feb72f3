package io.roundhouse.railway;

import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.Thrown;
import io.roundhouse.waiting.internal.Waiters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What the stations of one railway share whatever the goods are: the lanes, and whether it is open.
 */
final class Track {
    /** Open is no ending yet; the first ending stays. */
    private record Ending(@Nullable Throwable cause) {}

    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

    /** Whether somebody has thrown, though it was closed before. */
    private volatile boolean hasFailed;

    private final int stations;
    private final @Nullable Lane[] lanes;
    private final @Nullable LoadingEnd[] loaders;
    private final @Nullable UnloadingEnd[] unloaders;

    /** Makes the ends for one kind of goods. */
    interface Goods {
        /** An array of so many slots, {@link Lane#EDGE} of them on each side for nobody. */
        Object store(int length, int station);

        /** A place for one train that is loaded good by good; the store itself if there is none. */
        default Object platform(Object store) {
            return store;
        }

        /** Whether they are references, which are cleared once unloaded. */
        boolean areReferences();

        LoadingEnd loader(Track track, Lane lane, Waiter waiter);

        UnloadingEnd unloader(Track track, int station, Lane[] lanes, Waiter waiter);
    }

    Track(Plan plan, Goods kind) {
        stations = plan.stations;
        lanes = new Lane[stations];
        loaders = new LoadingEnd[stations];
        unloaders = new UnloadingEnd[stations];
        int[][] unloadersOf = plan.unloadersOf();
        plan.checkSharing(unloadersOf);
        Waiter[] waitersForGoods = waiters(plan);
        List<List<Lane>> lanesTo = new ArrayList<>();
        for (int station = 0; station < stations; station++) {
            lanesTo.add(new ArrayList<>());
        }
        int[] shares = plan.shares(unloadersOf);
        for (int station = 0; station < stations; station++) {
            int[] destinations = unloadersOf[station];
            if (destinations.length == 0) {
                continue;
            }
            Waiter waiterForRoom = Waiters.madeBy(plan.waiting, plan.stations);
            Waiter[] listeners = new Waiter[destinations.length];
            for (int i = 0; i < destinations.length; i++) {
                listeners[i] = waitersForGoods[destinations[i]];
            }
            int share = shares[station];
            Object store = kind.store(Lane.slots(plan.trains, share) + 2 * Lane.EDGE, station);
            boolean shared = plan.isShared(station, destinations);
            Lane lane =
                    new Lane(
                            station,
                            plan.trains,
                            share,
                            destinations,
                            new Bell(listeners),
                            new Bell(waiterForRoom),
                            store,
                            shared ? store : kind.platform(store),
                            kind.areReferences(),
                            shared);
            lanes[station] = lane;
            loaders[station] = kind.loader(this, lane, waiterForRoom);
            for (int destination : destinations) {
                lanesTo.get(destination).add(lane);
            }
        }
        for (int station = 0; station < stations; station++) {
            List<Lane> incoming = lanesTo.get(station);
            if (!incoming.isEmpty()) {
                unloaders[station] =
                        kind.unloader(
                                this,
                                station,
                                incoming.toArray(Lane[]::new),
                                waitersForGoods[station]);
            }
        }
    }

    private static Waiter[] waiters(Plan plan) {
        Waiter[] waiters = new Waiter[plan.stations];
        for (int i = 0; i < waiters.length; i++) {
            waiters[i] = Waiters.madeBy(plan.waiting, waiters.length);
        }
        return waiters;
    }

    // ---- stations
    // -------------------------------------------------------------------------------------------------

    LoadingEnd loader(int station) {
        return find(loaders, station, "load");
    }

    UnloadingEnd unloader(int station) {
        return find(unloaders, station, "unload");
    }

    private static <E> E find(@Nullable E[] ends, int station, String verb) {
        E end = station < 0 || station >= ends.length ? null : ends[station];
        if (end == null) {
            List<Integer> able = new ArrayList<>();
            for (int i = 0; i < ends.length; i++) {
                if (ends[i] != null) {
                    able.add(i);
                }
            }
            throw new IllegalArgumentException(
                    "station "
                            + station
                            + " does not "
                            + verb
                            + "; the stations that "
                            + verb
                            + " are "
                            + able);
        }
        return end;
    }

    // ---- open, closed, failed
    // -------------------------------------------------------------------------------------

    void close() {
        end(new Ending(null));
    }

    void fail(Throwable cause) {
        hasFailed = true;
        if (!end(new Ending(cause))) {
            closeAll(); // who waits for what others hold looks again
        }
    }

    private boolean end(Ending how) {
        if (!ending.compareAndSet(null, how)) {
            return false;
        }
        closeAll();
        return true;
    }

    /** All of them, also where waking somebody at one of them throws, or runs out of stack. */
    private void closeAll() {
        Throwable first = null;
        for (Lane lane : lanes) {
            try {
                if (lane != null) {
                    lane.close();
                }
            } catch (Throwable thrown) { // a user's waiter may throw whatever it likes
                first = first == null ? thrown : first;
            }
        }
        Thrown.again(first);
    }

    boolean isOpen() {
        return ending.get() == null;
    }

    /** Whether what stations hold may never be unloaded, as somebody has thrown. */
    boolean hasFailed() {
        return hasFailed;
    }

    @Nullable Throwable cause() {
        Ending how = ending.get();
        return how == null ? null : how.cause();
    }

    /** The exception for somebody who can go no further. */
    RailwayClosedException closed(String what) {
        Ending how = ending.get();
        String why =
                how == null
                        ? ""
                        : how.cause() == null
                                ? ": the railway is closed"
                                : ": the railway has failed";
        return new RailwayClosedException(what + why, how == null ? null : how.cause());
    }

    /** Throws if nothing may be loaded in this lane any more. */
    void checkMayLoad(Lane lane) {
        if (!lane.goodsBell.closed()) {
            return;
        }
        String what = "station " + lane.station + " cannot load";
        if (!isOpen()) {
            throw closed(what);
        }
        throw new RailwayClosedException(
                lane.hasLoaderLeft()
                        ? what + ": its loader has been closed"
                        : what
                                + ": every station that unloads its goods has left: "
                                + lane.describeUnloaders(),
                null);
    }

    // ---- inspection
    // -----------------------------------------------------------------------------------------------

    long undelivered() {
        long sum = 0;
        for (Lane lane : lanes) {
            sum += lane == null ? 0 : lane.notUnloaded();
        }
        return sum;
    }

    List<StationCounters> counters() {
        List<StationCounters> all = new ArrayList<>();
        for (int station = 0; station < stations; station++) {
            all.add(counters(station));
        }
        return List.copyOf(all);
    }

    private StationCounters counters(int station) {
        UnloadingEnd unloader = unloaders[station];
        LoadingEnd loader = loaders[station];
        long unloaded = 0;
        long waiting = 0;
        for (Lane lane : lanes) {
            if (unloader != null && lane != null && lane.isUnloadedBy(station)) {
                long reached =
                        lane.reachedBy(station); // before the loader's position: never negative
                unloaded += reached;
                waiting += lane.waiting(reached);
            }
        }
        Lane own = lanes[station];
        return new StationCounters(
                station,
                own == null ? 0 : own.loadedOrDeparted(),
                unloaded,
                waiting,
                loader == null ? 0 : loader.waits(),
                loader == null ? 0 : loader.parks(),
                unloader == null ? 0 : unloader.waits(),
                unloader == null ? 0 : unloader.parks());
    }

    /** The lanes of a closed railway whose unloaders have all left. */
    List<Lane> lanesToSweep() {
        if (isOpen()) {
            throw new IllegalStateException("undelivered goods are handed back only after close()");
        }
        List<Lane> all = new ArrayList<>();
        for (Lane lane : lanes) {
            if (lane == null) {
                continue;
            }
            for (int station : lane.unloadingStations) {
                UnloadingEnd unloader = unloader(station);
                if (!unloader.hasEnded()) {
                    throw new IllegalStateException(
                            "station "
                                    + station
                                    + " has neither come to its end nor left: close its unloader first");
                }
            }
            all.add(lane);
        }
        return all;
    }

    @Override
    public String toString() {
        Ending how = ending.get();
        String state = how == null ? "open" : how.cause() == null ? "closed" : "failed";
        StringBuilder words = new StringBuilder("[").append(state);
        for (StationCounters each : counters()) {
            words.append(", station ").append(each.station()).append(": ");
            boolean loads = loaders[each.station()] != null;
            if (loads) {
                words.append(each.loaded()).append(" loaded");
            }
            if (unloaders[each.station()] != null) {
                words.append(loads ? ", " : "")
                        .append(each.unloaded())
                        .append(" unloaded, ")
                        .append(each.waiting())
                        .append(" waiting");
            }
        }
        return words.append(']').toString();
    }

    static String stations(Lane[] lanes) {
        StringBuilder words = new StringBuilder();
        for (Lane lane : lanes) {
            words.append(words.isEmpty() ? "station " : ", station ").append(lane.station);
        }
        return words.toString();
    }
}
