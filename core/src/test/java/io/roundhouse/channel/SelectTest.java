package io.roundhouse.channel;

import static io.roundhouse.channel.Team.awaitReceivers;
import static io.roundhouse.channel.Team.awaitSenders;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One clause happens, or none, and nothing is left behind at the others. */
@Timeout(60)
final class SelectTest {
    private final List<Object> done = new ArrayList<>();

    private void happened(Object what) {
        done.add(what);
    }

    @ParameterizedTest
    @EnumSource
    void aSelectThatWaitsReceivesWhatIsSentToOne(Kind kind) throws Exception {
        Channel<String> one = kind.make();
        Channel<String> two = Channel.rendezvous();
        Select select =
                Select.of(one.whenReceived(this::happened), two.whenReceived(this::happened));
        try (Team team = new Team()) {
            team.start(() -> {
                for (int i = 0; i < 4; i++) {
                    assertThat(select.await()).isTrue();
                }
            });
            for (Channel<String> each : List.of(one, two, two, one)) {
                awaitReceivers(one, 1);
                awaitReceivers(two, 1);
                each.send(each == one ? "one" : "two");
            }
            team.join();
        }
        assertThat(done).containsExactly("one", "two", "two", "one");
        assertThat(one.waitingReceivers() + two.waitingReceivers()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNBOUNDED")
    void aSelectThatWaitsSendsToWhoeverReceives(Kind kind) throws Exception {
        Channel<Integer> one = kind.make();
        Channel<Integer> two = Channel.rendezvous();
        kind.fill(one);
        try (Team team = new Team()) {
            team.start(() ->
                    Select.of(
                                    one.whenSent(1, () -> happened(1)),
                                    two.whenSent(2, () -> happened(2)))
                            .await());
            awaitSenders(one, 1);
            awaitSenders(two, 1);
            for (int i = 0; i < kind.capacity; i++) {
                assertThat(one.receive()).isNegative();
            }
            assertThat(one.receive()).isEqualTo(1);
            team.join();
        }
        assertThat(done).containsExactly(1);
        assertThat(one.waitingSenders() + two.waitingSenders()).isZero();
        assertThat(two.tryReceive()).isNull();
    }

    @Test
    void twoSelectsMeetEachOther() throws Exception {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        int rounds = 20_000;
        int[] sums = new int[4];
        try (Team team = new Team(false)) {
            team.start(() -> {
                Select select =
                        Select.of(
                                one.whenSent(1, () -> sums[0]++),
                                two.whenReceived(each -> sums[1] += each));
                for (int i = 0; i < rounds; i++) {
                    select.await();
                }
            });
            team.start(() -> {
                Select select =
                        Select.of(
                                two.whenSent(1, () -> sums[2]++),
                                one.whenReceived(each -> sums[3] += each));
                for (int i = 0; i < rounds; i++) {
                    select.await();
                }
            });
            team.join();
        }
        assertThat(sums[0]).isEqualTo(sums[3]);
        assertThat(sums[1]).isEqualTo(sums[2]);
        assertThat(sums[0] + sums[1]).isEqualTo(rounds);
    }

    @Test
    void aSelectDoesNotMeetItself() throws Exception {
        Channel<Integer> channel = Channel.rendezvous();
        Select.of(
                        channel.whenSent(1, () -> happened("sent")),
                        channel.whenReceived(this::happened),
                        Select.after(Duration.ofMillis(5), () -> happened("idle")))
                .await();
        assertThat(done).containsExactly("idle");
        assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void selectsAndPlainCallsMixed(Kind kind) throws Exception {
        Channel<Integer> one = kind.make();
        Channel<Integer> two = kind.make();
        int each = 4_000;
        AtomicInteger received = new AtomicInteger();
        AtomicInteger sum = new AtomicInteger();
        try (Team team = new Team()) {
            for (int s = 0; s < 2; s++) {
                team.start(() -> {
                    int[] next = {0};
                    Select select =
                            Select.of(
                                    one.whenSent(() -> next[0], () -> next[0]++),
                                    two.whenSent(() -> next[0], () -> next[0]++));
                    while (next[0] < each) {
                        select.await();
                    }
                });
            }
            team.start(() -> {
                for (int i = 0; i < each; i++) {
                    (i % 2 == 0 ? one : two).send(i);
                }
            });
            for (int r = 0; r < 2; r++) {
                boolean selects = r == 0;
                team.start(() -> {
                    Select select =
                            Select.of(
                                    one.whenReceived(sum::addAndGet),
                                    two.whenReceived(sum::addAndGet),
                                    Select.after(Duration.ofMillis(1), () -> {}));
                    while (received.get() < 3 * each) {
                        int before = sum.get();
                        if (selects) {
                            int[] got = {0};
                            Select.of(
                                            one.whenReceived(x -> got[0] = x + 1),
                                            two.whenReceived(x -> got[0] = x + 1),
                                            Select.after(Duration.ofMillis(1), () -> {}))
                                    .await();
                            if (got[0] > 0) {
                                received.incrementAndGet();
                                sum.addAndGet(got[0] - 1);
                            }
                        } else {
                            Integer got =
                                    (before % 2 == 0 ? one : two)
                                            .receive(Duration.ofNanos(100_000));
                            if (got != null) {
                                received.incrementAndGet();
                                sum.addAndGet(got);
                            }
                        }
                    }
                    assertThat(select.toString()).contains("receives from channel");
                });
            }
            team.join();
        }
        assertThat(received.get()).isEqualTo(3 * each);
        assertThat(sum.get()).isEqualTo(3 * IntStream.range(0, each).sum());
        for (Channel<Integer> channel : List.of(one, two)) {
            assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
            assertThat(channel.size()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedSelectHasDoneNothing(Kind kind) throws Exception {
        Channel<Integer> one = kind.make();
        Channel<Integer> two = Channel.rendezvous();
        try (Team team = new Team()) {
            Thread selects =
                    team.start(() ->
                            assertThatThrownBy(
                                            Select.of(
                                                            one.whenReceived(this::happened),
                                                            two.whenSent(2, () -> happened(2)))
                                                    ::await)
                                    .isInstanceOf(InterruptedException.class)
                                    .hasMessageContaining("sends to channel"));
            awaitReceivers(one, 1);
            awaitSenders(two, 1);
            selects.interrupt();
            team.join();
        }
        assertThat(done).isEmpty();
        assertThat(one.waitingReceivers() + two.waitingSenders()).isZero();
    }

    @Test
    void defaultAndTimeAndPriority() throws Exception {
        Channel<Integer> one = Channel.buffered(4);
        Channel<Integer> two = Channel.buffered(4);
        Select ordered =
                Select.inOrder(
                        one.whenReceived(x -> happened("one")),
                        two.whenReceived(x -> happened("two")),
                        Select.otherwise(() -> happened("none")));
        Select fair =
                Select.of(
                        one.whenReceived(x -> happened("one")),
                        two.whenReceived(x -> happened("two")),
                        Select.after(Duration.ofMillis(2), () -> happened("late")));
        for (Select select : List.of(ordered, fair)) {
            one.sendMany(List.of(1, 2));
            two.sendMany(List.of(1, 2));
            for (int i = 0; i < 5; i++) {
                assertThat(select.await()).isTrue();
            }
        }
        assertThat(done.subList(0, 5)).containsExactly("one", "one", "two", "two", "none");
        assertThat(done.subList(5, 10)).containsExactly("one", "two", "one", "two", "late");
    }

    @Test
    void guardsLeaveClausesOut() throws Exception {
        Channel<Integer> one = Channel.buffered(4);
        boolean[] wanted = {false};
        Select select =
                Select.of(
                        one.whenReceived(this::happened).onlyIf(() -> wanted[0]),
                        Select.otherwise(() -> happened("none")));
        one.send(1);
        select.await();
        wanted[0] = true;
        select.await();
        assertThat(done).containsExactly("none", 1);
        assertThatThrownBy(Select.of(one.whenReceived(this::happened).onlyIf(() -> false))::await)
                .isInstanceOf(IllegalStateException.class);
        Duration time = Duration.ofMillis(1);
        assertThatThrownBy(
                        Select.of(
                                        Select.after(time, () -> {}).onlyIf(() -> false),
                                        Select.otherwise(() -> {}).onlyIf(() -> false))
                                ::await)
                .isInstanceOf(IllegalStateException.class);
        assertThat(Select.of(Select.after(time, () -> happened("time"))).await()).isTrue();
        assertThat(done).endsWith("time");
    }

    @ParameterizedTest
    @EnumSource
    void closedChannelsDropOutAndTheLastOneEndsTheSelect(Kind kind) throws Exception {
        Channel<Integer> one = kind.make();
        Channel<Integer> two = Channel.buffered(1);
        Select select =
                Select.of(
                        one.whenReceived(this::happened).orClosed(() -> happened("closed")),
                        two.whenReceived(this::happened));
        try (Team team = new Team()) {
            team.start(() -> {
                while (select.await()) {
                    assertThat(done).isNotEmpty();
                }
            });
            awaitReceivers(one, 1);
            one.close();
            awaitReceivers(two, 1);
            two.send(5);
            two.close();
            team.join();
        }
        assertThat(done).containsExactly("closed", 5);
        assertThat(select.await()).isFalse();

        Channel<Integer> broken = kind.make();
        broken.close(new IllegalStateException("broken"));
        assertThatThrownBy(Select.of(broken.whenReceived(this::happened))::await)
                .isInstanceOf(ChannelClosedException.class);
        assertThatThrownBy(Select.of(one.whenSent(1, () -> {}))::await)
                .isInstanceOf(ChannelClosedException.class);
    }

    @Test
    void answersAreClausesToo() throws Exception {
        Channel<Integer> one = Channel.rendezvous();
        CompletableFuture<String> answer = new CompletableFuture<>();
        Select select =
                Select.of(
                        one.whenReceived(this::happened),
                        Select.whenAnswered(answer, this::happened));
        try (Team team = new Team()) {
            team.start(() -> {
                select.await();
                select.await();
            });
            awaitReceivers(one, 1);
            answer.complete("answer");
            one.send(1);
            team.join();
        }
        assertThat(done).containsExactlyInAnyOrder("answer", 1);
        assertThatThrownBy(
                        Select.of(
                                        Select.whenAnswered(
                                                CompletableFuture.failedFuture(
                                                        new IllegalStateException("no")),
                                                this::happened))
                                ::await)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("no");
    }

    @Test
    void aStageThatIsNeverCompleteHoldsNoSelectThatHasLost() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        Channel<Integer> one = Channel.buffered(1);
        List<WeakReference<Object>> lost = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lose(never, one, lost);
        }
        for (int i = 0; i < 10; i++) {
            System.gc();
        }
        assertThat(lost).allMatch(each -> each.refersTo(null));
        assertThat(never.complete("late")).isTrue();
    }

    /** A select, and what its clauses do, that have lost against a channel. */
    private static void lose(
            CompletableFuture<String> never, Channel<Integer> one, List<WeakReference<Object>> lost)
            throws Exception {
        List<Object> mine = new ArrayList<>();
        Select select =
                Select.of(one.whenReceived(mine::add), Select.whenAnswered(never, mine::add));
        for (int i = 0; i < 3; i++) {
            one.send(i);
            select.await();
        }
        assertThat(mine).containsExactly(0, 1, 2);
        lost.add(new WeakReference<>(select));
        lost.add(new WeakReference<>(mine));
    }

    @Test
    void anAnswerThatComesBetweenWaitsIsTakenInTheNext() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Channel<Integer> one = Channel.buffered(1);
        Select select =
                Select.of(
                        one.whenReceived(this::happened),
                        Select.whenAnswered(answer, this::happened));
        one.send(1);
        assertThat(select.await()).isTrue();
        assertThat(answer.getNumberOfDependents()).isEqualTo(1);
        answer.complete("answer");
        assertThat(select.await()).isTrue();
        one.close();
        assertThat(select.await()).isFalse();
        assertThat(done).containsExactly(1, "answer");
    }

    @Test
    void whatASelectWasCalledToAndLeavesGoesToTheNext() throws Exception {
        for (int round = 0; round < 500; round++) {
            Channel<Integer> one = Channel.buffered(1);
            Channel<Integer> two = Channel.buffered(1);
            try (Team team = new Team()) {
                List<Integer> got = new ArrayList<>();
                Thread selects =
                        team.start(() ->
                                Select.inOrder(
                                                one.whenReceived(got::add),
                                                two.whenReceived(got::add))
                                        .await());
                awaitReceivers(two, 1);
                List<Integer> other = new ArrayList<>();
                Thread waits = team.start(() -> other.add(two.receive()));
                awaitReceivers(two, 2);
                team.start(() -> two.send(2)); // calls the select
                team.start(() -> one.send(1)); // which may take this one
                selects.join();
                if (got.contains(1)) {
                    waits.join(); // the element of two must reach the plain receiver
                } else {
                    two.send(3);
                    one.receive();
                }
                team.join();
                assertThat(other).hasSize(1);
            }
        }
    }

    @Test
    void aPreparedSelectAllocatesNothing() throws Exception {
        Channel<String> one = Channel.buffered(8);
        Channel<String> two = Channel.buffered(8);
        int[] count = {0};
        Select select =
                Select.of(
                        one.whenReceived(_ -> count[0]++),
                        two.whenReceived(_ -> count[0]++),
                        Select.after(Duration.ofSeconds(5), () -> {}));
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                two.trySend("a");
                select.await();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(count[0]).isEqualTo(200_000);
        assertThat(least).isLessThan(10_000); // less than a byte a select
    }

    @Test
    void aPreparedSelectThatSleepsAllocatesNothing() throws Exception {
        Channel<String> one = Channel.rendezvous();
        Channel<String> two = Channel.rendezvous();
        int[] count = {0};
        Select receives =
                Select.of(
                        one.whenReceived(_ -> count[0]++),
                        two.whenReceived(_ -> count[0]++),
                        Select.after(Duration.ofMinutes(1), () -> {}));
        leastBytesAsleep(receives, () -> two.send("a"));
        Select sends = Select.of(one.whenSent("a", () -> count[0]++), two.whenReceived(_ -> {}));
        leastBytesAsleep(sends, one::receive);
        Channel<String> full = Channel.buffered(1);
        Channel<String> empty = Channel.buffered(1);
        full.send("full");
        Select stored =
                Select.of(
                        full.whenSent("a", () -> count[0]++),
                        empty.whenReceived(_ -> count[0]--),
                        one.whenReceived(_ -> {}));
        leastBytesAsleep(stored, full::receive);
        assertThat(count[0]).isEqualTo(3 * ROUNDS * WAITS);
    }

    private static final int ROUNDS = 10;
    private static final int WAITS = 200;

    /** A thread awaits the select, asleep each time before something happens. */
    private static void leastBytesAsleep(Select select, Team.Job happens) throws Exception {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        AtomicInteger begun = new AtomicInteger();
        long[] least = {Long.MAX_VALUE};
        try (Team team = new Team(false)) {
            Thread sleeper =
                    team.start(() -> {
                        for (int round = 0; round < ROUNDS; round++) {
                            long before = threads.getCurrentThreadAllocatedBytes();
                            for (int i = 0; i < WAITS; i++) {
                                begun.incrementAndGet();
                                select.await();
                            }
                            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
                            least[0] = Math.min(least[0], bytes);
                        }
                    });
            for (int i = 1; i <= ROUNDS * WAITS; i++) {
                int next = i;
                Until.isTrue(() -> begun.get() == next && Until.sleeps(sleeper));
                run(happens);
            }
            team.join();
        }
        assertThat(least[0]).isLessThan(WAITS); // less than a byte a select
    }

    private static void run(Team.Job job) throws Exception {
        try {
            job.run();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void badInputIsRefused() {
        Channel<Integer> one = Channel.rendezvous();
        Clause clause = one.whenReceived(this::happened);
        Select select = Select.of(clause);
        assertThat(select).hasToString("select: receives from channel");
        assertThatThrownBy(() -> Select.of(clause)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(Select::of).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Select.of(Select.otherwise(() -> {}), Select.otherwise(() -> {})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void clausesOfARefusedSelectAreFree() throws Exception {
        Channel<Integer> one = Channel.buffered(1);
        CompletableFuture<String> answer = new CompletableFuture<>();
        Clause receives = one.whenReceived(this::happened);
        Clause answered = Select.whenAnswered(answer, this::happened);
        Clause taken = one.whenReceived(this::happened);
        Select.of(taken);
        assertThatThrownBy(() -> Select.of(receives, answered, taken))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Select.of(receives, answered, receives))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(answer.getNumberOfDependents()).isZero();
        Select select = Select.of(receives, answered);
        one.send(1);
        assertThat(select.await()).isTrue();
        assertThat(done).containsExactly(1);
    }
}
