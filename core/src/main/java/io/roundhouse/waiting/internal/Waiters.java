package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.Objects;

/** What strategies make, which may be a user's own. */
public final class Waiters {
    private Waiters() {}

    /**
     * A new waiter. Any thread.
     *
     * @throws NullPointerException if the strategy makes none; says which one
     */
    public static Waiter madeBy(WaitStrategy strategy) {
        return Objects.requireNonNull(strategy.newWaiter(), () -> strategy + " has made no waiter");
    }
}
