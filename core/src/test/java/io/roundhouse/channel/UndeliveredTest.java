package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void whatFitsIntoNoArrayIsCounted() throws Exception {
        Object[] strings = new String[2];
        Channel<Object> latest = Channel.latest();
        latest.send(1);
        assertThatThrownBy(() -> latest.receiveMany(strings))
                .isInstanceOf(ArrayStoreException.class);
        assertThat(latest.undelivered()).isEqualTo(1);
        assertThat(latest.size()).isZero();
        Channel<Object> meeting = Channel.rendezvous();
        try (Team team = new Team()) {
            team.start(() -> meeting.send(1));
            assertThatThrownBy(() -> meeting.receiveMany(strings))
                    .isInstanceOf(ArrayStoreException.class);
            team.join();
        }
        assertThat(meeting.undelivered()).isEqualTo(1);
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
            Team.await(() -> {
                System.gc();
                scope.<Integer>channel("next").buffered(1);
                return scope.channelsWithoutHook() < 500;
            });
            held.send(1);
        }
        assertThat(held.undelivered()).isEqualTo(1); // held until then
        assertThat(logged).hasSize(1).allMatch(each -> each.endsWith("1 in held"));
    }
}
