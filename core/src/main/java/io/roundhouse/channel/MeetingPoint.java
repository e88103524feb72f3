package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import org.jspecify.annotations.Nullable;

/**
 * Where those wait who find nobody at a {@link RendezvousChannel}, and are met: two lines, of which
 * one is empty, and before each line a place at the {@link Door}. All under the channel's lock, but
 * for the wait itself.
 *
 * <p>Who comes to an empty line may wait at the door for a moment, awake, and is met without being
 * woken. Then it goes to the head of the line, and sleeps. How long it is worth to wait there is
 * learned ({@link Patience}), for both ends together: where they run at the same time, both meet at
 * the door; where they do not, neither does.
 *
 * <pre>
 * Invariants
 *   I1  of those at the door and in the two lines who have not been met, all are senders or all are
 *       receivers, or those of one line are selects that the other's parties belong to
 *   I2  who waits at the door has come before all of the line behind it
 * </pre>
 *
 * <p>So whoever looks at the door first, and then at the line, meets those who wait in the order in
 * which they came. A party that has been met elsewhere may still be in a line, for a moment: it is
 * passed over.
 *
 * <p>Roots. A dual queue, as Scherer, Lea and Scott call it ("Scalable synchronous queues", PPoPP
 * 2006), with a lock.
 */
final class MeetingPoint {
    private final AnyChannel<?> channel;
    private final Door door;

    /** Of all who wait at the door: both ends are busy, or neither is. */
    private final Patience patience = Patience.forMeetings();

    /** Guarded by the lock. */
    private @Nullable Object handedOver;

    /** Of that channel, with that door before its lines. */
    MeetingPoint(AnyChannel<?> channel, Door door) {
        this.channel = channel;
        this.door = door;
    }

    // ---- meeting those in line: under the lock

    /** Gives the element to the first receiver that still waits; null if there is none. */
    @Nullable Party meetReceiver(Object element) {
        WaitLine receivers = channel.receivers;
        for (Place at = receivers.removeFirst(); at != null; at = receivers.removeFirst()) {
            at.element = element;
            if (at.party.meet(at)) {
                return at.party;
            }
            at.element = null;
        }
        return null;
    }

    /** Takes the element of the first sender that still waits; null if there is none. */
    @Nullable Party meetSender() {
        WaitLine senders = channel.senders;
        for (Place at = senders.removeFirst(); at != null; at = senders.removeFirst()) {
            handedOver = at.element; // before: its place may be used again afterwards
            if (at.party.meet(at)) {
                return at.party;
            }
        }
        handedOver();
        return null;
    }

    /** What {@link #meetSender} has taken. Writes only what is read by others where it must. */
    @Nullable Object handedOver() {
        Object element = handedOver;
        if (element != null) {
            handedOver = null;
        }
        return element;
    }

    // ---- waiting

    /**
     * Nobody is there to be met. Under the lock.
     *
     * @return the place in the line; null at the door
     */
    @Nullable Place waitAtDoorOrInLine(boolean sends, @Nullable Object element, long deadline) {
        boolean awake =
                patience.isWorthIt()
                        && !Sleep.isOver(deadline)
                        && !Thread.currentThread().isInterrupted()
                        && comesToDoor(sends, element);
        return awake ? null : joinLine(sends, element, false);
    }

    /** Waits at the door, if nobody does and nobody is in the line behind it. Under the lock. */
    boolean comesToDoor(boolean sends, @Nullable Object element) {
        if (!door.isFree(sends) || !channel.line(sends).isEmpty()) {
            return false;
        }
        door.come(sends, element);
        return true;
    }

    private Place joinLine(boolean sends, @Nullable Object element, boolean first) {
        AnyChannel.needsStackToLeave();
        Place place = new Place(new Party(), channel, sends);
        place.element = element;
        place.first = first;
        place.party.begin();
        channel.line(sends).add(place);
        return place;
    }

    /** Whether it is met at the door while it is worth to wait there, awake. Without the lock. */
    boolean waitsAtDoor(boolean sends) {
        try {
            return patience.waits(door.isMet(sends));
        } catch (StackOverflowError e) {
            return false; // who would leave the door now would be met there all the same
        }
    }

    /**
     * Goes from the door to the head of the line. Takes the lock.
     *
     * @return the place there; null if it was met at the door
     */
    @Nullable Place goToLine(boolean sends, @Nullable Object element) {
        door.lock();
        try {
            if (!door.canLeave(sends)) {
                return null;
            }
            boolean stays = false;
            try {
                return joinLine(sends, element, true);
            } catch (StackOverflowError e) {
                stays = true; // and goes without a call
                throw e;
            } finally { // after: who looks at the door and then at the line does not miss it
                if (!stays) {
                    door.leave(sends);
                }
            }
        } finally {
            try {
                door.unlock();
            } catch (StackOverflowError e) { // nobody else would, and all would wait
                door.held = 0;
            }
        }
    }

    // ---- inspection

    /** How many wait; exactly, also while one goes from the door to the line. Takes the lock. */
    int waiting(boolean sends) {
        door.lock();
        try {
            return channel.line(sends).waiting() + (door.canLeave(sends) ? 1 : 0);
        } finally {
            door.unlock();
        }
    }
}
