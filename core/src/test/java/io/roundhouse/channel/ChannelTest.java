package io.roundhouse.channel;

import static io.roundhouse.channel.Team.awaitReceivers;
import static io.roundhouse.channel.Team.awaitSenders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import io.roundhouse.memory.Slots;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is sent is received once, in order; whoever waits goes on when it can. */
@Timeout(60)
final class ChannelTest {
    private static final Duration DAY = Duration.ofDays(1);

    @ParameterizedTest
    @EnumSource
    void aReceiverThatWaitsGetsWhatIsSent(Kind kind) throws Exception {
        Channel<String> channel = kind.make();
        List<String> got = new ArrayList<>();
        try (Team team = new Team()) {
            team.start(() -> {
                got.add(channel.receive());
                got.add(channel.receive(DAY));
            });
            awaitReceivers(channel, 1);
            channel.send("a");
            awaitReceivers(channel, 1);
            assertThat(channel.trySend("b")).isTrue();
            team.join();
        }
        assertThat(got).containsExactly("a", "b");
        assertThat(channel.waitingReceivers()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNBOUNDED")
    void aSenderThatWaitsGoesOnWhenSomebodyReceives(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        kind.fill(channel);
        assertThat(channel.trySend(7)).isFalse();
        try (Team team = new Team(false)) {
            team.start(() -> channel.send(7));
            awaitSenders(channel, 1);
            assertThat(channel.size()).isEqualTo(kind.capacity);
            for (int i = 0; i < kind.capacity; i++) {
                assertThat(channel.receive()).isEqualTo(-1 - i);
            }
            assertThat(channel.receive()).isEqualTo(7);
            team.join();
        }
        assertThat(channel.waitingSenders()).isZero();
        assertThat(channel.tryReceive()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void timeRunsOutWithNothingDone(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        assertThat(channel.receive(Duration.ofMillis(1))).isNull();
        assertThat(channel.receive(Duration.ZERO)).isNull();
        if (kind.canFill()) {
            kind.fill(channel);
            assertThat(channel.send(7, Duration.ofMillis(1))).isFalse();
            assertThat(channel.send(7, Duration.ZERO)).isFalse();
        }
        assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
        assertThat(channel.size()).isEqualTo(kind.canFill() ? kind.capacity : 0);
    }

    @ParameterizedTest
    @EnumSource
    void whoIsInterruptedHasDoneNothing(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        try (Team team = new Team()) {
            Thread receiver =
                    team.start(() ->
                            assertThatThrownBy(channel::receive)
                                    .isInstanceOf(InterruptedException.class)
                                    .hasMessageContaining("receives from channel"));
            awaitReceivers(channel, 1);
            receiver.interrupt();
            team.join();
        }
        if (kind.canFill()) {
            kind.fill(channel);
            try (Team team = new Team()) {
                Thread sender =
                        team.start(() ->
                                assertThatThrownBy(() -> channel.send(7))
                                        .isInstanceOf(InterruptedException.class));
                awaitSenders(channel, 1);
                sender.interrupt();
                team.join();
            }
        }
        assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
        assertThat(channel.size()).isEqualTo(kind.canFill() ? kind.capacity : 0);
    }

    @ParameterizedTest
    @EnumSource
    void closingReleasesAllWhoWait(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        IllegalStateException cause = new IllegalStateException("broken");
        try (Team team = new Team()) {
            for (int i = 0; i < 3; i++) {
                team.start(() ->
                        assertThatThrownBy(channel::receive)
                                .isInstanceOf(ChannelClosedException.class)
                                .hasCause(cause));
            }
            awaitReceivers(channel, 3);
            channel.close(cause);
            channel.close();
            team.join();
        }
        Channel<Integer> full = kind.make();
        if (kind.canFill()) {
            kind.fill(full);
            try (Team team = new Team()) {
                for (int i = 0; i < 3; i++) {
                    team.start(() ->
                            assertThatThrownBy(() -> full.send(7))
                                    .isInstanceOf(ChannelClosedException.class)
                                    .hasNoCause());
                }
                awaitSenders(full, 3);
                full.close();
                team.join();
            }
        }
        assertThat(channel.isClosed()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasSentBeforeClosingIsReceivedAfter(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        int count = Math.min(kind.capacity, 3);
        for (int i = 0; i < count; i++) {
            channel.send(i);
        }
        channel.close();
        assertThatThrownBy(() -> channel.send(9)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.trySend(9)).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.send(9, DAY)).isInstanceOf(ChannelClosedException.class);
        List<Integer> got = new ArrayList<>();
        channel.forEach(got::add);
        assertThat(got).isEqualTo(IntStream.range(0, count).boxed().toList());
        assertThat(channel.receiveOrNull()).isNull();
        assertThatThrownBy(channel::receive).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(channel::tryReceive).isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(() -> channel.receive(DAY)).isInstanceOf(ChannelClosedException.class);
        assertThat(channel.stream()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void iteratorsAndStreamsEndWithTheChannel(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        try (Team team = new Team()) {
            team.start(() -> {
                for (int i = 0; i < 6; i++) {
                    channel.send(i);
                }
                channel.close();
            });
            var iterator = channel.iterator();
            assertThat(iterator.next()).isZero();
            assertThat(iterator.hasNext()).isTrue();
            assertThat(iterator.next()).isEqualTo(1);
            assertThat(channel.stream().map(each -> 10 * each)).containsExactly(20, 30, 40, 50);
            assertThat(iterator.hasNext()).isFalse();
            assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
            team.join();
        }
        Channel<Integer> failed = kind.make();
        failed.close(new IllegalStateException("broken"));
        assertThatThrownBy(() -> failed.forEach(_ -> {}))
                .isInstanceOf(ChannelClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void manyAreSentAndReceivedInOrder(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        List<Integer> all = IntStream.range(0, 1_000).boxed().toList();
        List<Integer> got = new ArrayList<>();
        try (Team team = new Team()) {
            team.start(() -> {
                assertThat(channel.sendMany(all.subList(0, 990))).isEqualTo(990);
                assertThat(channel.sendMany(all.subList(990, 1_000))).isEqualTo(10);
                channel.close();
            });
            Integer[] batch = new Integer[7];
            try {
                while (true) {
                    int count = channel.receiveMany(batch);
                    assertThat(count).isBetween(1, 7);
                    got.addAll(Arrays.asList(batch).subList(0, count));
                }
            } catch (ChannelClosedException done) {
                team.join();
            }
        }
        assertThat(got).isEqualTo(all);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNBOUNDED")
    void sendingManySaysHowManyWereSent(Kind kind) throws Exception {
        List<Integer> all = IntStream.range(0, kind.capacity + 2).boxed().toList();
        for (boolean close : new boolean[] {false, true}) {
            Channel<Integer> channel = kind.make();
            int[] sent = new int[1];
            boolean[] flag = new boolean[1];
            try (Team team = new Team()) {
                Thread sender =
                        team.start(() -> {
                            sent[0] = channel.sendMany(all);
                            flag[0] = Thread.currentThread().isInterrupted();
                        });
                awaitSenders(channel, 1);
                assertThat(channel.receive()).isZero();
                awaitSenders(channel, 1);
                if (close) {
                    channel.close();
                } else {
                    sender.interrupt();
                }
                team.join();
            }
            assertThat(sent[0]).isEqualTo(kind.capacity + 1);
            assertThat(flag[0]).isEqualTo(!close);
            assertThat(channel.size()).isEqualTo(kind.capacity);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,1,1", "0,3,2", "1,2,3", "2,3,3", "10,1,3", "10,3,1", "100,4,4", "-1,3,3"})
    void allThatIsSentIsReceivedOnce(int capacity, int senders, int receivers) throws Exception {
        for (boolean virtual : new boolean[] {true, false}) {
            Channel<Integer> channel =
                    capacity < 0 ? Channel.unbounded() : Channel.buffered(capacity);
            int each = 5_000;
            ConcurrentLinkedQueue<int[]> received = new ConcurrentLinkedQueue<>();
            CountDownLatch left = new CountDownLatch(senders);
            try (Team team = new Team(virtual)) {
                for (int s = 0; s < senders; s++) {
                    int first = s * each;
                    team.start(() -> {
                        for (int i = 0; i < each; i++) {
                            channel.send(first + i);
                        }
                        left.countDown();
                    });
                }
                for (int r = 0; r < receivers; r++) {
                    team.start(() ->
                            received.add(channel.stream().mapToInt(Integer::intValue).toArray()));
                }
                left.await();
                channel.close();
                team.join();
            }
            for (int[] one : received) {
                assertThat(isInOrder(one, senders, each)).isTrue();
            }
            int[] all = received.stream().flatMapToInt(Arrays::stream).sorted().toArray();
            assertThat(all).isEqualTo(IntStream.range(0, senders * each).toArray());
        }
    }

    /** Whether the elements of each sender are in the order in which it sent them. */
    private static boolean isInOrder(int[] received, int senders, int each) {
        int[] last = new int[senders];
        Arrays.fill(last, -1);
        for (int one : received) {
            if (one <= last[one / each] && last[one / each] >= 0) {
                return false;
            }
            last[one / each] = one;
        }
        return true;
    }

    @Test
    void whoWaitsAtARendezvousIsServedInOrder() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        try (Team team = new Team()) {
            for (int i = 0; i < 5; i++) {
                int number = i;
                team.start(() -> channel.send(number));
                awaitSenders(channel, i + 1);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(channel.receive()).isEqualTo(i);
            }
            team.join();
        }
    }

    /** Awake for a moment, asleep, or on the way from the one to the other. */
    @Test
    void whoWaitsHoweverIsReleasedWhenARendezvousCloses() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Channel<Integer> channel = Channel.rendezvous();
            boolean sends = round % 2 == 0;
            try (Team team = new Team()) {
                team.start(() -> {
                    if (sends) {
                        assertThatThrownBy(() -> channel.send(1))
                                .isInstanceOf(ChannelClosedException.class);
                    } else {
                        assertThat(channel.receiveOrNull()).isNull();
                    }
                });
                Until.isTrue(() -> channel.waitingSenders() + channel.waitingReceivers() == 1);
                channel.close();
                team.join();
            }
        }
    }

    /** Where one gives up at any moment: both sides agree whether they have met. */
    @Test
    void aTimeoutAtARendezvousAgreesWithTheOtherSide() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Channel<Integer> channel = Channel.rendezvous();
            Duration time = Duration.ofNanos(1_000 + 30L * round);
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger received = new AtomicInteger();
            try (Team team = new Team(round % 2 == 0)) {
                team.start(() -> {
                    if (channel.send(1, time)) {
                        sent.incrementAndGet();
                    }
                });
                team.start(() -> {
                    if (channel.receive(time) != null) {
                        received.incrementAndGet();
                    }
                });
                team.join();
            }
            assertThat(received.get()).isEqualTo(sent.get());
            assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
            assertThat(channel.tryReceive()).isNull();
            assertThat(channel.trySend(1)).isFalse();
        }
    }

    @Test
    void aSenderThatGivesUpLeavesItsCallToTheNext() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Channel<Integer> channel = Channel.buffered(1);
            channel.send(0);
            try (Team team = new Team()) {
                Thread first =
                        team.start(() -> {
                            try {
                                channel.send(1);
                            } catch (InterruptedException e) {
                                // it has given up
                            }
                        });
                awaitSenders(channel, 1);
                team.start(() -> channel.send(2));
                awaitSenders(channel, 2);
                team.start(first::interrupt);
                int received = channel.receive() + channel.receive();
                if (received == 1) {
                    received += channel.receive();
                }
                assertThat(received).isIn(2, 3);
                team.join();
            }
        }
    }

    @Test
    void whatIsLeftWhenCanceledGoesToTheHook() throws Exception {
        List<Integer> lost = new ArrayList<>();
        Channel<Integer> channel =
                Channel.<Integer>builder().named("orders").undelivered(lost::add).buffered(3);
        channel.sendMany(List.of(1, 2, 3));
        assertThat(channel.receive()).isEqualTo(1);
        assertThat(channel.cancel()).isEqualTo(2);
        assertThat(lost).containsExactly(2, 3);
        assertThat(channel).hasToString("orders");
        assertThatThrownBy(() -> channel.send(4))
                .hasMessage("orders is closed: nothing can be sent");
    }

    @Test
    void aHookThatThrowsIsToldOfTheOthersToo() throws Exception {
        List<Integer> lost = new ArrayList<>();
        Channel<Integer> channel =
                Channel.<Integer>builder()
                        .undelivered(left -> {
                            lost.add(left);
                            throw new IllegalStateException("hook " + left);
                        })
                        .buffered(3);
        channel.sendMany(List.of(1, 2, 3));
        Throwable thrown = catchThrowable(channel::cancel);
        assertThat(thrown).hasMessage("hook 1");
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("hook 2", "hook 3");
        assertThat(lost).containsExactly(1, 2, 3);
    }

    @Test
    void whatASenderWasToldIsSentIsReceivedThoughTheChannelCloses() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            Channel<Integer> channel = Channel.rendezvous();
            AtomicInteger sent = new AtomicInteger();
            CountDownLatch go = new CountDownLatch(1);
            int got = 0;
            try (Team team = new Team(false)) {
                for (int i = 0; i < 2; i++) {
                    team.start(() -> {
                        try {
                            channel.send(1);
                            sent.incrementAndGet();
                        } catch (ChannelClosedException refused) {
                            // not sent
                        }
                    });
                }
                team.start(() -> {
                    go.await();
                    channel.close();
                });
                Team.awaitSenders(channel, 2);
                go.countDown();
                try {
                    got = channel.receiveMany(new Integer[2]);
                } catch (ChannelClosedException before) {
                    // nothing was taken
                }
                team.join();
            }
            assertThat(got).isEqualTo(sent.get());
        }
    }

    @Test
    void aKeyIsAskedForWhileOthersUseTheChannel() throws Exception {
        List<Channel<String>> self = new ArrayList<>();
        Channel<String> channel =
                Channel.latestPerKey(price -> {
                    Thread other = Thread.startVirtualThread(() -> self.getFirst().tryReceive());
                    assertThatCode(other::join).doesNotThrowAnyException();
                    return price.charAt(0);
                });
        self.add(channel);
        channel.send("a1");
        channel.send("b1"); // the other thread has received the first by then
        assertThat(channel.receive()).isEqualTo("b1");
    }

    @Test
    void latestHoldsTheNewest() throws Exception {
        List<Integer> lost = new ArrayList<>();
        Channel<Integer> channel = Channel.<Integer>builder().undelivered(lost::add).latest();
        channel.send(1);
        assertThat(channel.trySend(2)).isTrue();
        assertThat(channel.sendMany(List.of(3, 4))).isEqualTo(2);
        assertThat(channel.size()).isEqualTo(1);
        assertThat(channel.receive()).isEqualTo(4);
        assertThat(channel.tryReceive()).isNull();
        assertThat(lost).containsExactly(1, 2, 3);
    }

    @Test
    void latestPerKeyHoldsTheNewestOfEach() throws Exception {
        Channel<String> channel = Channel.latestPerKey(price -> price.charAt(0));
        channel.sendMany(List.of("a1", "b1", "a2", "c1", "b2"));
        channel.close();
        assertThat(channel.stream()).containsExactly("a2", "b2", "c1");
    }

    @Test
    void oldestOrNewestIsDropped() throws Exception {
        List<Integer> lost = new ArrayList<>();
        ChannelBuilder<Integer> builder = Channel.<Integer>builder().undelivered(lost::add);
        Channel<Integer> recent = builder.droppingOldest(2);
        recent.sendMany(List.of(1, 2, 3));
        Channel<Integer> early = builder.droppingNewest(2);
        early.sendMany(List.of(4, 5, 6));
        assertThat(lost).containsExactly(1, 6);
        assertThat(recent.receiveMany(new Integer[5])).isEqualTo(2);
        assertThat(early.receive()).isEqualTo(4);
        assertThat(early.receive()).isEqualTo(5);
    }

    @Test
    void aHookThatThrowsLosesNoCall() throws Exception {
        Channel<Integer> channel =
                Channel.<Integer>builder()
                        .undelivered(lost -> {
                            throw new IllegalStateException("hook " + lost);
                        })
                        .droppingOldest(1);
        channel.send(1);
        assertThatThrownBy(() -> channel.send(2)).hasMessage("hook 1");
        assertThat(channel.receive()).isEqualTo(2);
    }

    /** Kinds that lose elements while all goes well. */
    enum Losing {
        LATEST,
        LATEST_PER_KEY,
        OLDEST,
        NEWEST;

        Channel<Integer> make(Consumer<Integer> hook) {
            var plan = Channel.<Integer>builder().undelivered(hook);
            return switch (this) {
                case LATEST -> plan.latest();
                case LATEST_PER_KEY -> plan.latestPerKey(Objects::hashCode);
                case OLDEST -> plan.droppingOldest(1);
                case NEWEST -> plan.droppingNewest(1);
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNullAmongManyDrivesNothingOut(Losing kind) throws Exception {
        List<Integer> lost = new ArrayList<>();
        Channel<Integer> channel = kind.make(lost::add);
        channel.send(1);
        assertThatThrownBy(() -> channel.sendMany(Collections.singletonList(null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(Slots.NULL_ELEMENT);
        assertThat(channel.size()).isOne();
        assertThat(lost).isEmpty();
        assertThat(channel.tryReceive()).isEqualTo(1);
    }
}
