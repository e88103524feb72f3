package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.pipeline.Pipeline;
import io.roundhouse.pipeline.PipelineClosedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was accepted and comes to nobody is counted, and told where nobody asked for it. */
@Timeout(60)
final class UndeliveredTest {
    private final Logger logger = Logger.getLogger("io.roundhouse.channel");
    private final List<String> logged = Collections.synchronizedList(new ArrayList<>());
    private final Handler handler =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    if (record.getLevel() == Level.WARNING) {
                        logged.add(record.getMessage());
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void listenNoMore() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void whatIsDroppedIsCountedWithoutAHook() throws Exception {
        Channel<Integer> latest = Channel.latest();
        Channel<Integer> perKey = Channel.latestPerKey(each -> each % 2);
        Channel<Integer> oldest = Channel.droppingOldest(2);
        Channel<Integer> newest = Channel.droppingNewest(2);
        for (Channel<Integer> each : List.of(latest, perKey, oldest, newest)) {
            each.sendMany(List.of(1, 2, 3, 4, 5));
            each.close();
            assertThatThrownBy(() -> each.send(6)).isInstanceOf(ChannelClosedException.class);
        }
        assertThat(latest.undelivered()).isEqualTo(4);
        assertThat(perKey.undelivered()).isEqualTo(3);
        assertThat(oldest.undelivered()).isEqualTo(3);
        assertThat(newest.undelivered()).isEqualTo(3);
        assertThat(newest.cancel()).isEqualTo(2);
        assertThat(newest.undelivered()).isEqualTo(5);
        assertThat(oldest.stream().toList()).containsExactly(4, 5);
        assertThat(oldest.undelivered()).isEqualTo(3);
    }

    @Test
    void whatIsLeftWhenItIsCanceledIsCountedWithAHookOrWithout() throws Exception {
        List<Integer> told = new ArrayList<>();
        Channel<Integer> hooked =
                Channel.<Integer>builder()
                        .undelivered(each -> {
                            told.add(each);
                            throw new IllegalStateException("of the hook");
                        })
                        .buffered(4);
        Channel<Integer> plain = Channel.unbounded();
        Channel<Integer> meeting = Channel.rendezvous();
        for (Channel<Integer> each : List.of(hooked, plain)) {
            each.sendMany(List.of(1, 2, 3));
            each.receive();
            assertThat(each.undelivered()).isZero();
        }
        assertThatThrownBy(hooked::cancel).hasMessage("of the hook");
        assertThat(told).containsExactly(2, 3);
        assertThat(hooked.undelivered()).isEqualTo(2);
        assertThat(plain.cancel()).isEqualTo(2);
        assertThat(plain.cancel()).isZero();
        assertThat(plain.undelivered()).isEqualTo(2);
        assertThat(meeting.cancel()).isZero();
        assertThat(meeting.undelivered()).isZero();
    }

    /** Checked ones, too: not all languages check. */
    @Test
    void whateverAHookThrowsAllOthersAreHandedToItAndTheScopeEnds() throws Exception {
        IOException bug = new IOException("of the hook");
        List<Integer> told = new ArrayList<>();
        ChannelBuilder<Integer> builder =
                Channel.<Integer>builder()
                        .undelivered(each -> {
                            told.add(each);
                            UndeliveredTest.<RuntimeException>failWith(bug);
                        });
        Channel<Integer> alone = builder.buffered(4);
        alone.sendMany(List.of(1, 2, 3));
        assertThat(catchThrowable(alone::cancel)).isSameAs(bug);
        assertThat(told).containsExactly(1, 2, 3);
        assertThat(alone.undelivered()).isEqualTo(3);

        try (Scope scope = Scope.open()) {
            scope.<Integer>channel("its own")
                    .undelivered(_ -> UndeliveredTest.<RuntimeException>failWith(bug))
                    .buffered(4)
                    .send(1);
        }
        assertThat(Process.current()).isNull();
        assertThat(logged).anyMatch(line -> line.contains("its own"));
    }

    @SuppressWarnings("unchecked") // thrown undeclared
    private static <X extends Throwable> void failWith(Throwable thrown) throws X {
        throw (X) thrown;
    }

    @Test
    void whatFitsIntoNoArrayIsNotTaken() throws Exception {
        for (Channel<Object> each :
                List.of(
                        Channel.builder().buffered(4),
                        Channel.builder().droppingOldest(4),
                        Channel.builder().latestPerKey(key -> key))) {
            each.sendMany(List.of("fits", 1, "2"));
            Object[] strings = new String[4];
            assertThatThrownBy(() -> each.receiveMany(strings))
                    .isInstanceOf(ArrayStoreException.class);
            assertThat(each.undelivered()).isZero();
            Object[] all = new Object[4];
            assertThat(each.receiveMany(all)).isEqualTo(3);
            assertThat(all).startsWith("fits", 1, "2");
        }
    }

    @Test
    void whatWasTakenForAnArrayThatCannotHoldItGoesToTheHook() throws Exception {
        List<Object> told = new ArrayList<>();
        ChannelBuilder<Object> builder =
                Channel.builder()
                        .undelivered(each -> {
                            told.add(each);
                            throw new IllegalStateException("of the hook");
                        });
        Channel<Object> meeting = builder.rendezvous();
        Object[] strings = new String[4];
        try (Team team = new Team()) {
            for (Object sent : List.of("fits", 1)) {
                int before = meeting.waitingSenders();
                team.start(() -> meeting.send(sent));
                Team.awaitSenders(meeting, before + 1);
            }
            assertThatThrownBy(() -> meeting.receiveMany(strings))
                    .isInstanceOf(ArrayStoreException.class)
                    .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(2));
            team.join();
        }
        assertThat(told).containsExactly("fits", 1);
        assertThat(meeting.undelivered()).isEqualTo(2);
        assertThat(strings).containsOnlyNulls();
    }

    /** Compiled code throws one that was made before, and keeps nothing that is added to it. */
    @Test
    void whatTheHookThrowsIsKeptByCompiledCodeToo() {
        for (int i = 0; i < 50_000; i++) {
            Throwable thrown =
                    catchThrowable(() ->
                            Misfit.put(
                                    1,
                                    (Object[]) new String[1],
                                    0,
                                    each -> {
                                        throw new IllegalStateException("of the hook");
                                    }));
            if (thrown.getSuppressed().length != 1) {
                assertThat(thrown.getSuppressed()).as("in round %d", i).hasSize(1);
            }
        }
    }

    /** One at a time: what fits is received. */
    @Test
    void whatDoesNotFitStaysInAnUnboundedChannel() throws Exception {
        Channel<Object> channel = Channel.unbounded();
        channel.sendMany(List.of("fits", 1, "2"));
        Object[] strings = new String[4];
        assertThat(channel.receiveMany(strings)).isEqualTo(1);
        assertThat(strings).startsWith("fits", null);
        assertThatThrownBy(() -> channel.receiveMany(strings))
                .isInstanceOf(ArrayStoreException.class);
        assertThat(channel.undelivered()).isZero();
        assertThat(channel.receiveMany(4)).containsExactly(1, "2");
    }

    @Test
    void aScopeThatEndsWellTellsWhatIsLeftInItsChannels() throws Exception {
        Channel<Integer> orders;
        Channel<Integer> shared;
        Channel<Integer> prices;
        try (Scope scope = Scope.open()) {
            orders = scope.<Integer>channel("orders").buffered(4);
            shared = scope.share(scope.<Integer>channel("shared").buffered(4));
            prices = scope.<Integer>channel("prices").latest();
            Channel<Integer> hooked =
                    scope.<Integer>channel("hooked").undelivered(_ -> {}).buffered(4);
            Channel<Integer> drained = scope.<Integer>channel("drained").unbounded();
            for (Channel<Integer> each : List.of(orders, shared, prices, hooked, drained)) {
                scope.go(() -> each.sendMany(List.of(1, 2, 3)));
            }
            scope.join();
            drained.receiveMany(new Integer[3]);
        }
        assertThat(logged)
                .containsExactly(
                        "a scope has ended with elements that nobody received: 3 in orders");
        assertThat(orders.undelivered()).isEqualTo(3);
        assertThat(prices.undelivered()).isEqualTo(3);
        assertThatThrownBy(orders::receive).isInstanceOf(ChannelClosedException.class);
        assertThat(shared.undelivered()).isZero();
        assertThat(shared.receive()).isEqualTo(1);
    }

    @Test
    void aScopeThatWasCanceledOnlyCounts() throws Exception {
        Channel<Integer> left;
        try (Scope scope = Scope.open()) {
            left = scope.<Integer>channel("left").buffered(4);
            left.send(1);
            scope.cancel();
        }
        assertThat(left.undelivered()).isEqualTo(1);
        List<Channel<Integer>> failed = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                failed.add(scope.<Integer>channel("failed").buffered(4));
                                failed.getFirst().send(1);
                                scope.go(() -> {
                                    throw new IllegalStateException("no");
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class);
        assertThat(failed.getFirst().undelivered()).isEqualTo(1);
        assertThat(logged).isEmpty();
    }

    @Test
    void aScopeForgetsChannelsThatNobodyHolds() throws Exception {
        Channel<Integer> held;
        try (Scope scope = Scope.open()) {
            held = scope.<Integer>channel("held").buffered(1);
            for (int i = 0; i < 1_000; i++) {
                scope.<Integer>channel("gone").buffered(1);
            }
            Until.isTrue(() -> {
                System.gc();
                scope.<Integer>channel("next").buffered(1);
                return scope.channelsWithoutHook() < 500;
            });
            held.send(1);
        }
        assertThat(held.undelivered()).isEqualTo(1); // held until then
        assertThat(logged).hasSize(1).allMatch(each -> each.endsWith("1 in held"));
    }

    interface Desk {
        void handle(int order);
    }

    @Test
    void whatAChannelFeedsToAnActorThatWasStoppedIsADeadLetter() throws Exception {
        List<Object> dead = Collections.synchronizedList(new ArrayList<>());
        Channel<Integer> orders = Channel.buffered(4);
        orders.sendMany(List.of(1, 2, 3));
        orders.close();
        try (Roundhouse house =
                Roundhouse.open(with -> with.onDeadLetter(call -> dead.add(call.arguments())))) {
            Desk desk = house.actor(Desk.class, () -> _ -> {});
            house.stop(desk);
            orders.forEach(desk::handle);
        }
        assertThat(dead).hasSize(3);
        assertThat(orders.undelivered()).isZero();
    }

    @Test
    void anActorThatMeetsItsCallersAndWasStoppedIsToldToWhoFeedsIt() throws Exception {
        Channel<Integer> orders = Channel.buffered(4);
        orders.sendMany(List.of(1, 2, 3));
        orders.close();
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = house.actor(Desk.class, () -> _ -> {}, with -> with.rendezvous());
            house.stop(desk);
            assertThatThrownBy(() -> orders.forEach(desk::handle))
                    .isInstanceOf(ActorStoppedException.class);
        }
        assertThat(orders.size()).isEqualTo(2);
        assertThat(orders.undelivered()).isEqualTo(1);
    }

    @Test
    void whatAStreamHandsToAnActorThatDoesNotTakeItGoesToTheHook() throws Exception {
        List<Integer> lost = new ArrayList<>();
        Channel<Integer> orders = Channel.<Integer>builder().undelivered(lost::add).buffered(4);
        orders.sendMany(List.of(1, 2, 3));
        orders.close();
        try (Roundhouse house = Roundhouse.open()) {
            Desk desk = house.actor(Desk.class, () -> _ -> {}, with -> with.rendezvous());
            house.stop(desk);
            assertThatThrownBy(() -> orders.stream().forEach(desk::handle))
                    .isInstanceOf(ActorStoppedException.class);
        }
        assertThat(lost).containsExactly(1);
        assertThat(orders.undelivered()).isEqualTo(1);
    }

    @Test
    void aStageThatSendsToACanceledChannelFailsItsLine() {
        Channel<Integer> alarms = Channel.buffered(4);
        alarms.cancel();
        Pipeline<int[]> line =
                Pipeline.of(() -> new int[1])
                        .capacity(4)
                        .stage("watch", event -> alarms.trySend(event[0]))
                        .start();
        line.publish(event -> event[0] = 1);
        assertThatThrownBy(line::close)
                .isInstanceOf(PipelineClosedException.class)
                .hasRootCauseInstanceOf(ChannelClosedException.class);
    }

    @Test
    void aCauseDoesNotTakeAwayWhatWasAccepted() throws Exception {
        List<Integer> told = new ArrayList<>();
        Channel<Integer> channel = Channel.<Integer>builder().undelivered(told::add).buffered(4);
        channel.sendMany(List.of(1, 2, 3));
        channel.close(new IllegalStateException("broken"));
        assertThat(channel.receive()).isEqualTo(1);
        assertThat(channel.cancel()).isEqualTo(2);
        assertThat(told).containsExactly(2, 3);
        assertThatThrownBy(channel::receive)
                .isInstanceOf(ChannelClosedException.class)
                .hasRootCauseMessage("broken");
    }
}
