package io.roundhouse.pipeline;

import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How one stage differs from the ordinary: by default it works alone, follows what the graph says,
 * and stops the line when its handler throws. Not thread-safe.
 *
 * @param <T> the events
 */
public final class StageOptions<T> {
    private static final int MOST_WORKERS = 1 << 10;

    int workers = 1;
    int retries;
    long mostOfBatch = Long.MAX_VALUE;
    boolean ownThread;
    final List<String> after = new ArrayList<>();
    @Nullable ToIntFunction<? super T> key;
    @Nullable WaitStrategy waiting;
    @Nullable UnaryOperator<T> copier;
    @Nullable Consumer<? super FailedEvent<T>> siding;

    StageOptions() {}

    /**
     * The stage has so many workers, which share the events: each event is handled by one of them.
     * Who is free claims what comes next, a block at a time. They handle events at the same time
     * and in no order; stages behind see the events in order all the same.
     *
     * @throws IllegalArgumentException if less than 1 or more than 1,024
     */
    public StageOptions<T> workers(int number) {
        if (number < 1 || number > MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "a stage has from 1 to " + MOST_WORKERS + " workers, not " + number);
        }
        workers = number;
        return this;
    }

    /**
     * The workers divide the events by key: events of the same key are handled by the same worker,
     * in order. Every worker asks for the key of every event, as does who asks what is left when
     * the line has ended. So the key of an event must not change while the stage has it: neither by
     * its handler nor by a stage beside.
     *
     * @param key any number; equal for what must keep its order. What it throws fails the event,
     *     which goes to the siding once, if there is one
     */
    public StageOptions<T> partitionedBy(ToIntFunction<? super T> key) {
        this.key = Objects.requireNonNull(key, "key");
        return this;
    }

    /** The stage follows the stages of these names, instead of those that the graph says. */
    public StageOptions<T> after(String... stages) {
        after.addAll(List.of(stages));
        return this;
    }

    /**
     * In a line that {@linkplain PipelineBuilder#goingRound goes round}, this stage, and what is
     * behind it, is run by its own threads only. For handlers that need one and the same thread:
     * with thread-locals, a lock held from one batch to the next, a library that is bound to its
     * thread; and for those that publish into a line, this one or another, load a railway, or send
     * to an actor, whose order is that of a thread.
     */
    public StageOptions<T> ownThread() {
        ownThread = true;
        return this;
    }

    /**
     * A batch is no larger than that: {@link Handler#endBatch} is called, and stages behind see
     * what was handled, after so many events at the latest. It is never larger than a quarter of
     * the capacity, and 1,024; 128 where workers share the events.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public StageOptions<T> batch(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("a batch has at least 1 event, not " + most);
        }
        mostOfBatch = most;
        return this;
    }

    /** How its workers wait, instead of the line's way; its threads are then its own. */
    public StageOptions<T> waiting(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
        return this;
    }

    /**
     * An event whose handler throws is handled again, up to so many times, before it has failed.
     * The handler finds it as it has left it; the key is asked for again only if it was that which
     * threw. An {@link Error} is not tried again.
     *
     * @throws IllegalArgumentException if negative
     */
    public StageOptions<T> retry(int times) {
        if (times < 0) {
            throw new IllegalArgumentException("cannot try again " + times + " times");
        }
        retries = times;
        return this;
    }

    /**
     * An event that failed leaves the line here: a copy of it goes to the siding, with the
     * exception, and the stages behind do not see it. The line goes on. An {@link Error}, or
     * anything that the copier or the siding throws, stops it; the event is left on the line then.
     * Stages beside go their own way: if an event fails at several, it goes to the siding of each.
     *
     * @param copier copies an event, which is overwritten afterwards
     * @param siding takes it, in a worker's thread
     */
    public StageOptions<T> skipTo(
            UnaryOperator<T> copier, Consumer<? super FailedEvent<T>> siding) {
        this.copier = Objects.requireNonNull(copier, "copier");
        this.siding = Objects.requireNonNull(siding, "siding");
        return this;
    }
}
