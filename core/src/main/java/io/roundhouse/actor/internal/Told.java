package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An actor that waits, and looks again when it is known of what else that comes. Whatever has it in
 * its list forgets it when this is run, behind the wait.
 */
final class Told implements Runnable {
    private final Runnable awaitsMore;
    private final Waiter waiter;

    /** Who waits. */
    private final List<Coming<?>> lists = new ArrayList<>();

    Told(Runnable awaitsMore, Waiter waiter) {
        this.awaitsMore = awaitsMore;
        this.waiter = waiter;
    }

    /** That one is about to have it in its list. */
    void isIn(Coming<?> list) {
        lists.add(list);
    }

    @Override
    public void run() {
        for (int i = 0; i < lists.size(); i++) {
            lists.get(i).forgets(this);
        }
    }

    /** All of them look again, whatever one of them throws; the first of that is thrown here. */
    static void tell(List<Told> all) {
        Throwable thrown = null;
        for (int i = 0; i < all.size(); i++) {
            try {
                all.get(i).looksAgain();
            } catch (RuntimeException | Error e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        rethrow(thrown);
    }

    private void looksAgain() {
        awaitsMore.run();
        waiter.wake();
    }

    private static void rethrow(@Nullable Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
    }
}
