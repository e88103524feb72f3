package io.roundhouse.channel;

import io.roundhouse.channel.AnyChannel.Outcome;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a select that are at channels, while it waits: the places it takes there, and how
 * it leaves them. Used by the thread of the select.
 *
 * <p>At channels that store, a place only calls the select to try again. At a rendezvous somebody
 * may meet it there: such places are taken under the locks of all rendezvous channels of the select
 * at once, in the order of their numbers, after a last look at the other line of each; or it is at
 * the door of one.
 */
final class AtChannels {
    /** All of the select, in its order. */
    private final Clause[] clauses;

    /** The rendezvous channels, one of each; sorted by number. */
    private final RendezvousChannel<?>[] meetings;

    private final boolean stores;
    final AtDoor door = new AtDoor();

    AtChannels(Clause[] clauses) {
        this.clauses = clauses;
        stores = Arrays.stream(clauses).anyMatch(AtChannels::isAtStore);
        meetings =
                Arrays.stream(clauses)
                        .filter(Clause.AtChannel.class::isInstance)
                        .map(each -> ((Clause.AtChannel<?>) each).channel)
                        .filter(RendezvousChannel.class::isInstance)
                        .map(each -> (RendezvousChannel<?>) each)
                        .distinct()
                        .sorted(Comparator.comparingLong(RendezvousChannel::number))
                        .toArray(RendezvousChannel<?>[]::new);
    }

    private static boolean isAtStore(Clause clause) {
        return clause instanceof Clause.AtChannel<?> atChannel && !atChannel.channel.meets();
    }

    /** Whether one of them stores. */
    boolean anyStores() {
        return stores;
    }

    /** Whether all that the select does is to meet somebody, at one channel each. */
    boolean allMeet() {
        return meetings.length == clauses.length;
    }

    // ---- in its turn

    /** Does what is to be done there, if that needs no waiting. */
    static Outcome attempt(Place place) {
        AnyChannel<?> channel = place.channel;
        Outcome outcome;
        if (!channel.meets()) {
            outcome = channel.attempt(place);
        } else if (!channel.hasRun(place.sends)) {
            return Outcome.NOT_YET;
        } else {
            channel.lock();
            try {
                outcome = channel.attempt(place);
            } finally {
                channel.unlock();
            }
        }
        channel.attempted(place);
        return outcome;
    }

    // ---- awake

    /** Whether one of the channels has enough to go on. */
    boolean anyHasRun() {
        for (Clause each : clauses) {
            if (each.active
                    && each instanceof Clause.AtChannel<?> atChannel
                    && atChannel.channel.hasRun(atChannel.place().sends)) {
                return true;
            }
        }
        return false;
    }

    /** Waits at the door of that clause, if it is free. */
    void comesToDoor(Clause clause) {
        if (clause.active) {
            door.take(((Clause.AtChannel<?>) clause).place());
        }
    }

    /** Whether the select waits at a door, awake. */
    boolean isAtDoor() {
        return door.isTaken();
    }

    /** Whether it was met at the door, or the channel is closed, or another may be worth a look. */
    boolean mayLeaveDoor() {
        return door.isMet() || othersMayHappen();
    }

    private boolean othersMayHappen() {
        for (Clause each : clauses) {
            Place place = placeToMeet(each);
            if (place != null && !door.isOf(place) && place.channel.hasRun(place.sends)) {
                return true;
            }
        }
        return false;
    }

    /** Leaves the door; returns the clause that was met there. */
    @Nullable Clause leaveDoor() {
        Place met = door.leave();
        return met == null ? null : clauseOf(met);
    }

    // ---- asleep

    /** Takes a place in the line of each channel that stores. */
    void waitWhereStored() {
        for (Clause each : clauses) {
            if (each.active
                    && each instanceof Clause.AtChannel<?> atChannel
                    && !atChannel.channel.meets()) {
                AnyChannel<?> channel = atChannel.channel;
                channel.lock();
                try {
                    channel.line(atChannel.place().sends).add(atChannel.place());
                } finally {
                    channel.unlock();
                }
            }
        }
    }

    /**
     * Meets somebody at one of the rendezvous, that clause or the next ones first, or takes a place
     * in the lines of all, in that order: where several are in one line.
     */
    @Nullable Place meetOrWait(int first) {
        int locked = 0;
        try {
            for (; locked < meetings.length; locked++) {
                meetings[locked].lock();
            }
            Place metAtDoor = door.goToLine();
            if (metAtDoor != null) {
                return metAtDoor;
            }
            Place met = meet(first);
            if (met == null) {
                waitToMeet(first);
            }
            return met;
        } finally {
            while (locked > 0) {
                locked--;
                try {
                    meetings[locked].unlock();
                } catch (StackOverflowError e) { // see ShortLock
                    meetings[locked].door.held = 0;
                }
            }
        }
    }

    private @Nullable Place meet(int first) {
        for (int i = 0, at = first; i < clauses.length; i++, at = next(at)) {
            Place place = placeToMeet(clauses[at]);
            if (place != null && place.channel.attempt(place) == Outcome.HAPPENED) {
                return place;
            }
        }
        return null;
    }

    private void waitToMeet(int first) {
        for (int i = 0, at = first; i < clauses.length; i++, at = next(at)) {
            Place place = placeToMeet(clauses[at]);
            if (place != null) {
                place.closed = false;
                place.channel.line(place.sends).add(place);
            }
        }
    }

    private static @Nullable Place placeToMeet(Clause clause) {
        return clause.active
                        && clause instanceof Clause.AtChannel<?> atChannel
                        && atChannel.channel.meets()
                ? atChannel.place()
                : null;
    }

    private int next(int at) {
        return at + 1 == clauses.length ? 0 : at + 1;
    }

    /** Whether at one of them there is something that nobody will call the select for. */
    boolean anyIsReady() {
        for (Clause each : clauses) {
            if (each.active
                    && each instanceof Clause.AtChannel<?> atChannel
                    && atChannel.channel.isReady(atChannel.place().sends)) {
                return true;
            }
        }
        return false;
    }

    /** Leaves all lines but the one at which it was met, which it is in no longer. */
    void leaveAll(@Nullable Place met) {
        for (Clause each : clauses) {
            if (each.active
                    && each instanceof Clause.AtChannel<?> atChannel
                    && atChannel.place() != met) {
                atChannel.channel.leave(atChannel.place());
            }
        }
    }

    /** Calls others to what the select was called to and has not taken. */
    void passOnAll() {
        if (!stores) {
            return;
        }
        for (Clause each : clauses) {
            if (each.active
                    && each instanceof Clause.AtChannel<?> atChannel
                    && atChannel.channel instanceof StoringChannel<?> storing) {
                storing.passOn(atChannel.place());
            }
        }
    }

    Clause clauseOf(Place place) {
        for (Clause each : clauses) {
            if (each instanceof Clause.AtChannel<?> atChannel && atChannel.place() == place) {
                return each;
            }
        }
        throw new AssertionError(place);
    }
}
