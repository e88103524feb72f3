package io.roundhouse.railway;

import io.roundhouse.waiting.WaitStrategy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/** What a railway is built from, checked. */
final class Plan {
    /** The greatest power of two that an array can have slots, with room for the edges. */
    static final int MOST_SLOTS = 1 << 30;

    static final int MOST_STATIONS = 1 << 16;

    final int stations;
    int trains = 8;
    int capacity = 2048;
    WaitStrategy waiting = WaitStrategy.adaptive();
    private BitSet loading = new BitSet();
    private BitSet unloading = new BitSet();
    private BitSet sharing = new BitSet();
    private final BitSet[] routes;
    private boolean routed;

    Plan(int stations) {
        if (stations < 2) {
            throw new IllegalArgumentException(
                    "a railway has at least 2 stations, one that loads and one that unloads, not "
                            + stations);
        }
        if (stations > MOST_STATIONS) {
            throw new IllegalArgumentException(
                    "a railway has at most "
                            + MOST_STATIONS
                            + " stations, each of which is a thread, not "
                            + stations);
        }
        this.stations = stations;
        this.routes = new BitSet[stations];
        Arrays.setAll(routes, _ -> new BitSet());
    }

    void trains(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("a railway has at least 1 train, not " + number);
        }
        trains = number;
    }

    void capacity(int goods) {
        if (goods < 1) {
            throw new IllegalArgumentException(
                    "a train has a capacity of at least 1 good, not " + goods);
        }
        capacity = goods;
    }

    void loading(int... stations) {
        loading = set("stations", stations);
    }

    void unloading(int... stations) {
        unloading = set("stations", stations);
    }

    void sharing(int... stations) {
        sharing = set("stations", stations);
        if (sharing.cardinality() < 2) {
            throw new IllegalArgumentException("one station cannot share: name another one");
        }
    }

    /** Whether those who unload the goods of a station share them. */
    boolean isShared(int from, int[] unloaders) {
        int sharers = 0;
        for (int each : unloaders) {
            sharers += sharing.get(each) ? 1 : 0;
        }
        if (sharers > 0 && sharers < unloaders.length) {
            throw new IllegalArgumentException(
                    "some of the stations that unload what station "
                            + from
                            + " loads share it, and others do not: of "
                            + Arrays.toString(unloaders)
                            + " "
                            + sharing
                            + " share; let all or none");
        }
        return sharers > 1;
    }

    /** Refuses stations that share and have nothing to share. */
    void checkSharing(int[][] unloadersOf) {
        BitSet idle = (BitSet) sharing.clone();
        for (int[] unloaders : unloadersOf) {
            Arrays.stream(unloaders).forEach(idle::clear);
        }
        if (!idle.isEmpty()) {
            throw new IllegalArgumentException(
                    "station "
                            + idle.nextSetBit(0)
                            + " unloads nothing that it could share: name it in unloading or route");
        }
    }

    void route(int from, int... to) {
        routed = true;
        BitSet destinations = set("to", to);
        if (destinations.get(check(from))) {
            throw new IllegalArgumentException(
                    "station " + from + " cannot unload what it loads itself");
        }
        routes[from].or(destinations);
    }

    private BitSet set(String name, int... stations) {
        Objects.requireNonNull(stations, name);
        if (stations.length == 0) {
            throw new IllegalArgumentException("name at least one station");
        }
        BitSet set = new BitSet();
        for (int station : stations) {
            set.set(check(station));
        }
        return set;
    }

    private int check(int station) {
        if (station < 0 || station >= stations) {
            throw new IllegalArgumentException(
                    "there is no station " + station + "; the stations are 0 to " + (stations - 1));
        }
        return station;
    }

    /** For each station, who unloads what it loads; empty where it loads nothing. */
    int[][] unloadersOf() {
        if (routed && !(loading.isEmpty() && unloading.isEmpty())) {
            throw new IllegalArgumentException(
                    "say either route(from, to) or loading(...) and unloading(...), not both");
        }
        BitSet[] whole = routed ? routes : routesByRole();
        int[][] result = new int[stations][];
        BitSet busy = new BitSet();
        for (int from = 0; from < stations; from++) {
            result[from] = whole[from].stream().toArray();
            busy.or(whole[from]);
            if (!whole[from].isEmpty()) {
                busy.set(from);
            }
        }
        int idle = busy.nextClearBit(0);
        if (idle < stations) {
            throw new IllegalArgumentException(
                    "station "
                            + idle
                            + " neither loads nor unloads: name it in loading, unloading or route");
        }
        return result;
    }

    private BitSet[] routesByRole() {
        BitSet from = (BitSet) loading.clone();
        BitSet to = (BitSet) unloading.clone();
        if (from.isEmpty()) {
            from.set(0);
        }
        if (to.isEmpty()) {
            to.set(0, stations);
            to.andNot(from);
        }
        BitSet[] whole = new BitSet[stations];
        for (int station = 0; station < stations; station++) {
            whole[station] = new BitSet();
            if (from.get(station)) {
                whole[station].or(to);
                whole[station].clear(station);
                if (whole[station].isEmpty()) {
                    throw new IllegalArgumentException(
                            "nobody unloads what station "
                                    + station
                                    + " loads: name another station in unloading");
                }
            }
        }
        return whole;
    }

    /**
     * For each station, the slots of each train that its goods have; 0 where it loads nothing. A
     * slot is free again where its good was unloaded: so only those whose goods travel over the
     * same stretch of the ring share a train.
     */
    int[] shares(int[][] unloadersOf) {
        int[] travelling = new int[stations]; // how many loaders' goods leave each station
        int loaders = 0;
        for (int from = 0; from < stations; from++) {
            int stretches = stretches(from, unloadersOf[from]);
            for (int i = 0; i < stretches; i++) {
                travelling[(from + i) % stations]++;
            }
            loaders += stretches > 0 ? 1 : 0;
        }
        int[] shares = new int[stations];
        int n = 0;
        for (int from = 0; from < stations; from++) {
            int most = 0;
            for (int i = stretches(from, unloadersOf[from]) - 1; i >= 0; i--) {
                most = Math.max(most, travelling[(from + i) % stations]);
            }
            if (most > 0) {
                boolean mayHaveMore = most == loaders && n < capacity % loaders;
                shares[from] = share(most) + (mayHaveMore ? 1 : 0);
                checkSlots(shares[from]);
                n++;
            }
        }
        return shares;
    }

    /** As far as the last one who unloads them, around the ring. */
    private int stretches(int from, int[] unloaders) {
        int most = 0;
        for (int to : unloaders) {
            most = Math.max(most, Math.floorMod(to - from, stations));
        }
        return most;
    }

    private int share(int loaders) {
        if (capacity < loaders) {
            throw new IllegalArgumentException(
                    "a train of capacity "
                            + capacity
                            + " has no room for a share of each of "
                            + loaders
                            + " loading stations: give it a capacity of at least "
                            + loaders);
        }
        return capacity / loaders;
    }

    private void checkSlots(int share) {
        if ((long) share * trains > MOST_SLOTS) {
            throw new IllegalArgumentException(
                    trains
                            + " trains of capacity "
                            + capacity
                            + " are more than fits into an array: at most "
                            + MOST_SLOTS
                            + " goods a loading station; take fewer trains or a smaller capacity");
        }
    }
}
