package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A description is what was accepted of it, when it was. */
class DescribingTest {
    /** Whom each stage follows. */
    private static List<String> graph(PipelineGraph<Trade> graph) {
        return graph.describe().stages.stream()
                .map(each -> each.name + each.before.stream().map(it -> it.name).toList())
                .toList();
    }

    private static PipelineGraph<Trade> line() {
        return Pipeline.of(Trade::new).capacity(2).stage("a", _ -> {});
    }

    // ---- stages that are refused

    record Refused(String name, Consumer<PipelineGraph<Trade>> what) {
        @Override
        public String toString() {
            return name;
        }
    }

    @SuppressWarnings("NullAway") // what users may do by mistake
    static final List<Refused> REFUSED =
            List.of(
                    new Refused(
                            "options", graph -> graph.then("b", _ -> {}, with -> with.workers(0))),
                    new Refused("name", graph -> graph.then("a", _ -> {})),
                    new Refused("no name", graph -> graph.then(null, _ -> {})),
                    new Refused("no handler", graph -> graph.then("b", null)),
                    new Refused(
                            "after", graph -> graph.then("b", _ -> {}, with -> with.after("z"))),
                    new Refused("beside", graph -> graph.beside("a", _ -> {})));

    @ParameterizedTest
    @FieldSource("REFUSED")
    void aStageThatIsRefusedLeavesTheGraphAsItWas(Refused refused) {
        PipelineGraph<Trade> graph = line();
        assertThatThrownBy(() -> refused.what.accept(graph)).isInstanceOf(RuntimeException.class);

        graph.then("c", _ -> {});
        assertThatThrownBy(() -> refused.what.accept(graph)).isInstanceOf(RuntimeException.class);
        graph.beside("d", _ -> {}).then("e", _ -> {});

        assertThat(graph(graph)).containsExactly("a[]", "c[a]", "d[a]", "e[c, d]");
    }

    @Test
    void oneStageMoreThanCanFilterOrSkipIsRefused() {
        PipelineGraph<Trade> graph = line();
        for (int i = 0; i < 31; i++) {
            if (i % 2 == 0) {
                graph.then("filter " + i, Handler.keeping(_ -> true));
            } else {
                graph.beside("skips " + i, _ -> {}, with -> with.skipTo(Trade::new, _ -> {}));
            }
        }
        for (boolean filters : new boolean[] {true, false}) {
            assertThatThrownBy(
                            () -> {
                                if (filters) {
                                    graph.then("b", Handler.keeping(_ -> true));
                                } else {
                                    graph.then(
                                            "b", _ -> {}, with -> with.skipTo(Trade::new, _ -> {}));
                                }
                            })
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no more than 31 stages can filter or skip events");
        }
        graph.then("b", _ -> {}, with -> with.retry(1));
        assertThat(graph.describe().droppers).isEqualTo(31);
    }

    // ---- what a stage follows

    @Test
    void stagesWithoutANameToFollowAreRefused() {
        assertThatThrownBy(() -> line().then("b", _ -> {}, StageOptions::after))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "after() names no stage: leave it out, and the stage follows those that the"
                                + " graph says");
    }

    @Test
    @SuppressWarnings("NullAway") // what users may do by mistake
    void namesThatAreNullAreRefusedByName() {
        String message = "after(null): give the names of the stages that it follows";
        assertThatThrownBy(() -> line().then("b", _ -> {}, with -> with.after((String) null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> line().then("b", _ -> {}, with -> with.after((String[]) null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
    }

    // ---- what is changed too late

    static final List<Consumer<StageOptions<Trade>>> CHANGES =
            Stream.<Consumer<StageOptions<Trade>>>of(
                            with -> with.workers(3),
                            with -> with.partitionedBy(_ -> 0),
                            with -> with.after("a"),
                            StageOptions::ownThread,
                            with -> with.batch(1),
                            with -> with.waiting(WaitStrategy.parking()),
                            with -> with.retry(1),
                            with -> with.skipTo(Trade::new, _ -> {}))
                    .toList();

    @ParameterizedTest
    @FieldSource("CHANGES")
    void optionsThatAreKeptChangeNoStageThatHasBeenDescribed(Consumer<StageOptions<Trade>> change) {
        List<StageOptions<Trade>> kept = new ArrayList<>();
        line().then("b", _ -> {}, kept::add);

        assertThatThrownBy(() -> change.accept(kept.getFirst()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "stage \"b\" has been described: set its options within the lambda that"
                                + " gets them");
    }

    @Test
    void whatABuilderIsToldLaterIsForTheNextGraph() {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(4);
        PipelineGraph<Trade> first = builder.stage("a", _ -> {});
        PipelineGraph<Trade> second = builder.capacity(64).clearing(_ -> {}).stage("a", _ -> {});

        assertThat(first.describe().capacity).isEqualTo(4);
        assertThat(first.describe().clears).isFalse();
        assertThat(second.describe().capacity).isEqualTo(64);
        assertThat(second.describe().clears).isTrue();
    }

    // ---- handlers that are none

    @Test
    void whatIsNotMadeForEachWorkerIsRefusedWithTheWayOut() {
        assertThatThrownBy(() -> perWorker(Handler.keeping(_ -> true)).describe())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "stage a, worker 0: Handler.perWorker makes handlers, not filters: give the"
                                + " stage Handler.keeping itself, whose predicate all workers ask");
        assertThatThrownBy(() -> perWorker(Handler.perWorker(_ -> _ -> {})).describe())
                .hasMessage(
                        "stage a, worker 0: Handler.perWorker makes handlers, not another"
                                + " Handler.perWorker: one is enough");
        assertThatThrownBy(() -> perWorker(null).describe())
                .hasMessage("stage a, worker 0: Handler.perWorker made null for its handler");
    }

    @SuppressWarnings("NullAway") // what users may do by mistake
    private static PipelineGraph<Trade> perWorker(Handler<Trade> made) {
        return Pipeline.of(Trade::new)
                .stage("a", Handler.perWorker(_ -> made), with -> with.workers(2));
    }
}
