package io.roundhouse.railway;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.railway.internal.Shares;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
 *   I1  unloaded[i] &lt;= loaded &lt;= least of unloaded + room
 *   I2  only the loader moves loaded, only unloader i moves unloaded[i]
 *   I3  a slot is touched by the loader only from loaded on, by unloaders only below it
 *   I4  a slot is its position modulo the number of slots, a power of two, at least room
 *
 * Who touches what
 *   field               written by  mode     read by    mode     what it carries
 *   loaded              loader      release  unloaders  acquire  the goods in every slot below it
 *   latest              loader      release  unloaders  opaque   copies of the last two goods, beside loaded,
 *                                                                if both were loaded alone, behind latestFrom
 *   latestFrom          loader      opaque   unloaders  opaque   where what visits have loaded ends
 *   unloaded[i]         unloader i  release  loader     acquire  the right to overwrite every slot below it
 *   Cursor              its owner   plain    its owner  plain    the same positions, and limits; halted by any
 *   index of a Cursor   its owner   release  the other  acquire  the same as loaded and, where it is told by that,
 *                                            side                unloaded[i], which is behind meanwhile
 *   goodsBell           unloaders   atomic   loader     opaque   whether an unloader may be asleep; closed
 *   roomBell            loader      atomic   unloaders  opaque   whether the loader may be asleep
 * </pre>
 *
 * A train is not a thing that somebody holds: train k is the {@code share} positions from {@code k
 * * share} on. So no station can keep one from leaving. Positions count goods since the beginning.
 */
final class Lane {
    /**
     * Slots on each side of an array that no good uses: they keep neighbours in memory off its
     * cache lines, also where a reference is four bytes. The first {@code long} of an array that
     * begins with a line begins one.
     */
    static final int EDGE = 38;

    /** The position of a station that has left. */
    static final long GONE = Long.MAX_VALUE;

    /** Goods of a cache line of 64 bytes. */
    static final int LINE = 8;

    /** Goods of the train at the platform, a power of two. */
    static final int PLATFORM = 64;

    private static final int LONGEST_BLOCK = 1024;

    final int station;
    final int share;

    /** How many goods may be on the way. */
    final long room;

    /** A good's slot is {@code EDGE + (position & mask)}; there may be more slots than room. */
    final int mask;

    final int[] unloadingStations;

    /**
     * A station tells the other side of its progress whenever it has passed a multiple of this, a
     * power of two; where it goes good by good, as it goes on behind that.
     */
    final long block;

    final Sequence departed = new Sequence();
    final Sequence[] unloaded;
    final Sequence[] emptied;
    private Cursor loader = new Cursor() {};
    private final @Nullable UnloadingEnd[] unloaders;
    private volatile boolean loaderLeft;
    private final long[] leftAt;
    final Bell goodsBell;
    final Bell roomBell;
    final Object store;

    /**
     * Where the train is loaded good by good before it departs into the store; the store itself
     * where there is no such place.
     */
    final Object platform;

    final int platformMask;

    /** Whether goods are references, which are cleared once unloaded. */
    final boolean references;

    /** How references are cleared that several stations unload; null where nobody has to. */
    final @Nullable Clearing clearing;

    /** Below it, undelivered goods have been handed back. */
    private long handedBack;

    /** How the stations that unload share the goods; null where each unloads all of them. */
    final @Nullable Shares shares;

    /** What stations that share had claimed, and left. */
    private final Queue<Rest> rests = new ConcurrentLinkedQueue<>();

    /** Stations that share and have not left. */
    private final AtomicInteger sharers;

    /**
     * Goods that are claimed, and for whoever of those who share comes next.
     *
     * @param hold keeps the loader away from them, and says where they begin
     */
    record Rest(Sequence hold, long end) {}

    /**
     * @param station who loads
     * @param share slots of every train that are the loader's
     * @param unloadingStations who unloads
     * @param goodsBell rung by the loader
     * @param roomBell rung by unloaders
     * @param store the array that holds the goods, from index {@link #EDGE} on
     * @param platform likewise, {@link #PLATFORM} slots, or the store itself
     * @param references whether goods are references, which are cleared once unloaded
     * @param shared whether each good is for one of the stations that unload
     */
    Lane(
            int station,
            int trains,
            int share,
            int[] unloadingStations,
            Bell goodsBell,
            Bell roomBell,
            Object store,
            Object platform,
            boolean references,
            boolean shared) {
        this.station = station;
        this.share = share;
        this.room = (long) trains * share;
        this.mask = slots(trains, share) - 1;
        this.block = Math.clamp(Long.highestOneBit(room / 4), 1, LONGEST_BLOCK);
        this.unloadingStations = unloadingStations;
        this.unloaded = new Sequence[unloadingStations.length];
        this.emptied = new Sequence[unloadingStations.length];
        this.unloaders = new UnloadingEnd[unloadingStations.length];
        this.leftAt = new long[unloadingStations.length];
        for (int i = 0; i < unloaded.length; i++) {
            unloaded[i] = new Sequence();
            emptied[i] = new Sequence();
        }
        this.goodsBell = goodsBell;
        this.roomBell = roomBell;
        this.store = store;
        this.platform = platform;
        this.platformMask = platform == store ? mask : PLATFORM - 1;
        this.references = references;
        this.clearing =
                references && unloaded.length > 1 && !shared
                        ? new Clearing((@Nullable Object[]) store, mask, unloaded)
                        : null;
        this.shares = shared ? new Shares(unloaded.length, block) : null;
        this.sharers = new AtomicInteger(unloaded.length);
        for (Sequence each : unloaded) {
            each.publish(shared ? Shares.NOTHING : 0);
        }
    }

    /** The position below which all slots may be overwritten; {@link #GONE} or any if all left. */
    long freed() {
        if (shares != null) {
            return Math.min(shares.claimed(), least(unloaded)); // in that order: see Shares
        }
        return clearing == null ? leastUnloaded() : clearing.cleared();
    }

    /** The same, but behind by up to a block: from lines that their owners seldom write. */
    long freedBlocks() {
        if (shares != null) {
            return freed();
        }
        return clearing == null ? least(emptied) : clearing.cleared();
    }

    /** Whether no station is left that unloads here. */
    boolean isDeserted() {
        if (shares != null) {
            return sharers.get() == 0;
        }
        return leastUnloaded() == GONE;
    }

    private long leastUnloaded() {
        long least = GONE;
        for (int i = 0; i < unloaded.length; i++) {
            least = Math.min(least, unloadedBy(i));
        }
        return least;
    }

    /** How far the unloader at that place has come; {@link #GONE} if it has left. Any thread. */
    private long unloadedBy(int place) {
        UnloadingEnd unloader = unloaders[place];
        long byIndex = unloader == null ? UnloadingEnd.NOT_BY_INDEX : unloader.unloadedByIndex();
        return byIndex == UnloadingEnd.NOT_BY_INDEX ? unloaded[place].acquire() : byIndex;
    }

    static long least(Sequence[] positions) {
        long least = GONE;
        for (Sequence each : positions) {
            least = Math.min(least, each.acquire());
        }
        return least;
    }

    /** How many slots the array of a lane has between its edges: a power of two. */
    static int slots(int trains, int share) {
        int room = trains * share;
        return room == 1 ? 1 : Integer.highestOneBit(room - 1) << 1;
    }

    int slot(long position) {
        return EDGE + ((int) position & mask);
    }

    /**
     * How many goods from {@code position} on, up to {@code limit}, one visit unloads: several
     * trains where they are small, else no more than the rest of one, so that visits of both sides
     * begin and end together.
     */
    int stretch(long position, long limit) {
        long ofTrains = share < LONGEST_BLOCK ? LONGEST_BLOCK : share - position % share;
        long ofArray = mask + 1 - (position & mask);
        return (int) Math.min(limit - position, Math.min(ofTrains, ofArray));
    }

    /** Where the train ends that the good of a position is on. */
    long trainEnd(long position) {
        return position - position % share + share;
    }

    /** Who loads. Called once, while the railway is built. */
    void loader(Cursor cursor) {
        loader = cursor;
    }

    /** Who unloads at that station. Called once a station, while the railway is built. */
    void unloader(int unloadingStation, UnloadingEnd end) {
        unloaders[placeOf(unloadingStation)] = end;
    }

    /** Somebody is about to sleep until there are goods, and has said so at the bell. */
    void watchLoader() {
        loader.watched();
    }

    /** Likewise until there is room. */
    void watchUnloaders() {
        for (UnloadingEnd each : unloaders) {
            if (each != null) {
                each.watched();
            }
        }
    }

    /** How far is in the store, and not only on the train at the platform. */
    long departed() {
        return loader.settled();
    }

    /** How far has been loaded: every good, also of a train that has not departed. */
    long loaded() {
        return loader.reached();
    }

    /** Goods from there on, as far as {@link #loaded} was before, were loaded alone. */
    long latestFrom() {
        return loader.latestFrom();
    }

    /** The good before {@link #loaded}, if it was loaded alone: see {@link Cursor#latest}. */
    long latestBefore(long loaded) {
        return loader.latest(EDGE + ((int) (loaded - 1) & platformMask));
    }

    /**
     * How far has been loaded, for those who count: never behind an unloader, which may unload what
     * has departed a moment before its loader says that it is loaded.
     */
    long loadedOrDeparted() {
        return Math.max(loaded(), departed());
    }

    boolean isUnloadedBy(int station) {
        for (int each : unloadingStations) {
            if (each == station) {
                return true;
            }
        }
        return false;
    }

    /** The place of the given station among those that unload here. */
    int placeOf(int unloadingStation) {
        for (int i = 0; i < unloadingStations.length; i++) {
            if (unloadingStations[i] == unloadingStation) {
                return i;
            }
        }
        throw new AssertionError("station " + unloadingStation + " does not unload here");
    }

    /** The loader no longer waits for this station. Called once a station. */
    void leave(int unloadingStation) {
        int i = placeOf(unloadingStation);
        leftAt[i] = unloaded[i].acquire();
        unloaded[i].publish(GONE);
        emptied[i].publish(GONE);
        VarHandle.fullFence(); // of two that leave at once, at least one sees that both have left
        if (isDeserted()) {
            close();
        } else if (clearing != null) {
            clearing.clear();
        }
        roomBell.ring();
    }

    /**
     * A station that shares leaves: what it has claimed and not unloaded is for the others.
     *
     * @param hold what it holds, its own or one that another station has left
     * @param end where what it has claimed ends
     */
    void leaveShared(int unloadingStation, Sequence hold, long end) {
        Sequence own = unloaded[placeOf(unloadingStation)];
        boolean isLast = sharers.decrementAndGet() == 0;
        if (hold.acquire() < end) {
            rests.add(new Rest(hold, end));
        }
        if (hold != own || hold.acquire() >= end) {
            own.publish(GONE);
        }
        if (isLast) {
            close();
        } else {
            goodsBell.ring();
        }
        roomBell.ring();
    }

    /**
     * Whether in one of them stations that share have claimed goods that are not unloaded, or
     * others have left them such. It may say so a moment too long.
     */
    static boolean areHeld(Lane[] lanes) {
        for (Lane each : lanes) {
            Shares of = each.shares;
            if (of != null && of.claimed() > least(each.unloaded)) { // in that order: see Shares
                return true;
            }
        }
        return false;
    }

    /** Whether nothing more may be loaded in any of them (acquire). */
    static boolean areClosed(Lane[] lanes) {
        for (Lane each : lanes) {
            if (!each.goodsBell.closed()) {
                return false;
            }
        }
        return true;
    }

    /** Takes over what another station has left; null if there is nothing. */
    @Nullable Rest takeRest() {
        return rests.isEmpty() ? null : rests.poll();
    }

    /** Nothing more will be loaded, says the loader. */
    void loaderHasLeft() {
        loaderLeft = true;
        close();
    }

    boolean hasLoaderLeft() {
        return loaderLeft;
    }

    /**
     * Nothing more may be loaded: the loader is halted, and whoever waits looks again. Any thread;
     * idempotent.
     */
    void close() {
        try {
            goodsBell.close();
        } finally { // a ring may run out of stack
            loader.halt(); // after the closing: see LoadingEnd.allowBlock, LongLoader.openWindow
            roomBell.ring();
        }
    }

    /**
     * Goods that at least one station has not unloaded and never will, or has not unloaded yet. Any
     * thread.
     */
    long notUnloaded() {
        if (shares != null) {
            long sum = 0;
            for (Sequence each : emptied) {
                sum += each.acquire(); // before the loader's position: never negative
            }
            return loadedOrDeparted() - sum;
        }
        long least = leastReached(); // before the loader's position: never negative
        return loadedOrDeparted() - least;
    }

    /** How far the slowest station has come, those that have left included. */
    long leastReached() {
        long least = GONE;
        for (int i = 0; i < unloaded.length; i++) {
            least = Math.min(least, reached(i));
        }
        return least;
    }

    /**
     * The first of the undelivered goods that is still in its slot and has not been handed back.
     * Where a station left early, others may have gone on, and slots were used again or cleared.
     */
    long firstToHandBack() {
        long first = Math.max(leastReached(), Math.max(loadedOrDeparted() - room, handedBack));
        return clearing == null ? first : Math.max(first, clearing.cleared());
    }

    /** The next of those that have to be handed back, each once; -1 if there is none left. */
    long nextToHandBack() {
        Rest rest = rests.peek();
        if (rest != null) {
            long at = rest.hold.acquire();
            rest.hold.publish(at + 1);
            if (at + 1 == rest.end) {
                rests.remove();
            }
            return at;
        }
        long at = shares == null ? firstToHandBack() : Math.max(shares.claimed(), handedBack);
        if (at >= loadedOrDeparted()) {
            return -1;
        }
        handedBack = at + 1;
        return at;
    }

    /** How many goods a station that has reached that could unload. */
    long waiting(long reached) {
        long first = shares == null ? reached : shares.claimed();
        return Math.max(0, loadedOrDeparted() - first);
    }

    private long reached(int i) {
        long position = unloadedBy(i);
        return position == GONE
                ? leftAt[i]
                : position; // leftAt was written before GONE was published
    }

    long reachedBy(int unloadingStation) {
        if (shares != null) {
            return emptied[placeOf(unloadingStation)].acquire();
        }
        return reached(placeOf(unloadingStation));
    }

    /** Who must unload before there is room, in words. */
    String describeUnloaders() {
        if (shares != null) {
            return "stations "
                    + Arrays.toString(unloadingStations)
                    + (isDeserted() ? " have left" : " share " + notUnloaded() + " of " + room);
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < unloaded.length; i++) {
            long position = unloadedBy(i); // before the loader's position: never negative
            words.append(i == 0 ? "" : ", ").append("station ").append(unloadingStations[i]);
            if (position == GONE) {
                words.append(" has left");
            } else {
                words.append(" has ")
                        .append(loadedOrDeparted() - position)
                        .append(" of ")
                        .append(room)
                        .append(" to unload");
            }
        }
        return words.toString();
    }
}
