package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What strategies make, which may be a user's own. */
public final class Waiters {
    private Waiters() {}

    /**
     * A new waiter. Any thread.
     *
     * @throws NullPointerException if the strategy makes none; says which one
     */
    public static Waiter madeBy(WaitStrategy strategy) {
        return checked(strategy, strategy.newWaiter());
    }

    /**
     * The same, for one of so many threads: see {@link WaitStrategy#newWaiter(int)}.
     *
     * @throws NullPointerException if the strategy makes none; says which one
     */
    public static Waiter madeBy(WaitStrategy strategy, int threads) {
        return checked(strategy, strategy.newWaiter(threads));
    }

    private static Waiter checked(WaitStrategy strategy, @Nullable Waiter made) {
        return Objects.requireNonNull(made, () -> strategy + " has made no waiter");
    }
}
