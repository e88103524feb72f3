package io.roundhouse.channel;

import static io.roundhouse.channel.Team.awaitReceivers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An actor's method is a clause: called anew in each wait, and withdrawn where it loses. */
@Timeout(60)
final class SelectAskingTest {
    interface Desk {
        void rest();

        CompletionStage<Integer> next();

        CompletionStage<Integer> fail();
    }

    private final CountDownLatch rested = new CountDownLatch(1);
    private final CountDownLatch rests = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();
    private final List<Object> done = new ArrayList<>();

    private final class Clerk implements Desk {
        @Override
        public void rest() {
            rests.countDown();
            try {
                rested.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public CompletionStage<Integer> next() {
            return CompletableFuture.completedFuture(handled.incrementAndGet());
        }

        @Override
        public CompletionStage<Integer> fail() {
            throw new IllegalStateException("no");
        }
    }

    private void happened(Object what) {
        done.add(what);
    }

    @Test
    void eachAwaitAsksAnew() throws Exception {
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = house.actor(Desk.class, Clerk::new, with -> with.virtual());
            Channel<Integer> silent = Channel.rendezvous();
            Select select =
                    Select.of(
                            silent.whenReceived(this::happened),
                            Select.asking(desk::next, this::happened));
            for (int i = 0; i < 3; i++) {
                assertThat(select.await()).isTrue();
            }
            silent.close();
            assertThat(select.await()).isTrue();
            assertThat(silent.waitingReceivers()).isZero();
        }
        assertThat(done).containsExactly(1, 2, 3, 4);
    }

    @Test
    void aCallThatLosesBeforeItHasBegunIsNotHandled() throws Exception {
        try (Roundhouse house = Roundhouse.open();
                Team team = new Team()) {
            Desk desk = house.actor(Desk.class, Clerk::new, with -> with.virtual());
            desk.rest();
            rests.await();
            Channel<Integer> orders = Channel.rendezvous();
            Select select =
                    Select.of(
                            Select.asking(desk::next, this::happened),
                            orders.whenReceived(order -> happened("order " + order)));
            Thread selects =
                    team.start(() -> {
                        for (int i = 0; i < 3; i++) {
                            select.await();
                        }
                    });
            awaitReceivers(orders, 1);
            orders.send(1);
            awaitReceivers(orders, 1);
            orders.send(2);
            awaitReceivers(orders, 1);
            rested.countDown();
            selects.join();
            team.join();
            assertThat(done).containsExactly("order 1", "order 2", 1);
        }
        assertThat(handled.get()).isEqualTo(1);
    }

    @Test
    void anInterruptWithdrawsTheCallToo() throws Exception {
        try (Roundhouse house = Roundhouse.open();
                Team team = new Team()) {
            Desk desk = house.actor(Desk.class, Clerk::new, with -> with.virtual());
            desk.rest();
            rests.await();
            Channel<Integer> orders = Channel.rendezvous();
            Select select =
                    Select.of(
                            Select.asking(desk::next, this::happened),
                            orders.whenReceived(this::happened));
            Thread selects =
                    team.start(() ->
                            assertThatThrownBy(select::await)
                                    .isInstanceOf(InterruptedException.class));
            awaitReceivers(orders, 1);
            selects.interrupt();
            team.join();
            rested.countDown();
        }
        assertThat(handled.get()).isZero();
        assertThat(done).isEmpty();
    }

    @Test
    void noCallIsMadeWhereAClauseBeforeItHappensAtOnce() throws Exception {
        Channel<Integer> orders = Channel.buffered(2);
        orders.sendMany(List.of(1, 2));
        List<CompletableFuture<String>> asked = new ArrayList<>();
        Supplier<CompletableFuture<String>> call =
                () -> {
                    asked.add(new CompletableFuture<>());
                    return asked.getLast();
                };
        Select select =
                Select.inOrder(
                        orders.whenReceived(this::happened),
                        Select.asking(call, this::happened),
                        Select.otherwise(() -> happened("none")));
        for (int i = 0; i < 3; i++) {
            select.await();
        }
        assertThat(done).containsExactly(1, 2, "none");
        assertThat(asked).hasSize(1).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void aStageThatCannotBeCanceledIsLeft() throws Exception {
        CompletableFuture<String> kept = new CompletableFuture<>();
        Select select =
                Select.of(
                        Select.asking(kept::minimalCompletionStage, this::happened),
                        Select.otherwise(() -> happened("none")));
        select.await();
        assertThat(kept).isNotCompleted();
        kept.complete("answer");
        select.await();
        assertThat(done).containsExactly("none", "answer");
    }

    @Test
    void failuresAreThrownAndTheNextAwaitAsksAgain() throws Exception {
        Desk desk;
        try (Roundhouse house = Roundhouse.open()) {
            desk = house.actor(Desk.class, Clerk::new, with -> with.virtual());
            Select select = Select.of(Select.asking(desk::fail, this::happened));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(select::await)
                        .isInstanceOf(CompletionException.class)
                        .hasRootCauseMessage("no");
            }
        }
        Channel<Integer> orders = Channel.buffered(1);
        Select closed =
                Select.inOrder(
                        orders.whenReceived(this::happened),
                        Select.asking(desk::next, this::happened),
                        Select.after(Duration.ofSeconds(30), () -> happened("late")));
        assertThatThrownBy(closed::await)
                .satisfiesAnyOf(
                        thrown -> assertThat(thrown).isInstanceOf(HouseClosedException.class),
                        thrown ->
                                assertThat(thrown).hasCauseInstanceOf(HouseClosedException.class));
        orders.send(7);
        assertThat(closed.await()).isTrue();
        assertThat(done).containsExactly(7);
        assertThat(orders.waitingReceivers()).isZero();
    }

    /** The wait for room is of the call, and not of the select. */
    @Test
    void anInterruptAtAFullMailboxIsThrownByTheCall() throws Exception {
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = house.actor(Desk.class, Clerk::new, with -> with.virtual().bounded(1));
            desk.rest();
            rests.await();
            Channel<Integer> silent = Channel.rendezvous();
            Select select =
                    Select.of(
                            silent.whenReceived(this::happened),
                            Select.asking(desk::next, this::happened));
            Thread.currentThread().interrupt();
            assertThatThrownBy(select::await).isInstanceOf(WaitInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(silent.waitingReceivers()).isZero();
            rested.countDown();
            assertThat(select.await()).isTrue();
        }
        assertThat(done).containsExactly(1);
    }
}
