package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Channels that a scope makes: whose they are, and what is refused. */
@Timeout(60)
final class ScopeChannelTest {
    private static final Duration MOMENT = Duration.ofNanos(1);

    @Test
    void aScopeThatIsClosedMakesNone() {
        Scope scope = Scope.open();
        ChannelBuilder<Integer> begun = scope.channel("late");
        scope.close();
        List<Runnable> kinds =
                List.of(
                        begun::rendezvous,
                        begun::unbounded,
                        begun::latest,
                        () -> begun.buffered(0),
                        () -> begun.buffered(1),
                        () -> begun.latestPerKey(each -> each),
                        () -> begun.droppingNewest(1),
                        () -> scope.<Integer>channel("late").rendezvous());
        for (Runnable each : kinds) {
            assertThatThrownBy(each::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the scope of channel late is closed");
        }
    }

    @Test
    void onlyAChannelOfItsOwnIsShared() {
        try (Scope outer = Scope.open();
                Scope scope = Scope.open()) {
            assertThatThrownBy(() -> scope.share(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("a channel of this scope is needed");
            List<Channel<Integer>> others =
                    List.of(
                            Channel.<Integer>builder().named("other").buffered(1),
                            outer.<Integer>channel("other").rendezvous());
            for (Channel<Integer> each : others) {
                assertThatThrownBy(() -> scope.share(each))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("other was not made by this scope, by scope.channel(…)");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, (1 << 30) + 1})
    void aCapacityThatIsTooMuchIsToldAsOne(int capacity) {
        assertThatThrownBy(() -> Channel.buffered(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a channel has a capacity of at most 1073741824, or none at all by"
                                + " unbounded(), not "
                                + capacity);
    }

    /** What a thread does to a channel. */
    private enum Use {
        SEND,
        TRY_SEND,
        TIMED_SEND,
        SEND_MANY,
        SELECT_SEND,
        RECEIVE,
        TRY_RECEIVE,
        TIMED_RECEIVE,
        RECEIVE_OR_NULL,
        RECEIVE_MANY,
        FOR_EACH,
        STREAM,
        SELECT_RECEIVE,
        CLOSE,
        CLOSE_WITH_CAUSE,
        CANCEL;

        void run(Channel<Integer> of) throws InterruptedException {
            switch (this) {
                case SEND -> of.send(1);
                case TRY_SEND -> of.trySend(1);
                case TIMED_SEND -> of.send(1, MOMENT);
                case SEND_MANY -> of.sendMany(List.of(1));
                case SELECT_SEND -> Select.of(of.whenSent(1, () -> {})).await();
                case RECEIVE -> of.receive();
                case TRY_RECEIVE -> of.tryReceive();
                case TIMED_RECEIVE -> of.receive(MOMENT);
                case RECEIVE_OR_NULL -> of.receiveOrNull();
                case RECEIVE_MANY -> of.receiveMany(new Integer[1]);
                case FOR_EACH -> of.forEach(_ -> {});
                case STREAM -> of.stream().findFirst();
                case SELECT_RECEIVE -> Select.of(of.whenReceived(_ -> {})).await();
                case CLOSE -> of.close();
                case CLOSE_WITH_CAUSE -> of.close(new IllegalStateException());
                case CANCEL -> of.cancel();
            }
        }
    }

    /** Each of them tells that an end is held outside; those of the scope's own threads do not. */
    @ParameterizedTest
    @EnumSource
    void whoeverUsesAnEndOutsideIsSeen(Use how) throws Exception {
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            for (int capacity : new int[] {0, 2}) {
                Channel<Integer> own = scope.<Integer>channel("own").buffered(capacity);
                Fork<?> fork = scope.go(() -> use(how, own));
                fork.join();
                assertThat(((AnyChannel<Integer>) own).isConfinedTo(scope)).isTrue();
                Channel<Integer> used = scope.<Integer>channel("used").buffered(capacity);
                team.start(() -> use(how, used)).join();
                assertThat(((AnyChannel<Integer>) used).isConfinedTo(scope)).isFalse();
            }
            team.join();
        }
    }

    /** Interrupted before: so it waits for nobody. */
    private static void use(Use how, Channel<Integer> channel) {
        Thread.currentThread().interrupt();
        try {
            how.run(channel);
        } catch (InterruptedException | WaitInterruptedException e) {
            assertThat(channel.isClosed()).isFalse();
        } finally {
            Thread.interrupted();
        }
    }
}
