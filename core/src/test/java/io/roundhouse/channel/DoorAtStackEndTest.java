package io.roundhouse.channel;

import io.roundhouse.StackEnd;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who waits at the door of a rendezvous may run out of stack between two frames: there was room to
 * come, and there is none to leave. It is gone then, and the door does not keep it.
 */
final class DoorAtStackEndTest {
    private static final int LEVELS = 300;
    private static final Duration MOMENT = Duration.ofNanos(200_000);

    /** Where all is compiled at once: frames are small then, and coming needs none of its own. */
    @ParameterizedTest
    @CsvSource({
        "receives, -XX:-TieredCompilation",
        "sends, -XX:-TieredCompilation",
        "selects, -XX:+TieredCompilation",
        "selectsToSend, -XX:+TieredCompilation"
    })
    @Timeout(100)
    void theDoorKeepsNobodyWhoHasGone(String how, String compilers) throws Exception {
        StackEnd.assertGoesOn(80, List.of("-Xcomp", compilers), DoorAtStackEndTest.class, how);
    }

    /** Argument: who waits at the door. */
    public static void main(String[] arguments) throws InterruptedException {
        StackEnd.run(end -> run(end, arguments[0]));
    }

    private static void run(StackEnd end, String how) throws InterruptedException {
        end.isCut(0, 0, call(how, Channel.rendezvous())); // whatever is done only once
        int[] times = new int[1];
        end.atEachWordOf(
                LEVELS,
                (level, shift) -> {
                    Channel<Integer> channel = Channel.rendezvous(); // who tries it is patient
                    boolean cut = end.isCut(level, shift, call(how, channel));
                    Thread.interrupted();
                    if (channel.waitingReceivers() + channel.waitingSenders() > 0) {
                        times[0]++;
                    }
                    return cut;
                });
        if (times[0] > 0) {
            throw new AssertionError("one who has gone is at the door, " + times[0] + " times");
        }
    }

    private static StackEnd.Call call(String how, Channel<Integer> channel) {
        return switch (how) {
            case "receives" -> () -> channel.receive(MOMENT);
            case "sends" -> () -> channel.send(1, MOMENT);
            case "selects" -> interrupted(select(channel.whenReceived(_ -> {})));
            default -> interrupted(select(channel.whenSent(() -> 1, () -> {})));
        };
    }

    /** It waits at the door, and then does not sleep. */
    private static StackEnd.Call interrupted(Select select) {
        return () -> {
            Thread.currentThread().interrupt();
            try {
                select.await();
            } catch (InterruptedException e) {
                // as it was to be
            }
        };
    }

    private static Select select(Clause clause) {
        Channel<Integer> silent = Channel.rendezvous();
        return Select.of(clause, silent.whenReceived(_ -> {}));
    }
}
