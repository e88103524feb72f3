package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Select;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Methods of actors are clauses of selects: at most one happens, and the others were not called.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class SelectCallTest {
    @Parameter Dispatcher on;

    interface Desk {
        void hold();

        void take(int number);

        int ask(int number);

        int fail() throws IOException;

        CompletionStage<Integer> later(int number);

        boolean awaits(Select select) throws InterruptedException;
    }

    private static final int HELD_UP = -1;

    private final Gate gate = new Gate();
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Object> done = Collections.synchronizedList(new ArrayList<>());
    private @Nullable Roundhouse opened;

    /** Who waits in a select does not step. */
    private @Nullable Thread steps;

    private final class Clerk implements Desk {
        @Override
        public void hold() {
            gate.pass();
        }

        @Override
        public void take(int number) {
            handled.add(number);
        }

        @Override
        public int ask(int number) {
            if (number == HELD_UP) {
                gate.pass();
            }
            handled.add(number);
            return number + 1;
        }

        @Override
        public int fail() throws IOException {
            throw new IOException("no");
        }

        @Override
        public CompletionStage<Integer> later(int number) {
            handled.add(number);
            return CompletableFuture.completedFuture(number + 1);
        }

        @Override
        public boolean awaits(Select select) throws InterruptedException {
            return select.await();
        }
    }

    private Roundhouse house() {
        Roundhouse house = opened;
        if (house == null) {
            house = on.open();
            opened = house;
            steps = on.goesOnAndOn(house);
        }
        return house;
    }

    private Desk desk(Consumer<ActorOptions> with) {
        return on.actor(house(), Desk.class, Clerk::new, with);
    }

    private Desk process() {
        return on.process(house(), Desk.class, Clerk::new);
    }

    @AfterEach
    void close() {
        gate.open();
        if (opened != null) {
            opened.close();
        }
        if (steps != null) {
            steps.interrupt();
            join(steps);
        }
    }

    private static Thread selects(Select select) {
        return Thread.ofPlatform().daemon().start(() -> await(select));
    }

    private static void await(Select select) {
        try {
            assertThat(select.await()).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- void

    @Test
    void aCallHappensAtOnceWhereThereIsRoom() throws Exception {
        Desk desk = desk(_ -> {});
        int[] number = {0};
        Select select =
                Select.of(
                        Select.whenAccepted(() -> desk.take(++number[0]), () -> done.add("taken")),
                        Select.otherwise(() -> done.add("none")));
        for (int i = 0; i < 3; i++) {
            assertThat(select.await()).isTrue();
        }
        house().close();
        assertThat(handled).containsExactly(1, 2, 3);
        assertThat(done).containsExactly("taken", "taken", "taken");
    }

    @Test
    void aCallHappensWhenThereIsRoom() {
        Desk desk = desk(with -> with.bounded(2));
        desk.hold();
        gate.awaitReached();
        desk.take(1);
        Channel<Integer> silent = Channel.rendezvous();
        Thread selects =
                selects(
                        Select.of(
                                Select.whenAccepted(() -> desk.take(2), () -> done.add("taken")),
                                silent.whenReceived(done::add)));
        awaitWaiting(selects);
        assertThat(done).isEmpty();
        gate.open();
        join(selects);
        house().close();
        assertThat(done).containsExactly("taken");
        assertThat(handled).containsExactly(1, 2);
        assertThat(silent.waitingReceivers()).isZero();
    }

    @Test
    void aCallForWhichThereIsNoRoomIsNotMadeWhereAnotherClauseHappens() throws Exception {
        Desk desk = desk(with -> with.bounded(1));
        desk.hold();
        gate.awaitReached();
        Channel<Integer> orders = Channel.rendezvous();
        Select select =
                Select.of(
                        Select.whenAccepted(() -> desk.take(1), () -> done.add("taken")),
                        orders.whenReceived(done::add));
        Thread selects = selects(select);
        Until.isTrue(() -> orders.waitingReceivers() == 1);
        orders.send(7);
        join(selects);
        Select.of(
                        Select.whenAccepted(() -> desk.take(2), () -> done.add("taken")),
                        Select.otherwise(() -> done.add("none")))
                .await();
        Select.of(
                        Select.whenAccepted(() -> desk.take(3), () -> done.add("taken")),
                        Select.after(Duration.ofMillis(5), () -> done.add("late")))
                .await();
        gate.open();
        house().close();
        assertThat(done).containsExactly(7, "none", "late");
        assertThat(handled).isEmpty();
        assertThat(house().counters().deadLetters()).isZero();
    }

    /** Who calls again and again has a lane of its own, which may be full, too. */
    @Test
    void aThreadThatStreamsCallsIsToldThatThereIsNoRoom() throws Exception {
        Desk desk = desk(with -> with.bounded(1024));
        int calls = 70; // a lane from the 64th on
        for (int i = 0; i < calls; i++) {
            desk.take(i);
        }
        Until.isTrue(() -> handled.size() == calls);
        desk.hold();
        gate.awaitReached();
        AtomicInteger sent = new AtomicInteger(calls);
        boolean[] full = {false};
        Select select =
                Select.inOrder(
                        Select.whenAccepted(
                                () -> desk.take(sent.get()), () -> sent.incrementAndGet()),
                        Select.otherwise(() -> full[0] = true));
        while (!full[0]) {
            select.await();
        }
        AtomicReference<Thread> me = new AtomicReference<>(Thread.currentThread());
        Thread opens =
                Thread.ofPlatform()
                        .start(() -> {
                            awaitWaiting(me.get());
                            gate.open();
                        });
        Select.of(Select.whenAccepted(() -> desk.take(sent.get()), () -> done.add("taken")))
                .await();
        join(opens);
        house().close();
        assertThat(done).containsExactly("taken");
        assertThat(handled).hasSize(sent.get() + 1).isSorted();
    }

    @Test
    void whatACallThrowsTheSelectThrowsAndNothingHasHappened() throws Exception {
        Desk desk = desk(_ -> {});
        house().close();
        Channel<Integer> orders = Channel.buffered(1);
        Select select =
                Select.inOrder(
                        Select.whenAccepted(() -> desk.take(1), () -> done.add("taken")),
                        orders.whenReceived(done::add));
        orders.send(7);
        assertThatThrownBy(select::await).isInstanceOf(HouseClosedException.class);
        assertThat(orders.receive()).isEqualTo(7);
        assertThat(done).isEmpty();
    }

    @Test
    void whatWaitsInCodeThatIsNotTriedWaitsAsEver() throws Exception {
        Desk desk = desk(_ -> {});
        Channel<Integer> orders = Channel.buffered(1);
        orders.send(1);
        Select.of(orders.whenReceived(order -> done.add(desk.ask(order)))).await();
        Select.of(Select.whenAccepted(() -> desk.take(5), () -> done.add(desk.ask(6)))).await();
        assertThat(done).containsExactly(2, 7);
        assertThat(handled).containsExactly(1, 5, 6);
    }

    // ---- a result

    @Test
    void aResultIsAClauseOfEachAwait() throws Exception {
        Desk desk = desk(_ -> {});
        Channel<Integer> silent = Channel.rendezvous();
        int[] number = {0};
        Select select =
                Select.of(
                        silent.whenReceived(done::add),
                        Select.whenReturned(
                                () -> "result " + (10 + desk.ask(number[0])), done::add));
        for (int i = 0; i < 3; i++) {
            number[0] = i;
            assertThat(select.await()).isTrue();
        }
        assertThat(done).containsExactly("result 11", "result 12", "result 13");
        assertThat(handled).containsExactly(0, 1, 2);
        assertThat(silent.waitingReceivers()).isZero();
    }

    @Test
    void aCallThatLosesBeforeItHasBegunIsNotHandled() throws Exception {
        Desk desk = desk(_ -> {});
        desk.hold();
        gate.awaitReached();
        Channel<Integer> orders = Channel.rendezvous();
        Select select =
                Select.of(
                        Select.whenReturned(() -> desk.ask(1), done::add),
                        orders.whenReceived(order -> done.add("order " + order)));
        Thread selects = selects(select);
        Until.isTrue(() -> orders.waitingReceivers() == 1);
        assertThat(Inspect.underWay(desk)).isEqualTo(2);
        orders.send(7);
        join(selects);
        gate.open();
        house().close();
        assertThat(done).containsExactly("order 7");
        assertThat(handled).isEmpty();
    }

    @Test
    void aSlowCallHoldsUpNoOtherClause() throws Exception {
        Desk desk = desk(_ -> {});
        Channel<Integer> orders = Channel.rendezvous();
        Thread sends =
                Thread.ofPlatform()
                        .start(() -> {
                            gate.awaitReached();
                            try {
                                orders.send(7);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        Select.of(
                        Select.whenReturned(() -> desk.ask(HELD_UP), done::add),
                        orders.whenReceived(order -> done.add("order " + order)))
                .await();
        join(sends);
        assertThat(done).containsExactly("order 7");
    }

    @Test
    void theFailureOfACallIsThrown() {
        Desk desk = desk(_ -> {});
        Select select = Select.of(Select.whenReturned(desk::fail, done::add));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(select::await)
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseInstanceOf(IOException.class);
        }
        assertThat(done).isEmpty();
    }

    @Test
    void anInterruptWithdrawsTheCall() throws Exception {
        Desk desk = desk(_ -> {});
        desk.hold();
        gate.awaitReached();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread selects =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                Select.of(Select.whenReturned(() -> desk.ask(1), done::add))
                                        .await();
                            } catch (InterruptedException e) {
                                thrown.set(e);
                            }
                        });
        awaitWaiting(selects);
        selects.interrupt();
        join(selects);
        gate.open();
        house().close();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(handled).isEmpty();
    }

    @Test
    void codeThatWrapsWhatItCatchesWaitsAllTheSame() throws Exception {
        Desk desk = desk(_ -> {});
        Select select =
                Select.of(
                        Select.whenReturned(
                                () -> {
                                    try {
                                        return desk.ask(1);
                                    } catch (Exception e) {
                                        throw new IllegalArgumentException(e);
                                    }
                                },
                                done::add));
        assertThat(select.await()).isTrue();
        assertThat(done).containsExactly(2);
        assertThat(handled).containsExactly(1);
    }

    // ---- within an actor

    /** No dispatcher would know that it waits, and for whom. */
    @Test
    void anActorDoesNotAwaitASelectThatCallsActors() throws Exception {
        Desk other = desk(_ -> {});
        Desk met = process();
        Select select =
                Select.of(
                        Select.whenAccepted(() -> met.take(1), () -> done.add("met")),
                        Select.whenReturned(() -> other.ask(2), done::add));
        for (Desk waits : List.of(desk(_ -> {}), process())) {
            assertThatThrownBy(() -> waits.awaits(select))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("attach")
                    .hasMessageContaining("scope");
        }
        assertThat(Inspect.underWay(other)).isZero();
        assertThat(Inspect.underWay(met)).isZero();
        assertThat(done).isEmpty();
        assertThat(handled).isEmpty();

        assertThat(select.await()).isTrue(); // here it may be
        assertThat(done).hasSize(1);
    }

    @Test
    void anActorAwaitsASelectThatCallsNone() throws Exception {
        Channel<Integer> orders = Channel.buffered(1);
        orders.send(7);
        Desk desk = desk(_ -> {});
        assertThat(desk.awaits(Select.of(orders.whenReceived(done::add)))).isTrue();
        assertThat(done).containsExactly(7);
    }

    // ---- who is met

    /** Where who calls may handle it, another thread does. */
    private void holdUp(Desk desk) {
        if (on == Dispatcher.STEPPING) {
            Thread.ofPlatform().daemon().start(desk::hold);
        } else {
            desk.hold();
        }
        gate.awaitReached();
    }

    @Test
    void aCallHappensWhenTheActorTakesIt() {
        Desk desk = process();
        holdUp(desk);
        Channel<Integer> silent = Channel.rendezvous();
        Thread selects =
                selects(
                        Select.of(
                                Select.whenAccepted(() -> desk.take(1), () -> done.add("taken")),
                                silent.whenReceived(done::add)));
        Until.isTrue(() -> silent.waitingReceivers() == 1);
        assertThat(done).isEmpty();
        gate.open();
        join(selects);
        house().close();
        assertThat(done).containsExactly("taken");
        assertThat(handled).containsExactly(1);
        assertThat(silent.waitingReceivers()).isZero();
    }

    @Test
    void anActorThatIsIdleTakesCallAfterCall() throws Exception {
        Desk desk = process();
        int[] number = {0};
        Select select =
                Select.of(
                        Select.whenAccepted(() -> desk.take(number[0]), () -> number[0]++),
                        Select.whenReturned(() -> desk.later(number[0]), _ -> number[0]++));
        for (int i = 0; i < 200; i++) {
            assertThat(select.await()).isTrue();
        }
        house().close();
        assertThat(handled).hasSize(200).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void anOfferThatLosesIsNotTaken() throws Exception {
        Desk desk = process();
        holdUp(desk);
        Channel<Integer> orders = Channel.rendezvous();
        Thread selects =
                selects(
                        Select.of(
                                Select.whenAccepted(() -> desk.take(1), () -> done.add("taken")),
                                orders.whenReceived(done::add)));
        Until.isTrue(() -> orders.waitingReceivers() == 1);
        orders.send(7);
        join(selects);
        gate.open();
        desk.take(2);
        house().close();
        assertThat(done).containsExactly(7);
        assertThat(handled).containsExactly(2);
        assertThat(house().counters().deadLetters()).isZero();
    }

    @Test
    void anActorThatIsStoppedWhileItIsOfferedACallIsTold() {
        Desk desk = process();
        holdUp(desk);
        Channel<Integer> silent = Channel.rendezvous();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread selects =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                Select.of(
                                                Select.whenAccepted(() -> desk.take(1), () -> {}),
                                                silent.whenReceived(done::add))
                                        .await();
                            } catch (Exception e) {
                                thrown.set(e);
                            }
                        });
        Until.isTrue(() -> silent.waitingReceivers() == 1 && Inspect.underWay(desk) == 2);
        house().stop(desk);
        gate.open();
        join(selects);
        assertThat(thrown.get()).isInstanceOf(ActorStoppedException.class);
        assertThat(handled).isEmpty();
    }

    /** Two actors, a channel, and somebody who sends: of each round exactly one happens. */
    @Test
    void exactlyOneClauseOfEachAwaitHappens() throws Exception {
        int rounds = 2_000;
        AtomicInteger one = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        int[] counted = new int[3];
        Channel<Integer> orders = Channel.rendezvous();
        AtomicInteger sent = new AtomicInteger();
        try (var house = house()) {
            Meeting.Node first =
                    on.process(house, Meeting.Node.class, () -> _ -> one.incrementAndGet());
            Meeting.Node second =
                    on.process(house, Meeting.Node.class, () -> _ -> other.incrementAndGet());
            Thread sends =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                try {
                                    while (true) {
                                        orders.send(1);
                                        sent.incrementAndGet();
                                    }
                                } catch (Exception e) {
                                    // closed
                                }
                            });
            Select select =
                    Select.of(
                            Select.whenAccepted(() -> first.take(1), () -> counted[0]++),
                            Select.whenAccepted(() -> second.take(1), () -> counted[1]++),
                            orders.whenReceived(_ -> counted[2]++));
            Select actorsOnly =
                    Select.of(
                            Select.whenAccepted(() -> first.take(1), () -> counted[0]++),
                            Select.whenAccepted(() -> second.take(1), () -> counted[1]++));
            for (int i = 0; i < rounds; i++) {
                assertThat((i % 2 == 0 ? select : actorsOnly).await()).isTrue();
            }
            orders.close();
            join(sends);
        }
        assertThat(counted[0] + counted[1] + counted[2]).isEqualTo(rounds);
        assertThat(one).hasValue(counted[0]);
        assertThat(other).hasValue(counted[1]);
        assertThat(sent).hasValue(counted[2]);
    }
}
