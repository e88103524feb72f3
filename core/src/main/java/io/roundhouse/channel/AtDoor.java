package io.roundhouse.channel;

import io.roundhouse.channel.AnyChannel.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A select that waits awake at the door of one of its rendezvous channels, to be met there without
 * being asked. It does nothing elsewhere before it has left. Used by the thread of the select.
 */
final class AtDoor {
    private @Nullable Place place;
    private @Nullable RendezvousChannel<?> channel;

    /** Whether it lets others have the processor once it is met: see {@link Door}. */
    private boolean givesWay;

    boolean isTaken() {
        return place != null;
    }

    boolean isOf(Place other) {
        return place == other;
    }

    /** Waits at the door of that place's channel, if it is a rendezvous and the door is free. */
    void take(Place wanted) {
        if (!(wanted.channel instanceof RendezvousChannel<?> rendezvous)) {
            return;
        }
        rendezvous.lock();
        try {
            if (rendezvous.comesToDoor(wanted)) {
                channel = rendezvous;
                place = wanted;
                givesWay = rendezvous.door.isTimeToGiveWay();
            }
        } finally {
            try {
                rendezvous.unlock();
            } catch (StackOverflowError e) { // see ShortLock
                rendezvous.door.held = 0;
            }
        }
    }

    /** Whether somebody has met it there, or the channel has closed. */
    boolean isMet() {
        return place != null && channel != null && channel.door.state(place.sends) != Door.WAITS;
    }

    /** Leaves; returns its place if it was met. */
    @Nullable Place leave() {
        Place met = leaveAtOnce();
        if (met != null && givesWay) {
            try {
                Door.giveWay();
            } catch (StackOverflowError e) { // both have met all the same
            }
        }
        return met;
    }

    private @Nullable Place leaveAtOnce() {
        if (place == null || channel == null) {
            return null;
        }
        Place mine = place;
        RendezvousChannel<?> left = channel;
        left.lock();
        try {
            Outcome outcome = leave(left.door, mine);
            place = null;
            return outcome == Outcome.HAPPENED ? mine : null;
        } finally {
            try {
                left.unlock();
            } catch (StackOverflowError e) { // who was met has been, and go() waits for the lock
                left.door.held = 0;
            }
        }
    }

    /**
     * Leaves where there is no stack to take the lock: see {@link Door}. Calls nothing.
     *
     * @return its place if it was met
     */
    @Nullable Place go() {
        Place mine = place;
        if (mine == null || channel == null) {
            return null;
        }
        Door left = channel.door;
        place = null;
        if (mine.sends) {
            if (left.sender == Door.WAITS) {
                left.sender = Door.GONE;
            }
            while (left.held != 0) {}
            boolean refused = left.sent != null;
            left.sent = null;
            left.sender = Door.FREE;
            return refused ? null : mine;
        }
        if (left.receiver == Door.WAITS) {
            left.receiver = Door.GONE;
        }
        while (left.held != 0) {}
        mine.element = left.received;
        left.received = null;
        left.receiver = Door.FREE;
        return mine.element == null ? null : mine;
    }

    /** Is to wait at the head of the line instead; returns its place if it was met. Locked. */
    @Nullable Place goToLine() {
        if (place == null || channel == null) {
            return null;
        }
        Place mine = place;
        Outcome outcome = leave(channel.door, mine);
        place = null;
        mine.first = outcome == Outcome.NOT_YET;
        return outcome == Outcome.HAPPENED ? mine : null;
    }

    /** Waits at the door no longer; returns what has happened there. Under the lock. */
    private static Outcome leave(Door door, Place place) {
        boolean sends = place.sends;
        Outcome gone = Outcome.NOT_YET; // nothing behind the step that leaves may need stack
        if (door.canLeave(sends)) {
            door.leave(sends);
            return gone;
        }
        boolean refused = door.state(sends) == Door.CLOSED;
        if (!sends) {
            place.element = door.received();
        }
        door.free(sends);
        return refused ? Outcome.CLOSED : Outcome.HAPPENED;
    }
}
