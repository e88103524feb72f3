package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages that call typed actors. */
@Timeout(60)
class ActorStageTest {
    private final Trade.Barrier barrier = new Trade.Barrier();

    /** Behind it is an actor. */
    public interface Ledger {
        /** Is sent. */
        void book(long number);

        /** Is answered. */
        long tax(long number) throws InterruptedException;
    }

    @Test
    void aStageThatSendsDoesNotWaitForTheActor() throws Exception {
        List<Long> booked = new ArrayList<>();
        List<Long> behind = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Ledger ledger = house.actor(Ledger.class, () -> new Books(booked));
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .capacity(8)
                            .stage("book", trade -> ledger.book(trade.number))
                            .then("behind", trade -> behind.add(trade.number))
                            .start();
            PipelineTest.publish(line, 0, 20);
            barrier.awaitArrival(); // the actor is at the first one

            line.close(); // drains, and the actor has handled none

            assertThat(behind).hasSize(20);
            assertThat(booked).isEmpty();
            assertThat(line.counters()).isEqualTo(new LineCounters(20, 20, 0, 0, 0));
            barrier.letGo(20);
        }
        assertThat(booked).isEqualTo(LongStream.range(0, 20).boxed().toList());
    }

    @Test
    void aStageThatAsksWaitsForTheAnswer() throws Exception {
        List<Long> behind = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Ledger ledger = house.actor(Ledger.class, () -> new Books(new ArrayList<>()));
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .capacity(8)
                            .stage("tax", trade -> trade.seen = ledger.tax(trade.number))
                            .then("behind", trade -> behind.add(trade.seen))
                            .start();
            PipelineTest.publish(line, 0, 8);
            barrier.awaitArrival();

            assertThat(line.stages().getFirst().handled()).isZero();
            assertThat(line.stages().getLast().waiting()).isZero();
            barrier.letGo(8);
            line.close();
        }
        assertThat(behind).isEqualTo(LongStream.range(0, 8).map(i -> 2 * i).boxed().toList());
    }

    @Test
    void whatTheActorAnswersWithFailsTheStage() {
        try (var house = Roundhouse.open()) {
            Ledger ledger =
                    house.actor(
                            Ledger.class,
                            () ->
                                    new Ledger() {
                                        @Override
                                        public void book(long number) {}

                                        @Override
                                        public long tax(long number) {
                                            throw new IllegalStateException("no tax " + number);
                                        }
                                    });
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .stage("tax", trade -> trade.seen = ledger.tax(trade.number))
                            .start();
            PipelineTest.publish(line, 0, 1);

            assertThatThrownBy(line::close)
                    .hasMessageContaining("failed at stage tax")
                    .hasRootCauseMessage("no tax 0");
            assertThat(line.closeNow()).hasSize(1);
        }
    }

    interface Desk {
        /** Is waited for, as it may throw that. */
        void match(Trade trade) throws IOException;
    }

    @Test
    void anEventCanBeGivenToAnActorThatIsWaitedFor() {
        List<Long> matched = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Desk desk = house.actor(Desk.class, () -> trade -> matched.add(trade.number));
            try (var line =
                    Pipeline.of(Trade::new).capacity(1).stage("match", desk::match).start()) {
                PipelineTest.publish(line, 0, 100); // one event, filled again and again
            }
        }
        assertThat(matched).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }

    private final class Books implements Ledger {
        private final List<Long> booked;

        Books(List<Long> booked) {
            this.booked = booked;
        }

        @Override
        public void book(long number) {
            try {
                barrier.pass();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            booked.add(number);
        }

        @Override
        public long tax(long number) throws InterruptedException {
            barrier.pass();
            return 2 * number;
        }
    }
}
