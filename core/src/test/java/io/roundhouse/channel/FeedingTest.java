package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel has given to an actor that did not take it goes to the channel's hook. */
@Timeout(60)
final class FeedingTest {
    interface Desk {
        void handle(int order);
    }

    /** How an actor is fed. */
    enum Way {
        FOR_EACH,
        SELECT;

        void feed(Channel<Integer> orders, Desk desk) throws InterruptedException {
            if (this == FOR_EACH) {
                orders.forEach(desk::handle);
                return;
            }
            Select select = Select.of(orders.whenReceived(desk::handle));
            while (select.await()) {}
        }
    }

    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    private final List<Integer> told = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    private Channel<Integer> orders(int count) throws InterruptedException {
        Channel<Integer> orders = Channel.<Integer>builder().undelivered(told::add).unbounded();
        orders.sendMany(IntStream.range(0, count).boxed().toList());
        return orders;
    }

    private Desk slowDesk(Roundhouse house) {
        Desk slow =
                order -> {
                    begun.countDown();
                    try {
                        goesOn.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    handled.add(order);
                };
        return house.actor(Desk.class, () -> slow, with -> with.bounded(1).virtual());
    }

    private void nothingIsLost(Channel<Integer> orders, int count) {
        assertThat(told).hasSize(1);
        assertThat(orders.undelivered()).isEqualTo(1);
        orders.cancel();
        assertThat(Stream.concat(handled.stream(), told.stream()).toList())
                .isEqualTo(IntStream.range(0, count).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptWhileAnActorHasNoRoomLosesNothing(Way way) throws Exception {
        Channel<Integer> orders = orders(6);
        try (Roundhouse house = Roundhouse.open();
                Team team = new Team()) {
            Desk desk = slowDesk(house);
            Thread feeder =
                    team.start(() ->
                            assertThatThrownBy(() -> way.feed(orders, desk))
                                    .isInstanceOf(WaitInterruptedException.class));
            begun.await();
            feeder.interrupt();
            team.join();
            goesOn.countDown();
        }
        nothingIsLost(orders, 6);
    }

    @ParameterizedTest
    @EnumSource
    void norDoesADeadlineOfTheFeedersOwnScope(Way way) throws Exception {
        Channel<Integer> orders = orders(6);
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = slowDesk(house);
            assertThatThrownBy(
                            () -> {
                                try (Scope _ = Scope.open(Duration.ofMillis(20))) {
                                    way.feed(orders, desk);
                                }
                            })
                    .isInstanceOf(ScopeDeadlineException.class);
            goesOn.countDown();
        }
        nothingIsLost(orders, 6);
    }

    @ParameterizedTest
    @EnumSource
    void norDoesCancelingTheFeedersOwnScope(Way way) throws Exception {
        Channel<Integer> orders = orders(6);
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = slowDesk(house);
            Thread feeder = Thread.currentThread();
            assertThatThrownBy(
                            () -> {
                                try (Scope scope = Scope.open()) {
                                    scope.go(() -> {
                                        begun.await();
                                        Until.isAsleep(feeder);
                                        scope.cancel();
                                    });
                                    way.feed(orders, desk);
                                }
                            })
                    .isInstanceOf(CancellationException.class);
            goesOn.countDown();
        }
        nothingIsLost(orders, 6);
    }

    @ParameterizedTest
    @EnumSource
    void whatARendezvousHasHandedOverIsToldToo(Way way) throws Exception {
        Channel<Integer> orders =
                Channel.<Integer>builder()
                        .undelivered(order -> {
                            told.add(order);
                            throw new IllegalArgumentException("the hook's");
                        })
                        .rendezvous();
        try (Roundhouse house = Roundhouse.open();
                Team team = new Team()) {
            Desk desk = house.actor(Desk.class, () -> handled::add, with -> with.rendezvous());
            house.stop(desk);
            team.start(() -> orders.send(7));
            assertThatThrownBy(() -> way.feed(orders, desk))
                    .isInstanceOf(ActorStoppedException.class)
                    .satisfies(thrown ->
                            assertThat(thrown.getSuppressed())
                                    .singleElement()
                                    .isInstanceOf(IllegalArgumentException.class));
            team.join();
        }
        assertThat(told).containsExactly(7);
        assertThat(handled).isEmpty();
        assertThat(orders.undelivered()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatAClosedHouseDoesNotTakeIsToldToo(Way way) throws Exception {
        Channel<Integer> orders = orders(2);
        Desk desk;
        try (Roundhouse house = Roundhouse.open()) {
            desk = house.actor(Desk.class, () -> handled::add);
        }
        assertThatThrownBy(() -> way.feed(orders, desk)).isInstanceOf(HouseClosedException.class);
        assertThat(told).containsExactly(0);
        assertThat(orders.size()).isEqualTo(1);
    }

    @Test
    void anActionThatFailsHasTakenItsElement() throws Exception {
        Channel<Integer> orders = orders(2);
        Desk fails =
                _ -> {
                    throw new IllegalStateException("no");
                };
        for (Way way : Way.values()) {
            assertThatThrownBy(() -> way.feed(orders, fails)).hasMessage("no");
        }
        assertThat(orders.undelivered()).isZero();
        assertThat(told).isEmpty();
    }
}
