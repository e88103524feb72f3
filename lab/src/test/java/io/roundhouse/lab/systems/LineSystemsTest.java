package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSpec.Shape;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.pipeline.Pipeline;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system of the lab's own that can be a line of stages, in all of its configurations: each
 * stage counts and adds up all, so that coming through means that all is right.
 */
@Timeout(60)
class LineSystemsTest {

    static Stream<Arguments> smallRuns() {
        return SmallRun.byTheLabsOwn(
                "pipeline stages=1",
                "pipeline stages=1 publishers=3",
                "pipeline stages=1 publishers=3 order=causal",
                "pipeline stages=2 publishers=2 order=causal shape=diamond",
                "pipeline stages=3 shape=multicast",
                "pipeline stages=2 shape=diamond");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("smallRuns")
    void passesSmallRuns(String words, String name) throws Exception {
        SmallRun.of(words).passesUnlessRefused(name);
    }

    @ParameterizedTest
    @CsvSource({
        "roundhouse-pipeline, pipeline publishers=3 order=causal, a publisher's own order only",
        "roundhouse-pipeline-causal, pipeline publishers=1, the order of one publisher",
    })
    void whoCannotDoASettingSaysWhy(String name, String run, String reason) throws Exception {
        SmallRun.of(run).isRefusedBy(name, reason);
    }

    @Test
    void whoKeepsOnlyAPublishersOrderSaysSo() {
        assertThat(SmallRun.found("roundhouse-pipeline").guarantees())
                .isEqualTo("fifo a publisher, exactly once");
        assertThat(SmallRun.found("roundhouse-pipeline-causal").guarantees())
                .isEqualTo("one order for all publishers, exactly once");
    }

    /** Who takes turns finds no room while another one is at it, and who has a lane does. */
    @Test
    void publishersOfACausalLineTakeTurnsAndItsSettingsSaySo() throws Exception {
        PipelineSpec spec = new PipelineSpec(Shape.CHAIN, 1, 3, true, 2);

        List<Variant> causal = new RoundhousePipelineCausal().variants(spec);
        assertThat(causal).allMatch(variant -> variant.word("causal").equals("yes"));
        for (Variant variant : causal) {
            assertThat(publishesBesideAnother(spec, variant)).as(variant.toString()).isFalse();
        }
        Variant lanes = new RoundhousePipeline().variants(spec).getFirst();
        assertThat(publishesBesideAnother(spec, lanes)).isTrue();
    }

    private static boolean publishesBesideAnother(PipelineSpec spec, Variant variant) {
        try (Pipeline<?> line =
                RoundhousePipeline.line(spec, variant).stage("stage", _ -> {}).start()) {
            AtomicBoolean published = new AtomicBoolean();
            line.publish(_ -> {
                Thread other = new Thread(() -> published.set(line.tryPublish(_ -> {})));
                other.start();
                joined(other);
            });
            return published.get();
        }
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
