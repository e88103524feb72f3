package io.roundhouse.pipeline;

import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How one stage differs from the ordinary: by default it works alone, follows what the graph says,
 * and stops the line when its handler throws. They are set within the lambda that gets them:
 * afterwards the stage is described, and all methods throw an {@link IllegalStateException}. Not
 * thread-safe.
 *
 * @param <T> the events
 */
public final class StageOptions<T> {
    private static final int MOST_WORKERS = 1 << 10;
    private static final String NULL_NAME =
            "after(null): give the names of the stages that it follows";

    int workers = 1;
    int retries;
    long mostOfBatch = Long.MAX_VALUE;
    boolean ownThread;
    final List<String> after = new ArrayList<>();
    @Nullable ToIntFunction<? super T> key;
    @Nullable WaitStrategy waiting;
    @Nullable UnaryOperator<T> copier;
    @Nullable Consumer<? super FailedEvent<T>> siding;

    /** The stage that has been described with them; null while they are set. */
    private @Nullable String described;

    private StageOptions() {}

    /** The options of the stage of that name, which nobody can change any more. */
    static <T> StageOptions<T> of(String stage, Consumer<? super StageOptions<T>> with) {
        StageOptions<T> options = new StageOptions<>();
        Objects.requireNonNull(with, "with").accept(options);
        options.described = stage;
        return options;
    }

    private void checkNotDescribed() {
        if (described != null) {
            throw new IllegalStateException(
                    "stage \""
                            + described
                            + "\" has been described: set its options within the lambda that gets"
                            + " them");
        }
    }

    /**
     * The stage has so many workers, which share the events: each event is handled by one of them.
     * Who is free claims what comes next, a block at a time. They handle events at the same time
     * and in no order; stages behind see the events in order all the same.
     *
     * @throws IllegalArgumentException if less than 1 or more than 1,024
     */
    public StageOptions<T> workers(int number) {
        checkNotDescribed();
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
     * its handler nor by a stage beside. Where assertions are enabled the line fails if it has when
     * the handler returns.
     *
     * @param key any number; equal for what must keep its order. What it throws fails the event,
     *     which goes to the siding once, if there is one
     */
    public StageOptions<T> partitionedBy(ToIntFunction<? super T> key) {
        checkNotDescribed();
        this.key = Objects.requireNonNull(key, "key");
        return this;
    }

    /**
     * The stage follows the stages of these names, instead of those that the graph says. Called
     * more than once it adds to them.
     *
     * @throws IllegalArgumentException if there is no name
     */
    public StageOptions<T> after(String... stages) {
        checkNotDescribed();
        List<String> names = Arrays.asList(Objects.requireNonNull(stages, NULL_NAME));
        names.forEach(each -> Objects.requireNonNull(each, NULL_NAME));
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "after() names no stage: leave it out, and the stage follows those that the"
                            + " graph says");
        }
        after.addAll(names);
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
        checkNotDescribed();
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
        checkNotDescribed();
        if (most < 1) {
            throw new IllegalArgumentException("a batch has at least 1 event, not " + most);
        }
        mostOfBatch = most;
        return this;
    }

    /** How its workers wait, instead of the line's way; its threads are then its own. */
    public StageOptions<T> waiting(WaitStrategy strategy) {
        checkNotDescribed();
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
        checkNotDescribed();
        if (times < 0) {
            throw new IllegalArgumentException("cannot try again " + times + " times");
        }
        retries = times;
        return this;
    }

    /**
     * An event that failed leaves the line here: a copy of it goes to the siding, with the
     * exception, and the stages behind do not see it. The line goes on. An {@link Error}, or
     * anything that the copier or the siding throws, stops it, as does a copier that returns the
     * event itself; the event is left on the line then. Stages beside go their own way: if an event
     * fails at several, it goes to the siding of each.
     *
     * <p>No more than 31 stages of a line can take events off it, by this or by {@link
     * Handler#keeping}: one more is refused when it is described, with an {@link
     * IllegalArgumentException}.
     *
     * @param copier copies an event, which is overwritten afterwards
     * @param siding takes it, in a worker's thread
     */
    public StageOptions<T> skipTo(
            UnaryOperator<T> copier, Consumer<? super FailedEvent<T>> siding) {
        checkNotDescribed();
        this.copier = Objects.requireNonNull(copier, "copier");
        this.siding = Objects.requireNonNull(siding, "siding");
        return this;
    }
}
