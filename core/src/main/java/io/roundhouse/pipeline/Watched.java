package io.roundhouse.pipeline;

import io.roundhouse.memory.Borrowed;
import java.util.function.Predicate;

/**
 * A worker's handler which is known to have the event that it handles: see {@link Borrowed}. Made
 * when assertions are on.
 */
final class Watched<T> implements Handler<T> {
    private final Handler<? super T> handler;
    private final Borrowed event;

    private Watched(Handler<? super T> handler, Borrowed event) {
        this.handler = handler;
        this.event = event;
    }

    /** The same handler, or filter, of that worker alone. */
    static <T> Handler<T> of(Handler<? super T> handler, Worker<T> worker) {
        Borrowed borrowed = new Borrowed(worker);
        if (!(handler instanceof Filter<? super T> some)) {
            return new Watched<>(handler, borrowed);
        }
        Predicate<? super T> wanted = some.wanted();
        return new Filter<>(event -> {
            try (var _ = borrowed.enter(event)) {
                return wanted.test(event);
            }
        });
    }

    @Override
    public void handle(T event) throws Exception {
        try (var _ = this.event.enter(event)) {
            handler.handle(event);
        }
    }

    @Override
    public void started() throws Exception {
        handler.started();
    }

    @Override
    public void stopped() throws Exception {
        handler.stopped();
    }

    @Override
    public void beginBatch(long sequence, int events, long backlog) throws Exception {
        handler.beginBatch(sequence, events, backlog);
    }

    @Override
    public void endBatch() throws Exception {
        handler.endBatch();
    }
}
