package io.roundhouse.channel;

import io.roundhouse.StackEnd;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call at the very end of the stack may be cut short anywhere. The channel goes on: no lock stays
 * held, and nobody is left in a line. In a JVM of its own that compiles nothing: there every access
 * is some calls deep, so that each of them is cut short at some depth or other.
 */
final class StackEndTest {
    private static final int LEVELS = 260;

    @ParameterizedTest
    @ValueSource(strings = {"rendezvous", "buffered", "unbounded", "latest", "latestPerKey"})
    @Timeout(100)
    void theChannelGoesOnWhereACallWasCutShort(String kind) throws Exception {
        StackEnd.assertGoesOn(80, StackEndTest.class, kind);
    }

    /** Argument: the kind of channel. */
    public static void main(String[] arguments) throws InterruptedException {
        Trials trials = new Trials(of(arguments[0]));
        StackEnd.run(trials::run);
    }

    private static Channel<Integer> of(String kind) {
        return switch (kind) {
            case "buffered" -> Channel.buffered(2);
            case "unbounded" -> Channel.unbounded();
            case "latest" -> Channel.latest();
            case "latestPerKey" -> Channel.latestPerKey(each -> each);
            default -> Channel.rendezvous();
        };
    }

    /** Calls from all depths near the end of the stack. */
    private static final class Trials {
        private final Channel<Integer> channel;
        private final Select receives;
        private final Select sends;
        private final Select sendsOrNot;
        private final Select asleep;

        Trials(Channel<Integer> channel) {
            this.channel = channel;
            receives = Select.of(channel.whenReceived(_ -> {}), Select.otherwise(() -> {}));
            sends = Select.of(channel.whenSent(() -> 1, () -> {}), Select.otherwise(() -> {}));
            Channel<Integer> silent = Channel.rendezvous();
            asleep =
                    Select.of(
                            channel.whenReceived(_ -> {}),
                            silent.whenReceived(_ -> {}),
                            Select.after(Duration.ZERO, () -> {}));
            sendsOrNot =
                    Select.of(
                            channel.whenSent(() -> 1, () -> {}),
                            silent.whenReceived(_ -> {}),
                            Select.after(Duration.ZERO, () -> {}));
        }

        void run(StackEnd end) throws InterruptedException {
            List<StackEnd.Call> calls =
                    List.of(
                            () -> channel.trySend(1),
                            channel::tryReceive,
                            () -> channel.send(1, Duration.ZERO),
                            () -> channel.receive(Duration.ZERO),
                            () -> channel.receive(Duration.ofNanos(1)),
                            receives::await,
                            sends::await,
                            asleep::await,
                            sendsOrNot::await);
            for (StackEnd.Call each : calls) {
                end.isCut(0, 0, each); // whatever is done only once
            }
            for (StackEnd.Call each : calls) {
                end.atEachOf(
                        LEVELS,
                        (level, shift) -> {
                            boolean cut = end.isCut(level, shift, each);
                            goesOn("call " + calls.indexOf(each) + " at " + level);
                            return cut;
                        });
            }
        }

        /** With room for it: in time, whoever waits. */
        private void goesOn(String behind) {
            if (channel.waitingReceivers() > 0 || channel.waitingSenders() > 0) {
                throw new AssertionError("somebody is left in a line: " + behind);
            }
            channel.trySend(2);
            Integer element = channel.tryReceive();
            while (element != null) {
                element = channel.tryReceive();
            }
        }
    }
}
