package io.roundhouse.queue;

import io.roundhouse.proof.OneLook;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;

/** Never waits, and says whether it would have had to: for schedules in which time stands still. */
final class Awake extends OneLook implements WaitStrategy {
    static final Awake INSTANCE = new Awake();

    private Awake() {}

    @Override
    public Waiter newWaiter() {
        return this;
    }
}
