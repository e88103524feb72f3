package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.internal.Stay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who stays at its bells after a sleep, and who is woken for nothing. */
@Timeout(60)
class StayingTest {
    private final PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(2);

    @Test
    void aFirstStageThatWorksAloneStays() {
        Line<Trade> line =
                builder.stage("one", _ -> {}, with -> with.waiting(Once::new)).describe();

        sleepOnce(line, 0);

        assertThat(line.eventBell.stays()).isTrue();
        assertThat(line.runBell.stays()).isTrue();
    }

    @Test
    void aStageThatAloneFollowsSeveralStaysAtAllOfThem() {
        Line<Trade> line =
                builder.stage("one", _ -> {})
                        .beside("two", _ -> {})
                        .then("join", _ -> {}, with -> with.waiting(Once::new))
                        .describe();

        sleepOnce(line, 2);

        assertThat(line.stages.get(0).bell().stays()).isTrue();
        assertThat(line.stages.get(1).bell().stays()).isTrue();
    }

    @Test
    void workersThatShareAFirstStageStayAtItsBells() {
        Line<Trade> line =
                builder.stage("one", _ -> {}, with -> with.workers(2).waiting(Once::new))
                        .describe();

        sleepOnce(line, 0);

        assertThat(line.eventBell.stays()).isTrue();
        assertThat(line.runBell.stays()).isTrue();
        Stay both = line.stages.getFirst().workers()[0].stay();
        assertThat(line.stages.getFirst().workers()[1].stay()).isSameAs(both);
    }

    @Test
    void stagesSideBySideAndWorkersByKeyDoNotStay() {
        Line<Trade> beside =
                builder.stage("one", _ -> {}, with -> with.waiting(Once::new))
                        .beside("two", _ -> {})
                        .describe();
        Line<Trade> byKey =
                Pipeline.of(Trade::new)
                        .stage(
                                "by key",
                                _ -> {},
                                with -> with.workers(2).partitionedBy(_ -> 1).waiting(Once::new))
                        .describe();

        sleepOnce(beside, 0);
        sleepOnce(byKey, 0);

        assertThat(beside.eventBell.stays()).isFalse();
        assertThat(byKey.eventBell.stays()).isFalse();
    }

    @Test
    void whoHearsABellThatOthersHearBesideAnotherOneDoesNotStay() {
        Line<Trade> line =
                builder.stage("a", _ -> {})
                        .beside("b", _ -> {})
                        .then("behind a", _ -> {}, with -> with.after("a").waiting(Once::new))
                        .then(
                                "behind both",
                                _ -> {},
                                with -> with.after("a", "b").waiting(Once::new))
                        .describe();

        sleepOnce(line, 2);
        sleepOnce(line, 3);

        assertThat(line.stages.get(0).bell().stays()).isFalse();
        assertThat(line.stages.get(1).bell().stays()).isFalse();
    }

    /** It holds the stage behind back from where it holds; who claims further on must tell. */
    @Test
    void aWorkerThatHasLostAClaimTellsTheStageBehindWhereItHoldsNow() {
        Once behind = new Once();
        Line<Trade> line =
                builder.stage("shared", _ -> {}, with -> with.workers(2))
                        .then("behind", _ -> {}, with -> with.waiting(() -> behind))
                        .describe();
        sleepOnce(line, 1); // its bell is heard from here on
        Worker<Trade> worker = line.stages.getFirst().workers()[0];

        ((SharingWorker<Trade>) worker).hold(0);
        assertThat(behind.woken).as("nothing is done").hasValue(0);
        ((SharingWorker<Trade>) worker).hold(1);

        assertThat(behind.woken).hasValue(1);
    }

    @Test
    void aFirstStageThatSleepsIsNotWokenByTheLastOneWhereThereIsOnePublisher() throws Exception {
        Once first = new Once();
        Line<Trade> line =
                builder.stage("one", _ -> {}, with -> with.waiting(() -> first))
                        .then("two", _ -> {})
                        .describe();
        sleepOnce(line, 0); // its bells are heard from here on
        line.publishers.first().own().publish(_ -> {}, 0);
        runBatch(line, 0);
        int before = first.woken.get();

        runBatch(line, 1);

        assertThat(line.runBell.quiet()).isFalse();
        assertThat(first.woken).hasValue(before);
    }

    private static void runBatch(Line<Trade> line, int stage) throws Exception {
        assertThat(line.stages.get(stage).workers()[0].runBatch()).isTrue();
    }

    /** Has a stage's first worker run its loop until it has slept once. */
    private static void sleepOnce(Line<Trade> line, int stage) {
        line.stages.get(stage).workers()[0].run();
    }

    /** Parks once and is then done with the line. */
    private static final class Once extends WakesCounted {
        @Override
        public boolean await(Wait wait, long nanos) {
            wait.beforePark();
            wait.afterPark();
            return false;
        }
    }
}
