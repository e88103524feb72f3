package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.ChildJvm;
import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stage sends its event itself to an actor, and assertions are enabled. */
@Timeout(60)
class SentEventTest {
    private static final int CHILD_SECONDS = 50;

    /** Behind it is an actor. */
    interface Desk {
        /** Is only sent. */
        void match(Trade trade);

        void note(long number, String why, Object what);

        default void matchLater(Trade trade) {
            match(trade);
        }

        /** Is answered later. */
        CompletionStage<Long> ask(Trade trade);

        /** Is waited for. */
        long fee(Trade trade);
    }

    /** Passes on what it is asked. */
    interface Office {
        long fee(Trade trade);
    }

    interface Back {
        void fee(Trade trade, CompletableFuture<Long> answer);
    }

    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    private Roundhouse house;
    private Desk desk;

    @BeforeEach
    void open() {
        house = Roundhouse.open();
        desk = house.actor(Desk.class, Clerk::new, with -> with.named("clerk"));
    }

    @AfterEach
    void close() {
        house.close();
    }

    // ---- what is refused

    @Test
    void anEventIsNotSentToAnActorThatComesToItLater() {
        assertThat(refused("match", desk::match))
                .hasMessage(
                        "stage match: its event is an argument of clerk.match, a call that is only"
                                + " sent: the event would be filled again before the actor comes to"
                                + " it. Send what is needed of it, or a copy; or let match return a"
                                + " value, or declare a checked exception, so that the stage"
                                + " waits");
    }

    @Test
    void norAsOneOfSeveralArguments() {
        assertThat(refused("note", trade -> desk.note(trade.number, "late", trade)))
                .hasMessageContaining("clerk.note");
    }

    @Test
    void norThroughADefaultMethod() {
        assertThat(refused("match", desk::matchLater)).hasMessageContaining("clerk.match");
    }

    @Test
    void norWhereTheStageWaitsUntilTheCallIsTaken() {
        Desk meets = house.actor(Desk.class, Clerk::new, with -> with.named("meets").rendezvous());

        assertThat(refused("match", meets::match)).hasMessageContaining("meets.match");
    }

    @Test
    void norByAFilter() {
        Handler<Trade> filter =
                Handler.keeping(trade -> {
                    desk.match(trade);
                    return true;
                });

        assertThat(refused("keep", filter)).hasMessageStartingWith("stage keep: ");
    }

    @Test
    void norByOneOfSeveralWorkers() {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "match",
                                Handler.<Trade>perWorker(_ -> desk::match),
                                with -> with.workers(2))
                        .start();

        assertThat(refused(line)).hasMessageStartingWith("stage match, worker ");
    }

    @Test
    void norByAThreadThatGoesRound() {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .goingRound()
                        .stage("first", _ -> {})
                        .then("match", desk::match)
                        .start();

        assertThat(refused(line)).hasMessageStartingWith("stage match: ");
    }

    @Test
    void eachTryIsRefusedAndTheCopyForTheSidingIsSent() {
        List<Throwable> failures = new ArrayList<>();
        int[] tries = {0};
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "match",
                                trade -> {
                                    tries[0]++;
                                    desk.match(trade);
                                },
                                with ->
                                        with.retry(2)
                                                .skipTo(
                                                        Trade::new,
                                                        failed -> {
                                                            failures.add(failed.failure());
                                                            desk.match(failed.event());
                                                        }))
                        .start();

        PipelineTest.publish(line, 0, 2);
        line.close();
        house.close();

        assertThat(tries[0]).isEqualTo(6);
        assertThat(failures).hasSize(2).hasOnlyElementsOfType(IllegalStateException.class);
        assertThat(seen).containsExactly(0L, 1L);
    }

    // ---- what is not

    @Test
    void whatIsNeededOfAnEventIsSentAndSoIsACopy() {
        handles(trade -> {
            desk.note(trade.number, "early", trade.reference);
            desk.match(new Trade(trade));
        });

        assertThat(seen).containsExactly("", 0L, "", 1L, "", 2L);
    }

    @Test
    void anActorThatIsWaitedForIsGivenTheEvent() {
        handles(desk::fee);

        assertThat(seen).containsExactly(0L, 1L, 2L);
    }

    @Test
    void anActorThatIsAskedIsGivenTheEvent() {
        handles(trade -> desk.ask(trade).toCompletableFuture().join());

        assertThat(seen).containsExactly(0L, 1L, 2L);
    }

    @Test
    void whoIsAskedMaySendTheEventOnAndAnswerBehind() {
        Back back = house.actor(Back.class, () -> (trade, answer) -> answer.complete(trade.number));
        Office office =
                house.actor(
                        Office.class,
                        () ->
                                trade -> {
                                    back.fee(trade, ActorContext.current().answer());
                                    return 0;
                                });

        handles(trade -> seen.add(office.fee(trade)));

        assertThat(seen).containsExactly(0L, 1L, 2L);
    }

    @Test
    void whoHandlesItNoMoreIsNotAsked() {
        Trade[] last = {new Trade()};
        Handler<Trade> handler =
                new Handler<>() {
                    @Override
                    public void handle(Trade trade) {
                        last[0] = trade;
                    }

                    @Override
                    public void stopped() {
                        desk.match(last[0]);
                    }
                };

        handles(handler);

        assertThat(seen).containsExactly(2L);
    }

    // ---- where assertions are off

    @Test
    void nobodyLooksWhereAssertionsAreOff() throws Exception {
        assertThat(ChildJvm.run(CHILD_SECONDS, List.of("-da"), SendsItsEvent.class))
                .containsExactly("sent");
    }

    /** A line whose stage sends its event, to an actor that comes to it behind the line's end. */
    static final class SendsItsEvent {
        private SendsItsEvent() {}

        public static void main(String[] args) {
            try (var house = Roundhouse.open(with -> with.stepping())) {
                Desk desk = house.actor(Desk.class, () -> new SentEventTest().new Clerk());
                Pipeline<Trade> line = Pipeline.of(Trade::new).stage("match", desk::match).start();
                PipelineTest.publish(line, 0, 1);
                try {
                    line.close();
                    System.out.println("sent");
                } catch (PipelineClosedException e) {
                    System.out.println(e.getCause());
                }
            }
        }
    }

    // ---- what these tests have in common

    private Throwable refused(String name, Handler<Trade> handler) {
        return refused(Pipeline.of(Trade::new).stage(name, handler).start());
    }

    /** What fails the line; the actor has seen nothing. */
    private Throwable refused(Pipeline<Trade> line) {
        PipelineTest.publish(line, 0, 1);
        Throwable[] cause = {null};
        assertThatThrownBy(line::close)
                .isInstanceOf(PipelineClosedException.class)
                .satisfies(thrown -> cause[0] = thrown.getCause());
        house.close();
        assertThat(seen).isEmpty();
        assertThat(cause[0]).isInstanceOf(IllegalStateException.class);
        return cause[0];
    }

    /** Three events, in two places. */
    private void handles(Handler<Trade> handler) {
        try (var line = Pipeline.of(Trade::new).capacity(2).stage("handle", handler).start()) {
            PipelineTest.publish(line, 0, 3);
        }
        house.close();
    }

    private final class Clerk implements Desk {
        @Override
        public void match(Trade trade) {
            seen.add(trade.number);
        }

        @Override
        public void note(long number, String why, Object what) {
            seen.add(what);
        }

        @Override
        public CompletionStage<Long> ask(Trade trade) {
            seen.add(trade.number);
            return CompletableFuture.completedFuture(trade.number);
        }

        @Override
        public long fee(Trade trade) {
            seen.add(trade.number);
            return trade.number;
        }
    }
}
