package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Those who sleep get their turns in the order in which they came, and clauses take turns. */
@ParameterizedClass
@CsvSource({"true, 0", "true, 1", "false, 0", "false, 1"})
@Timeout(60)
final class FairnessTest {
    private static final int MANY = 12;

    @Parameter(0)
    boolean virtual;

    /** Of the channels; 0 for a rendezvous. */
    @Parameter(1)
    int capacity;

    private final Queue<String> done = new ConcurrentLinkedQueue<>();

    private Channel<Integer> channel() {
        return capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
    }

    private static List<Integer> inOrder(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @Test
    void sleepingSendersAreServedInTheOrderInWhichTheyCame() throws Exception {
        Channel<Integer> channel = channel();
        for (int i = 0; i < capacity; i++) {
            channel.send(i);
        }
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < MANY; i++) {
                int element = capacity + i;
                Thread sender = team.start(() -> channel.send(element));
                Team.awaitSenders(channel, i + 1);
                Until.isAsleep(sender);
            }
            for (int each : inOrder(capacity + MANY)) {
                assertThat(channel.receive()).isEqualTo(each);
            }
            team.join();
        }
    }

    /** Each element is sent when the one before has come to somebody. */
    @Test
    void sleepingReceiversAreServedInTheOrderInWhichTheyCame() throws Exception {
        Channel<Integer> channel = channel();
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < MANY; i++) {
                int who = i;
                Thread receiver = team.start(() -> done.add(who + " got " + channel.receive()));
                awaitAsleep(receiver, channel, i + 1);
            }
            for (int i = 0; i < MANY; i++) {
                int count = i + 1;
                channel.send(i);
                Until.isTrue(() -> done.size() == count);
            }
            team.join();
        }
        assertThat(done).containsExactlyElementsOf(gotTheirs(MANY));
    }

    private static List<String> gotTheirs(int count) {
        return inOrder(count).stream().map(who -> who + " got " + who).toList();
    }

    /** Who waits in a select waits in the same line. */
    @Test
    void sleepingSelectsAreServedAsReceiversAre() throws Exception {
        Channel<Integer> channel = channel();
        Channel<Integer> silent = channel();
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < MANY; i++) {
                int who = i;
                Select select =
                        Select.of(
                                silent.whenReceived(_ -> done.add("never")),
                                channel.whenReceived(got -> done.add(who + " got " + got)));
                Thread receiver =
                        who % 2 == 0
                                ? team.start(select::await)
                                : team.start(() -> done.add(who + " got " + channel.receive()));
                awaitAsleep(receiver, channel, i + 1);
            }
            for (int i = 0; i < MANY; i++) {
                int count = i + 1;
                channel.send(i);
                Until.isTrue(() -> done.size() == count);
            }
            team.join();
        }
        assertThat(done).containsExactlyElementsOf(gotTheirs(MANY));
        assertThat(silent.waitingReceivers()).isZero();
    }

    private static void awaitAsleep(Thread thread, Channel<?> at, int inLine) {
        Team.awaitReceivers(at, inLine);
        Until.isAsleep(thread);
    }

    /**
     * In each round the select sleeps, and is woken by one clause; while that is being done both
     * become possible again. Then the other one is next, and the first after it.
     */
    @Test
    void aClauseThatWokeTheSelectIsTheLastInTheNextTurn() throws Exception {
        Channel<Integer> left = channel();
        Channel<Integer> right = channel();
        Semaphore goOn = new Semaphore(0);
        Select select =
                Select.of(
                        left.whenReceived(_ -> happened("left", goOn)),
                        right.whenReceived(_ -> happened("right", goOn)));
        int rounds = 6;
        try (Team team = new Team(virtual)) {
            Thread selects =
                    team.start(() -> {
                        for (int i = 0; i < 3 * rounds; i++) {
                            select.await();
                        }
                    });
            for (int round = 0; round < rounds; round++) {
                Team.awaitReceivers(left, 1);
                awaitAsleep(selects, right, 1);
                Channel<Integer> wakes = round % 2 == 0 ? left : right;
                wakes.send(round);
                awaitDone(3 * round + 1);
                for (Channel<Integer> each : List.of(left, right)) {
                    team.start(() -> each.send(0));
                    Until.isTrue(() -> each.waitingSenders() + each.size() == 1);
                }
                goOn.release(3);
                awaitDone(3 * round + 3);
            }
            team.join();
        }
        List<String> turns = List.of("left", "right", "left", "right", "left", "right");
        assertThat(done)
                .containsExactlyElementsOf(
                        IntStream.range(0, rounds / 2)
                                .boxed()
                                .flatMap(_ -> turns.stream())
                                .toList());
    }

    private void happened(String which, Semaphore goOn) {
        done.add(which);
        goOn.acquireUninterruptibly();
    }

    private void awaitDone(int count) {
        Until.isTrue(() -> done.size() == count);
    }

    /** Who was called and finds nothing, as another one was faster, does not go to the end. */
    @Test
    void whoWasCalledInVainIsTheFirstAgain() {
        WaitLine line = new WaitLine();
        AnyChannel<?> channel = (AnyChannel<?>) channel();
        Place first = new Place(new Party(), channel, false);
        Place second = new Place(new Party(), channel, false);
        for (Place each : List.of(first, second)) {
            each.party.begin();
            line.add(each);
        }
        assertThat(line.call()).isSameAs(first.party);
        line.leave(first);
        first.party.begin();
        line.add(first);
        assertThat(line.call()).isSameAs(first.party);
        line.leave(first);
        assertThat(line.call()).isSameAs(second.party);
    }
}
