package io.roundhouse.channel;

import static io.roundhouse.channel.Team.awaitReceivers;
import static io.roundhouse.channel.Team.awaitSenders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ends the waits of virtual threads and of platform threads, at each kind of channel. */
@Timeout(60)
final class WhoWaitsTest {
    private static final String ALL =
            """
            RENDEZVOUS, true
            RENDEZVOUS, false
            ONE, true
            ONE, false
            TWO, true
            TWO, false
            TEN, true
            TEN, false
            """;

    @ParameterizedTest
    @CsvSource(textBlock = ALL)
    void anInterruptedReceiverTakesNothingFromTheNext(Kind kind, boolean virtual) throws Exception {
        Channel<Integer> channel = kind.make();
        try (Team team = new Team(virtual)) {
            Thread interrupted =
                    team.start(() -> {
                        assertThatThrownBy(channel::receive)
                                .isInstanceOf(InterruptedException.class);
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    });
            awaitReceivers(channel, 1);
            List<Integer> received = new ArrayList<>();
            team.start(() -> {
                received.add(channel.receive());
                received.add(channel.receive(Duration.ofDays(1)));
            });
            awaitReceivers(channel, 2);
            interrupted.interrupt();
            interrupted.join(); // out of the line it may look once more
            awaitReceivers(channel, 1);
            assertThat(channel.sendMany(List.of(1, 2))).isEqualTo(2);
            team.join();
            assertThat(received).containsExactly(1, 2);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = ALL)
    void whatAnInterruptedSenderWouldSendIsNotReceived(Kind kind, boolean virtual)
            throws Exception {
        Channel<Integer> channel = kind.make();
        kind.fill(channel);
        try (Team team = new Team(virtual)) {
            Thread interrupted =
                    team.start(() -> {
                        assertThatThrownBy(() -> channel.send(7))
                                .isInstanceOf(InterruptedException.class);
                        assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    });
            awaitSenders(channel, 1);
            team.start(() -> channel.send(8));
            awaitSenders(channel, 2);
            interrupted.interrupt();
            interrupted.join(); // out of the line it may look once more
            awaitSenders(channel, 1);
            for (int i = 0; i < kind.capacity; i++) {
                assertThat(channel.receive()).isEqualTo(-1 - i);
            }
            assertThat(channel.receive()).isEqualTo(8);
            team.join();
            assertThat(channel.tryReceive()).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = ALL)
    void aBatchThatIsInterruptedSaysHowManyWereSent(Kind kind, boolean virtual) throws Exception {
        List<Integer> told = new ArrayList<>();
        ChannelBuilder<Integer> builder = Channel.<Integer>builder().undelivered(told::add);
        Channel<Integer> channel = builder.buffered(kind.capacity);
        AtomicInteger sent = new AtomicInteger();
        List<Integer> received = new ArrayList<>();
        try (Team team = new Team(virtual)) {
            List<Integer> many = IntStream.range(0, 20).boxed().toList();
            Thread sends =
                    team.start(() -> {
                        sent.set(channel.sendMany(many));
                        assertThat(Thread.interrupted()).isTrue();
                    });
            received.add(channel.receive());
            Until.isTrue(() -> channel.waitingSenders() == 1 && channel.size() == kind.capacity);
            sends.interrupt();
            team.join();
            for (Integer each = channel.tryReceive(); each != null; each = channel.tryReceive()) {
                received.add(each);
            }
            assertThat(sent.get()).isEqualTo(kind.capacity + 1);
            assertThat(received).isEqualTo(many.subList(0, sent.get()));
            assertThat(told).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = ALL)
    void anInterruptedIteratorGoesOnLater(Kind kind, boolean virtual) throws Exception {
        Channel<Integer> channel = kind.make();
        Iterator<Integer> iterator = channel.iterator();
        CountDownLatch told = new CountDownLatch(1);
        try (Team team = new Team(virtual)) {
            Thread iterates =
                    team.start(() -> {
                        assertThatThrownBy(iterator::hasNext)
                                .isInstanceOf(WaitInterruptedException.class)
                                .hasCauseInstanceOf(InterruptedException.class);
                        assertThat(Thread.interrupted()).isTrue();
                        told.countDown();
                        assertThat(iterator.next()).isEqualTo(1);
                    });
            awaitReceivers(channel, 1);
            iterates.interrupt();
            told.await();
            channel.send(1);
            team.join();
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = ALL)
    void closingReachesASelectThatSleepsOnASendingClause(Kind kind, boolean virtual)
            throws Exception {
        ConcurrentLinkedQueue<String> done = new ConcurrentLinkedQueue<>();
        Channel<Integer> told = kind.make();
        Channel<Integer> silent = kind.make();
        Channel<Integer> other = Channel.rendezvous();
        kind.fill(told);
        kind.fill(silent);
        IllegalStateException cause = new IllegalStateException("broken");
        try (Team team = new Team(virtual)) {
            Select withClause =
                    Select.of(
                            other.whenReceived(_ -> done.add("received")),
                            told.whenSent(1, () -> done.add("sent"))
                                    .orClosed(() -> done.add("closed")));
            team.start(() -> assertThat(withClause.await()).isTrue());
            team.start(() ->
                    assertThatThrownBy(
                                    Select.of(
                                                    other.whenReceived(_ -> done.add("received")),
                                                    silent.whenSent(1, () -> done.add("sent")))
                                            ::await)
                            .isInstanceOf(ChannelClosedException.class)
                            .hasCause(cause));
            awaitSenders(told, 1);
            awaitSenders(silent, 1);
            awaitReceivers(other, 2);
            told.close();
            silent.close(cause);
            team.join();
        }
        assertThat(done).containsExactly("closed");
        assertThat(other.waitingReceivers()).isZero();
        assertThat(told.size()).isEqualTo(kind.capacity);
    }
}
