package io.roundhouse.railway;

import io.roundhouse.memory.End;

/**
 * One loading station's part of all trains, and how far each station that unloads it has come.
 *
 * <pre>
 *              slowest unloader          other unloaders          loader
 *                     ▼                       ▼                     ▼
 *   … free  free  [ loaded  loaded  loaded  loaded  loaded  loaded ]  free  free …
 *             train k     |    train k+1     |    train k+2     |   train k+3
 *
 * Invariants
 *   I1  unloaders[i].position &lt;= loader.position &lt;= least unloader position + slots
 *   I2  only the loader moves loader.position, only unloader i moves unloaders[i].position
 *   I3  a slot is touched by the loader only above loader.position, by unloaders only below it
 *
 * Who touches what
 *   field               written by  mode     read by    mode     what it carries
 *   loader.position     loader      release  unloaders  acquire  the goods in every slot below it
 *   unloader.position   unloader    release  loader     acquire  the right to overwrite every slot below it
 *   goods (bell)        unloaders   atomic   loader     opaque   whether an unloader may be asleep; closed
 *   room (bell)         loader      atomic   unloaders  opaque   whether the loader may be asleep
 * </pre>
 *
 * A train is not a thing that somebody holds: it is the {@code share} slots from {@code k * share} on. So no station can
 * keep one from leaving. Positions count goods since the beginning; a slot is a position modulo {@code slots}.
 */
final class Lane {
    /** Slots on each side of an array that no good uses: they keep neighbours in memory off its cache lines. */
    static final int EDGE = 16;

    final int station;
    final int slots;
    final int share;
    final int[] unloadingStations;
    final End loader = new End();
    final End[] unloaders;
    private final long[] leftAt;
    final Bell goods;
    final Bell room;
    final Object store;

    /**
     * @param station who loads
     * @param share slots of every train that are the loader's
     * @param unloadingStations who unloads
     * @param goods rung by the loader
     * @param room rung by unloaders
     * @param store the array that holds the goods, from index {@link #EDGE} on
     */
    Lane(int station, int trains, int share, int[] unloadingStations, Bell goods, Bell room, Object store) {
        this.station = station;
        this.share = share;
        this.slots = trains * share;
        this.unloadingStations = unloadingStations;
        this.unloaders = new End[unloadingStations.length];
        this.leftAt = new long[unloadingStations.length];
        for (int i = 0; i < unloaders.length; i++) {
            unloaders[i] = new End();
        }
        this.goods = goods;
        this.room = room;
        this.store = store;
    }

    /** The position of the slowest unloader, or {@link End#GONE} if all have left. */
    long leastUnloaded() {
        long least = End.GONE;
        for (End unloader : unloaders) {
            least = Math.min(least, unloader.positionAcquire());
        }
        return least;
    }

    /** The first slot that belongs to the train after the one that {@code slot} is in. */
    int endOfTrain(int slot) {
        return slot - slot % share + share;
    }

    /** The end of the station that unloads here. */
    End unloader(int unloadingStation) {
        return unloaders[indexOf(unloadingStation)];
    }

    boolean unloadedBy(int station) {
        for (int each : unloadingStations) {
            if (each == station) {
                return true;
            }
        }
        return false;
    }

    private int indexOf(int unloadingStation) {
        for (int i = 0; i < unloadingStations.length; i++) {
            if (unloadingStations[i] == unloadingStation) {
                return i;
            }
        }
        throw new AssertionError("station " + unloadingStation + " does not unload here");
    }

    /** The loader no longer waits for this station. Called once a station. */
    void leave(int unloadingStation) {
        int i = indexOf(unloadingStation);
        End unloader = unloaders[i];
        unloader.limit = unloader.index; // its next call looks again, and finds that it has left
        leftAt[i] = unloader.positionPlain();
        unloader.publish(End.GONE);
        if (leastUnloaded() == End.GONE) {
            goods.close();
        }
        room.ring();
    }

    /** Goods that at least one station has not unloaded and never will, or has not unloaded yet. Any thread. */
    long notUnloaded() {
        return loader.positionAcquire() - leastReached();
    }

    /** How far the slowest station has come, those that have left included. */
    long leastReached() {
        long least = End.GONE;
        for (int i = 0; i < unloaders.length; i++) {
            least = Math.min(least, reached(i));
        }
        return least;
    }

    private long reached(int i) {
        long position = unloaders[i].positionAcquire();
        return position == End.GONE ? leftAt[i] : position; // leftAt was written before GONE was published
    }

    long reachedBy(int unloadingStation) {
        return reached(indexOf(unloadingStation));
    }

    /** Who must unload before there is room, in words. */
    String describeUnloaders() {
        StringBuilder words = new StringBuilder();
        long loaded = loader.positionAcquire();
        for (int i = 0; i < unloaders.length; i++) {
            long position = unloaders[i].positionAcquire();
            words.append(i == 0 ? "" : ", ").append("station ").append(unloadingStations[i]);
            if (position == End.GONE) {
                words.append(" has left");
            } else {
                words.append(" has ").append(loaded - position).append(" of ").append(slots).append(" to unload");
            }
        }
        return words.toString();
    }
}
