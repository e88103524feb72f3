package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/** How a thread waits until there is room in a mailbox. */
final class ForRoom implements Wait {
    private final Bounded actor;
    private final Runnable wakes;
    private final Pressure pressure;
    private final Thread thread = Thread.currentThread();

    ForRoom(Bounded actor, Waiter waiter, Pressure pressure) {
        this.actor = actor;
        this.wakes = waiter::wake;
        this.pressure = pressure;
    }

    @Override
    public boolean met() {
        return actor.hasRoom() || actor.isStopped() || actor.kind.house().isClosing();
    }

    @Override
    public void beforePark() {
        pressure.add(wakes);
    }

    @Override
    public void afterPark() {
        pressure.remove(wakes);
    }

    @Override
    public String toString() {
        return actor.describeWait(thread, actor.underWay());
    }
}
