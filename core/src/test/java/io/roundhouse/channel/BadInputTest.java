package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bad input is refused at once, with nothing done, and says what to give instead. */
@Timeout(60)
@SuppressWarnings("NullAway") // on purpose
final class BadInputTest {
    private static final Runnable NOTHING = () -> {};
    private static final Duration NEGATIVE = Duration.ofSeconds(-1);
    private static final String NULL_ELEMENT = "an element cannot be null, which says";
    private static final String NO_ACTION = "a clause needs an action: () -> {} does nothing";
    private static final String NO_TAKER = "a clause needs an action for what it gets:";
    private static final String NO_CALL = "a clause needs a call";
    private static final String NO_BODY = "a process needs code";
    private static final String NO_TIME = "a time to wait is needed: Duration.ZERO is none";
    private static final String NEGATIVE_TIME = "a time to wait cannot be negative: PT-1S";

    /** What is done to a channel of any kind. */
    private interface AtChannel {
        void run(Channel<Integer> channel) throws Exception;
    }

    /** What is done where no channel is. */
    private interface Elsewhere {
        void run() throws Exception;
    }

    private record Bad<C>(String name, C code, Class<? extends Exception> thrown, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Bad<AtChannel> at(String name, AtChannel code, String message) {
        return new Bad<>(name, code, NullPointerException.class, message);
    }

    private static Bad<AtChannel> illegalAt(String name, AtChannel code, String message) {
        return new Bad<>(name, code, IllegalArgumentException.class, message);
    }

    private static Bad<Elsewhere> missing(String name, Elsewhere code, String message) {
        return new Bad<>(name, code, NullPointerException.class, message);
    }

    private static Bad<Elsewhere> illegal(String name, Elsewhere code, String message) {
        return new Bad<>(name, code, IllegalArgumentException.class, message);
    }

    private static final List<Bad<AtChannel>> AT_CHANNELS =
            List.of(
                    at("send null", c -> c.send(null), NULL_ELEMENT),
                    at("send null in time", c -> c.send(null, Duration.ZERO), NULL_ELEMENT),
                    at("send without a time", c -> c.send(1, null), NO_TIME),
                    illegalAt("send in less than no time", c -> c.send(1, NEGATIVE), NEGATIVE_TIME),
                    at("try to send null", c -> c.trySend(null), NULL_ELEMENT),
                    at("send no list", c -> c.sendMany(null), "a list is needed: List.of() sends"),
                    at("send a null", c -> c.sendMany(Arrays.asList(null, 1)), NULL_ELEMENT),
                    at("a clause for null", c -> c.whenSent((Integer) null, NOTHING), NULL_ELEMENT),
                    at(
                            "a clause that sends from nowhere",
                            c -> c.whenSent((Supplier<Integer>) null, NOTHING),
                            "a clause that sends needs to know where from"),
                    at("send and do null", c -> c.whenSent(1, null), NO_ACTION),
                    at("send from and do null", c -> c.whenSent(() -> 1, null), NO_ACTION),
                    at("receive without a time", c -> c.receive((Duration) null), NO_TIME),
                    illegalAt(
                            "receive in less than no time",
                            c -> c.receive(NEGATIVE),
                            NEGATIVE_TIME),
                    at("into no array", c -> c.receiveMany(null), "an array is needed that the"),
                    illegalAt(
                            "receive less than none",
                            c -> c.receiveMany(-1),
                            "a number of elements cannot be negative: -1"),
                    at("receive and do null", c -> c.whenReceived(null), NO_TAKER),
                    at("for each null", c -> c.forEach(null), "an action is needed that takes"),
                    at(
                            "advance by null",
                            c -> c.spliterator().tryAdvance(null),
                            "an action is needed that takes"),
                    at("close for null", c -> c.close(null), "a cause is needed: close() is for"),
                    at("no guard", c -> clause(c).onlyIf(null), "a guard is needed: a clause with"),
                    at("no end", c -> clause(c).orClosed(null), NO_ACTION),
                    at(
                            "a clause that gives null",
                            c -> Select.of(c.whenSent(() -> null, NOTHING)).await(),
                            NULL_ELEMENT),
                    at(
                            "a null among clauses",
                            c -> Select.of(clause(c), null),
                            "a clause is null: leave it out, or give one with onlyIf(…)"),
                    illegalAt(
                            "a clause twice",
                            c -> twice(clause(c)),
                            "a clause is part of one select only: make another one"));

    private static final List<Bad<Elsewhere>> BUILDERS =
            List.of(
                    illegal(
                            "less than nothing",
                            () -> Channel.buffered(-1),
                            "a capacity cannot be negative, 0 is a rendezvous: -1"),
                    illegal(
                            "more than there is",
                            () -> Channel.buffered(Integer.MAX_VALUE),
                            "a channel has a capacity of at most 1073741824, or none at all by"
                                    + " unbounded(), not 2147483647"),
                    illegal(
                            "dropping the oldest of none",
                            () -> Channel.droppingOldest(0),
                            "a channel that drops has a capacity of at least 1 element, not 0"),
                    illegal(
                            "dropping the newest of less",
                            () -> Channel.droppingNewest(-1),
                            "a channel that drops has a capacity of at least 1 element, not -1"),
                    missing(
                            "no key",
                            () -> Channel.latestPerKey(null),
                            "a function is needed that gives the key of an element"),
                    missing(
                            "a key that is null",
                            () -> Channel.latestPerKey(_ -> null).send(1),
                            "the key of an element is null: give each element one"),
                    missing(
                            "no name",
                            () -> Channel.builder().named(null),
                            "a name is needed: without named(…) it is \"channel\""),
                    missing(
                            "no hook",
                            () -> Channel.builder().undelivered(null),
                            "a hook is needed: without undelivered(…) there is none"));

    private static final List<Bad<Elsewhere>> SELECTS =
            List.of(
                    illegal("nothing", Select::of, "a select has at least one clause: name what"),
                    illegal("nothing, in order", Select::inOrder, "a select has at least one"),
                    missing("null", () -> Select.of((Clause[]) null), "a select needs clauses:"),
                    missing(
                            "null, in order",
                            () -> Select.inOrder((Clause[]) null),
                            "a select needs clauses:"),
                    illegal(
                            "two defaults",
                            () -> Select.of(Select.otherwise(NOTHING), Select.otherwise(NOTHING)),
                            "a select has one default clause at most: leave the others out"),
                    missing("after no time", () -> Select.after(null, NOTHING), NO_TIME),
                    illegal("after less", () -> Select.after(NEGATIVE, NOTHING), NEGATIVE_TIME),
                    missing("after it null", () -> Select.after(Duration.ZERO, null), NO_ACTION),
                    missing("otherwise null", () -> Select.otherwise(null), NO_ACTION),
                    missing(
                            "no answer",
                            () -> Select.whenAnswered(null, _ -> {}),
                            "a stage is needed whose answer is waited for"),
                    missing(
                            "an answer for null",
                            () -> Select.whenAnswered(new CompletableFuture<>(), null),
                            NO_TAKER),
                    missing("ask nobody", () -> Select.asking(null, _ -> {}), NO_CALL),
                    missing("ask for null", () -> Select.asking(() -> stage(), null), NO_TAKER),
                    missing(
                            "a call that gives null",
                            () -> Select.of(Select.asking(() -> stage(), _ -> {})).await(),
                            "the call of a clause is to give a stage, and gave null"),
                    missing("no call", () -> Select.whenAccepted(null, NOTHING), NO_CALL),
                    missing("accept null", () -> Select.whenAccepted(() -> {}, null), NO_ACTION),
                    missing("call nobody", () -> Select.whenReturned(null, _ -> {}), NO_CALL),
                    missing("return null", () -> Select.whenReturned(() -> 1, null), NO_TAKER));

    private static final List<Bad<Elsewhere>> SCOPES =
            List.of(
                    missing("no time", () -> Scope.open(null).close(), NO_TIME),
                    illegal("less", () -> Scope.open(NEGATIVE).close(), NEGATIVE_TIME),
                    missing("go nowhere", () -> in(scope -> scope.go(null)), NO_BODY),
                    missing("fork nothing", () -> in(scope -> scope.fork(null)), NO_BODY),
                    missing("no name", () -> in(scope -> scope.channel(null)), "a name is needed"),
                    missing(
                            "share nothing",
                            () -> in(scope -> scope.share(null)),
                            "a channel of this scope is needed"),
                    illegal(
                            "share another's",
                            () -> in(scope -> scope.share(Channel.rendezvous())),
                            "channel was not made by this scope, by scope.channel(…)"),
                    missing(
                            "tell nobody",
                            () -> in(scope -> scope.whenStuck(null)),
                            "a handler is needed: _ -> {} ignores reports"));

    private static Clause clause(Channel<Integer> channel) {
        return channel.whenReceived(_ -> {});
    }

    private static void twice(Clause clause) {
        Select.of(clause, clause);
    }

    private static @Nullable CompletionStage<Integer> stage() {
        return null;
    }

    private interface InScope {
        void run(Scope scope) throws Exception;
    }

    private static void in(InScope code) throws Exception {
        try (Scope scope = Scope.open()) {
            code.run(scope);
        }
    }

    /** One of each kind. */
    private static Stream<Channel<Integer>> channels() {
        return Stream.of(
                Channel.rendezvous(),
                Channel.buffered(1),
                Channel.unbounded(),
                Channel.latest(),
                Channel.latestPerKey(each -> each),
                Channel.droppingOldest(2),
                Channel.droppingNewest(2));
    }

    @ParameterizedTest
    @FieldSource("AT_CHANNELS")
    void aChannelRefusesItWithNothingDone(Bad<AtChannel> bad) {
        channels()
                .forEach(channel -> {
                    assertThatThrownBy(() -> bad.code.run(channel))
                            .isExactlyInstanceOf(bad.thrown)
                            .hasMessageStartingWith(bad.message);
                    assertThat(channel.isClosed()).isFalse();
                    assertThat(channel.size()).isZero();
                    assertThat(channel.waitingSenders() + channel.waitingReceivers()).isZero();
                });
    }

    @ParameterizedTest
    @FieldSource({"BUILDERS", "SELECTS", "SCOPES"})
    void itIsRefused(Bad<Elsewhere> bad) {
        assertThatThrownBy(bad.code::run)
                .isExactlyInstanceOf(bad.thrown)
                .hasMessageStartingWith(bad.message);
    }

    /** Nothing of a select that was refused is part of it. */
    @Test
    void aClauseBesideANullIsFreeForAnotherSelect() throws Exception {
        Channel<Integer> channel = Channel.buffered(1);
        Clause clause = clause(channel);
        assertThatThrownBy(() -> Select.of(clause, null)).isInstanceOf(NullPointerException.class);
        channel.send(1);
        assertThat(Select.of(clause).await()).isTrue();
    }

    /** Its supplier gives an element again when it is asked again. */
    @Test
    void aSelectThatWasGivenNullGoesOn() throws Exception {
        Channel<Integer> channel = Channel.buffered(1);
        Integer[] elements = {null, 1};
        int[] next = new int[1];
        Select select = Select.of(channel.whenSent(() -> elements[next[0]++], NOTHING));
        assertThatThrownBy(select::await).isInstanceOf(NullPointerException.class);
        assertThat(select.await()).isTrue();
        assertThat(channel.tryReceive()).isEqualTo(1);
    }
}
