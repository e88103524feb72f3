package io.roundhouse.pipeline;

import io.roundhouse.waiting.Waiter;
import java.util.function.Consumer;

/** A line without threads: whoever likes is a worker of a stage for a moment. */
final class StillLine {
    /** An event, written to by publishers and stages without any care. */
    static final class Event {
        long number;
        long twice;
        int handled;

        // written by two stages side by side
        long one;
        long other;
    }

    /** Tries, of those who look for what another may never do. */
    private static final int TRIES = 8;

    final Line<Event> line;

    private StillLine(PipelineGraph<Event> graph) {
        line = graph.describe();
    }

    /** One stage, alone. */
    static StillLine of(int capacity, Handler<Event> handler) {
        return new StillLine(Pipeline.of(Event::new).capacity(capacity).stage("one", handler));
    }

    /** One stage, alone, which takes what it cannot handle off the line. */
    static StillLine skipping(
            int capacity, Handler<Event> handler, Consumer<FailedEvent<Event>> siding) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .stage("one", handler, with -> with.skipTo(event -> event, siding)));
    }

    /** One stage, alone, and one lane besides the shared one. */
    static StillLine ofOnePublisher(int capacity, Handler<Event> handler) {
        return new StillLine(
                Pipeline.of(Event::new).capacity(capacity).publishers(1).stage("one", handler));
    }

    /** Two stages side by side, and a hook that clears what both have passed. */
    static StillLine cleared(int capacity, Handler<Event> handler, Consumer<Event> hook) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .clearing(hook)
                        .stage("one", handler)
                        .beside("other", handler));
    }

    /** Two stages side by side, which do not join. */
    static StillLine fork(int capacity, Handler<Event> one, Handler<Event> other) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .stage("one", one)
                        .beside("other", other));
    }

    /** Two stages side by side, and one behind both. */
    static StillLine join(
            int capacity, Handler<Event> one, Handler<Event> other, Handler<Event> both) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .stage("one", one)
                        .beside("other", other)
                        .then("both", both));
    }

    /** One stage whose two workers share the events. */
    static StillLine shared(int capacity, Handler<Event> handler) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .stage("shared", handler, with -> with.workers(2)));
    }

    /** Likewise, and a stage behind it whose thread waits with that. */
    static StillLine sharedBefore(int capacity, Waiter behind) {
        return new StillLine(
                Pipeline.of(Event::new)
                        .capacity(capacity)
                        .stage("shared", _ -> {}, with -> with.workers(2))
                        .then("behind", _ -> {}, with -> with.waiting(() -> behind)));
    }

    /** Stages one behind the other, in a line with more threads than processors. */
    @SafeVarargs
    static StillLine chain(int capacity, Handler<Event>... handlers) {
        PipelineBuilder<Event> builder = Pipeline.of(Event::new).capacity(capacity);
        builder.goingRound();
        builder.processors = 1;
        PipelineGraph<Event> graph = builder.stage("stage 0", handlers[0]);
        for (int i = 1; i < handlers.length; i++) {
            graph = graph.then("stage " + i, handlers[i]);
        }
        return new StillLine(graph);
    }

    Stage<Event> stage() {
        return line.stages.getFirst();
    }

    /** Publishes a number if there is room in the calling thread's lane. */
    boolean publish(long number) {
        Lane<Event> lane = line.publishers.first().own();
        return lane != null
                && lane.publish(
                        event -> {
                            event.number = number;
                            event.twice = 2 * number;
                            event.handled = 0;
                        },
                        0);
    }

    /** Handles what the worker of that number finds in a few looks. */
    void work(int worker) {
        for (int i = 0; i < TRIES; i++) {
            workOnce(worker);
        }
    }

    /** Handles what the worker of that number finds in one look. */
    void workOnce(int worker) {
        workOnce(0, worker);
    }

    /** Likewise, of the stage of that number. */
    void workOnce(int stage, int worker) {
        Worker<Event> who = line.stages.get(stage).workers()[worker];
        if (who.look()) {
            finish(who);
        }
    }

    /** Handles what a worker has in hand, if anything. */
    void finish(Worker<Event> worker) {
        try {
            if (worker.hasMore()) {
                worker.work();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
