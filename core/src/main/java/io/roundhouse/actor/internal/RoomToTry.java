package io.roundhouse.actor.internal;

import io.roundhouse.waiting.internal.Attempt;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a select waits for in place of its thread, in the line of those that do themselves. */
final class RoomToTry extends RoomLine.Place implements Attempt.Room {
    private final Bounded actor;
    private volatile @Nullable Runnable whenThere;

    RoomToTry(Bounded actor) {
        this.actor = actor;
    }

    @Override
    public boolean isThere() {
        return actor.isRoomWorthALook();
    }

    @Override
    public void add(Runnable whenThere) {
        this.whenThere = whenThere;
        actor.tellsOfRoom(this);
    }

    /** The select may do something else: whoever comes next is told of the room. */
    @Override
    public void remove(Runnable whenThere) {
        actor.tellsNoLonger(this);
    }

    @Override
    void wake() {
        Objects.requireNonNull(whenThere).run();
    }
}
