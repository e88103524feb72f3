package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.OneWayLine;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
                "pipeline stages=2 publishers=2 shape=diamond",
                "pipeline stages=3 shape=multicast",
                "pipeline stages=2 shape=diamond");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("smallRuns")
    void passesSmallRuns(String words, String name) throws Exception {
        SmallRun.of(words).passesUnlessRefused(name);
    }

    @Test
    void allKeepOneOrderForAllPublishersAsTheDisruptorDoes() {
        assertThat(SmallRun.found("roundhouse-pipeline").guarantees())
                .isEqualTo("one order for all publishers, exactly once");
    }

    @Test
    void anIdleLineSaysHowManyStagesItHas() {
        RoundhousePipeline pipeline = new RoundhousePipeline();
        IdleSpec spec = new IdleSpec(1, false);
        try (OneWayLine line = pipeline.open(spec, pipeline.variants(spec).getFirst())) {
            assertThat(line.config()).isEqualTo("4 stages in a row");
        }
    }
}
