package io.roundhouse.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which stage follows which. Not thread-safe.
 *
 * <pre>
 *   stage a, beside b, then c              stage a, then b, beside c, then d
 *
 *   ═▶ a ══▶ c                                  ╔═▶ b ═╗
 *   ═▶ b ══╝                               ═▶ a ╬      ╬═▶ d
 *                                               ╚═▶ c ═╝
 * </pre>
 *
 * <p>Graphs of any other form are made with {@link StageOptions#after}. A stage can follow only
 * stages that were named before it, so there are no circles.
 *
 * @param <T> the events
 */
public final class PipelineGraph<T> {
    private static final int MOST_DROPPING = Integer.SIZE - 1; // see Lane.FAILED

    private final PipelineBuilder<T> builder;
    private final List<Plan<T>> plans = new ArrayList<>();

    /** The names of the stages side by side to which the newest belongs, and of those before. */
    private List<String> column = new ArrayList<>();

    private List<String> columnBefore = List.of();
    private boolean started;

    PipelineGraph(PipelineBuilder<T> builder) {
        this.builder = builder;
    }

    PipelineGraph<T> stage(
            String name, Handler<? super T> handler, Consumer<? super StageOptions<T>> with) {
        return beside(name, handler, with);
    }

    /**
     * A stage beside the one named last: it follows the same stages. They see every event at the
     * same time, and in place, so one must not change what the other one reads.
     *
     * @throws IllegalArgumentException if the name was used before, or what it follows is unknown,
     *     or 31 stages can filter or skip events already, and this is one more; the graph is as it
     *     was
     */
    public PipelineGraph<T> beside(String name, Handler<? super T> handler) {
        return beside(name, handler, with -> {});
    }

    /** Like {@link #beside(String, Handler)}, for a stage that differs from the ordinary. */
    public PipelineGraph<T> beside(
            String name, Handler<? super T> handler, Consumer<? super StageOptions<T>> with) {
        plans.add(plan(name, handler, with, columnBefore));
        column.add(name);
        return this;
    }

    /**
     * A stage behind the one named last, and behind all that are beside that one: it sees an event
     * when all of them have handled it.
     *
     * @throws IllegalArgumentException if the name was used before, or what it follows is unknown,
     *     or 31 stages can filter or skip events already, and this is one more; the graph is as it
     *     was
     */
    public PipelineGraph<T> then(String name, Handler<? super T> handler) {
        return then(name, handler, with -> {});
    }

    /** Like {@link #then(String, Handler)}, for a stage that differs from the ordinary. */
    public PipelineGraph<T> then(
            String name, Handler<? super T> handler, Consumer<? super StageOptions<T>> with) {
        plans.add(plan(name, handler, with, column));
        columnBefore = column;
        column = new ArrayList<>(List.of(name));
        return this;
    }

    /**
     * One more stage, checked; the graph does not have it yet.
     *
     * @param follows what it follows unless its options say
     */
    private Plan<T> plan(
            String name,
            Handler<? super T> handler,
            Consumer<? super StageOptions<T>> with,
            List<String> follows) {
        if (started) {
            throw new IllegalStateException(
                    "stage \"" + name + "\" comes too late: the line has been started");
        }
        checkName(Objects.requireNonNull(name, "name"));
        Objects.requireNonNull(handler, "handler");
        StageOptions<T> options = StageOptions.of(name, with);
        List<String> before = List.copyOf(options.after.isEmpty() ? follows : options.after);
        checkBefore(name, before);
        Plan<T> plan = new Plan<>(name, handler, options, before);
        checkMakesSense(plan);
        return plan;
    }

    /**
     * Makes the events of the first publisher, and starts the threads.
     *
     * @throws IllegalStateException if the factory threw, which is the cause, or made a null or the
     *     same object twice; or if started before
     */
    public Pipeline<T> start() {
        if (started) {
            throw new IllegalStateException("a description makes one line; describe another");
        }
        Line<T> line = describe();
        line.start(builder.threads);
        started = true; // behind what may fail, and leaves nothing then
        return line.publishers.first();
    }

    /** The line, without threads. */
    Line<T> describe() {
        return new Line<>(builder, plans);
    }

    // ---- what is refused

    private @Nullable Plan<T> find(String name) {
        for (Plan<T> each : plans) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    private void checkName(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a stage needs a name");
        }
        if (find(name) != null) {
            throw new IllegalArgumentException("there is a stage \"" + name + "\" already");
        }
    }

    private void checkBefore(String name, List<String> before) {
        Set<String> seen = new LinkedHashSet<>();
        for (String each : before) {
            if (each.equals(name)) {
                throw new IllegalArgumentException("stage \"" + name + "\" cannot follow itself");
            }
            if (find(each) == null) {
                throw new IllegalArgumentException(
                        "stage \""
                                + name
                                + "\" cannot follow \""
                                + each
                                + "\": stages named before it are "
                                + plans.stream().map(Plan::name).toList());
            }
            if (!seen.add(each)) {
                throw new IllegalArgumentException(
                        "stage \"" + name + "\" follows \"" + each + "\" twice");
            }
        }
    }

    private void checkMakesSense(Plan<T> plan) {
        if (plan.dropsEvents()
                && plans.stream().filter(Plan::dropsEvents).count() == MOST_DROPPING) {
            throw new IllegalArgumentException(
                    "no more than " + MOST_DROPPING + " stages can filter or skip events");
        }
    }
}
