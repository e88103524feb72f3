package io.roundhouse.pipeline;

import io.roundhouse.waiting.WaitStrategy;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a line is like, before its first stage is named. What it is told afterwards is for graphs
 * that it begins later: each has what was said before its first stage. Not thread-safe.
 *
 * @param <T> the events
 */
public final class PipelineBuilder<T> {
    private static final int MOST_EVENTS = 1 << 28;
    private static final int MOST_PUBLISHERS = 1 << 10;

    final Supplier<? extends T> factory;
    @Nullable String name;
    int capacity = 1 << 10;
    int publishers = Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 4, 16);

    int processors = Runtime.getRuntime().availableProcessors();
    boolean goesRound;

    WaitStrategy waiting = WaitStrategy.adaptive();
    @Nullable Consumer<? super T> clearing;
    ThreadFactory threads = Thread.ofPlatform().daemon(false).factory();

    PipelineBuilder(Supplier<? extends T> factory) {
        this.factory = factory;
    }

    /** What a graph keeps of it. */
    private PipelineBuilder(PipelineBuilder<T> told) {
        this(told.factory);
        name = told.name;
        capacity = told.capacity;
        publishers = told.publishers;
        processors = told.processors;
        goesRound = told.goesRound;
        waiting = told.waiting;
        clearing = told.clearing;
        threads = told.threads;
    }

    /**
     * What the line is called in messages, in {@link Pipeline#explain}, and in the names of its
     * threads, as in "orders: stage match"; "pipeline" unless set.
     *
     * @throws IllegalArgumentException if blank
     */
    public PipelineBuilder<T> named(String name) {
        Objects.requireNonNull(
                name, "a name is needed: without named(…) a line is called \"pipeline\"");
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a line is blank");
        }
        this.name = name;
        return this;
    }

    /**
     * How many events a publisher may have on the line, 1,024 unless set; rounded up to a power of
     * two.
     *
     * @throws IllegalArgumentException if less than 1 or more than 2^28
     */
    public PipelineBuilder<T> capacity(int events) {
        if (events < 1 || events > MOST_EVENTS) {
            throw new IllegalArgumentException(
                    "the capacity is from 1 to " + MOST_EVENTS + " events, not " + events);
        }
        capacity = events == 1 ? 1 : Integer.highestOneBit(events - 1) << 1;
        return this;
    }

    /**
     * How many threads that publish have events of their own, at most: twice the number of
     * processors, from 4 to 16, unless set. Further ones share events, one at a time. Memory is
     * taken only for threads that do publish; the place of one that has ended is given to another.
     *
     * @throws IllegalArgumentException if less than 1 or more than 1,024
     */
    public PipelineBuilder<T> publishers(int most) {
        if (most < 1 || most > MOST_PUBLISHERS) {
            throw new IllegalArgumentException(
                    "from 1 to " + MOST_PUBLISHERS + " publishers have own events, not " + most);
        }
        publishers = most;
        return this;
    }

    /**
     * How publishers and stages wait; {@link WaitStrategy#adaptive()} unless set. The strategy is
     * told how many threads the line has ({@link WaitStrategy#newWaiter(int)}), unless stages are
     * virtual threads.
     */
    public PipelineBuilder<T> waiting(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
        return this;
    }

    /**
     * Called for every event that all stages have passed, before it can be filled again: for events
     * that hold references which should not be kept. By any thread of the line, or that publishes
     * or waits for delivery, one at a time, while the others wait; must be short. If it throws, the
     * line has failed. The hook cannot publish into the line, nor wait for it or close it: it gets
     * an {@link IllegalStateException}, and if it lets that out, the line has failed.
     *
     * <p>Of a line that is stopped, or has failed, it is also called for what stands behind an
     * event that is left, and counts as delivered, filtered or failed: in order, by the last of the
     * line's threads as it ends. For what is left, and {@link Pipeline#closeNow} returns, it is
     * not. What it throws then is suppressed by what has stopped the line; where nothing was thrown
     * before, as by {@code closeNow}, it is lost.
     *
     * <p>An event whose filler has thrown was not published, and is not cleared: it keeps what the
     * filler has written until its publisher fills it next.
     */
    public PipelineBuilder<T> clearing(Consumer<? super T> hook) {
        clearing = Objects.requireNonNull(hook, "hook");
        return this;
    }

    /**
     * Makes the threads of the stages; threads of the platform unless set, which keep the JVM alive
     * until the line has ended. Daemon threads and virtual threads will do, too: <b>what such a
     * line has accepted is lost, and nobody is told, where the JVM ends before it is closed.</b>
     */
    public PipelineBuilder<T> threads(ThreadFactory factory) {
        threads = Objects.requireNonNull(factory, "factory");
        return this;
    }

    /**
     * Where the line has more threads, with one that publishes, than there are processors, a thread
     * that has run a batch of a stage goes on with the next stages, on the same events, instead of
     * leaving them to threads that wait for a processor. So a stage is run by one thread at a time,
     * not by one and the same thread; what it did in one batch happens-before the next. {@link
     * StageOptions#ownThread} leaves a stage out, with those behind it, as do several workers, a
     * way to wait of a stage's own, and busy spinning.
     *
     * <p>For short handlers that do not block and keep to their events: there events stay in the
     * cache, switches between threads become rare, and an event that comes alone wakes two threads,
     * however long a chain is: the first stage's, and another that keeps watch. Where handlers
     * compute for longer than it costs to hand events over, more threads go round, about as many as
     * there are processors. A stage that is held up by another one's blocked handler is taken over
     * by another thread after a millisecond or two, each time anew.
     *
     * <p>Not for handlers that send to others who go by threads: what a stage publishes into
     * another line, or sends to an actor, would come from several threads, and so in no certain
     * order; the loader of a railway, or the end of a queue for one thread, belongs to one. Such a
     * stage needs {@link StageOptions#ownThread}.
     */
    public PipelineBuilder<T> goingRound() {
        goesRound = true;
        return this;
    }

    /**
     * The first stage: it sees every event that is published. No {@code actor::match} that is only
     * sent: see {@link Handler#handle}.
     */
    public PipelineGraph<T> stage(String name, Handler<? super T> handler) {
        return stage(name, handler, with -> {});
    }

    /** Like {@link #stage(String, Handler)}, for a stage that differs from the ordinary. */
    public PipelineGraph<T> stage(
            String name, Handler<? super T> handler, Consumer<? super StageOptions<T>> with) {
        return new PipelineGraph<>(new PipelineBuilder<>(this)).stage(name, handler, with);
    }
}
