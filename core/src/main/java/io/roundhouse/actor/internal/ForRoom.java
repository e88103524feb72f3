package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;

/**
 * How a thread waits until there is room in a mailbox. Who then takes none has the next one told:
 * see {@link Bounded#tellsOfRoom}.
 */
final class ForRoom extends RoomLine.Place implements Wait {
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
