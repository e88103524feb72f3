package io.roundhouse.pipeline;

import io.roundhouse.waiting.internal.Thrown;
import java.util.function.Consumer;

/** The user's hook, which clears events, and from which nothing can be published. */
final class ClearingHook<T> implements Source.Hook<T> {
    private final Line<T> line;
    private final Consumer<? super T> hook;

    /** Whether it has been told: what clears goes on, and may throw at each event. */
    private boolean hasFailed; // by who clears, one at a time

    ClearingHook(Line<T> line, Consumer<? super T> hook) {
        this.line = line;
        this.hook = hook;
    }

    @Override
    public void begin() {
        line.publishers.haltOwn();
    }

    @Override
    public void clear(T event) {
        try {
            hook.accept(event);
        } catch (Throwable thrown) {
            if (!hasFailed) {
                hasFailed = true;
                Throwable atWaking = Thrown.by(() -> line.fail("the clearing hook", thrown), null);
                if (atWaking != null) { // who clears goes on: nothing is cleared twice
                    line.failAtWaiter(atWaking);
                }
            }
        }
    }
}
