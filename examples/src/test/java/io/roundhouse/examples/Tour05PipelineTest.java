package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour05PipelineTest {

    @Test
    void ordersAreJournaledReplicatedAndMatched() throws Exception {
        assertThat(Output.of(Tour05Pipeline::orderBook))
                .containsExactly("journal -10 -11 -12 +15 ", "replica 48, traded 15");
    }

    @Test
    void aFilterIsForTheStagesBehindIt() throws Exception {
        assertThat(Output.of(Tour05Pipeline::graph)).containsExactly("seen 4, large [3, 4]");
    }

    @Test
    void workersShareOrDivide() throws Exception {
        assertThat(Output.of(Tour05Pipeline::workers))
                .containsExactly("sum 338350, sizes in two places 0");
    }

    @Test
    void whatFailsGoesToTheSiding() throws Exception {
        assertThat(Output.of(Tour05Pipeline::siding))
                .containsExactly("[check: no size at 101]", "2 delivered, 1 failed");
    }

    @Test
    void aLineThatFailsSaysWhyAndWhatIsLeft() throws Exception {
        assertThat(Output.of(Tour05Pipeline::stop))
                .containsExactly(
                        "the line could not deliver everything: the line has failed at stage check: java.io.IOException: no size",
                        "left 1");
    }

    @Test
    void queuesFeedALineAndAreFed() throws Exception {
        assertThat(Output.of(Tour05Pipeline::queues)).containsExactly("price 1, price 4, price 9");
    }
}
