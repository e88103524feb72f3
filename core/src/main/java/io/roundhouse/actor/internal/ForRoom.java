package io.roundhouse.actor.internal;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;

/**
 * How a thread waits until there is room in a mailbox. Who then takes none has the next one told:
 * see {@link Bounded#tellsOfRoom}.
 */
final class ForRoom extends RoomLine.Place implements Wait {
    /**
     * More than to leave the line and to wake the next one takes; small ones. Who ran out of stack
     * there would stay in it, or be told, for ever.
     */
    private static final int FRAMES_TO_LEAVE = 320;

    private final Bounded actor;
    private final Waiter waiter;
    private final RoomLine line;
    private final Thread thread = Thread.currentThread();

    ForRoom(Bounded actor, Waiter waiter, RoomLine line) {
        this.actor = actor;
        this.waiter = waiter;
        this.line = line;
    }

    @Override
    public boolean met() {
        if (actor.isRoomWorthALook()) {
            return true;
        }
        if (!line.entersAgain(this)) {
            return false;
        }
        VarHandle.fullFence(); // it is seen in the line, or the room is seen here
        return actor.isRoomWorthALook();
    }

    @Override
    void wake() {
        VarHandle.fullFence(); // its thread sees that it is told, or is seen to sleep
        waiter.wake();
    }

    @Override
    public void beforePark() {
        StackRoom.needs(FRAMES_TO_LEAVE);
        line.enter(this);
    }

    @Override
    public void afterPark() {
        line.leave(this);
    }

    @Override
    public String toString() {
        return actor.describeWait(thread, actor.underWay());
    }
}
