package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call at the very end of the stack may be cut short anywhere. The channel goes on: no lock stays
 * held, and nobody is left in a line. In a JVM of its own that compiles nothing: there every access
 * is some calls deep, so that each of them is cut short at some depth or other.
 */
final class StackEndTest {
    /** What it warns of, and sees to itself: the locks of stores that drop. */
    private static final String OF_THE_JVM = "ReservedStackAccess";

    private static final int LEVELS = 260;
    private static final int SHIFTS = 4;
    private static final long SMALL_STACK = 1 << 18;

    @ParameterizedTest
    @ValueSource(strings = {"rendezvous", "buffered", "unbounded", "latest", "latestPerKey"})
    @Timeout(100)
    void theChannelGoesOnWhereACallWasCutShort(String kind) throws Exception {
        java.lang.Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xint",
                                "-cp",
                                System.getProperty("java.class.path"),
                                StackEndTest.class.getName(),
                                kind)
                        .redirectErrorStream(true)
                        .start();
        boolean ended = child.waitFor(80, TimeUnit.SECONDS);
        if (!ended) {
            child.destroyForcibly();
        }
        assertThat(ended).as("nobody waits for what never comes").isTrue();
        try (InputStream output = child.getInputStream()) {
            String said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said.lines().filter(each -> !each.contains(OF_THE_JVM)))
                    .containsExactly("all went on");
        }
    }

    /** Argument: the kind of channel. */
    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(null, new Trials(of(arguments[0])), "diver", SMALL_STACK);
        thread.start();
        thread.join();
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

    /** What may be cut short. */
    private interface Call {
        void run() throws InterruptedException;
    }

    /** Calls from all depths near the end of the stack. */
    private static final class Trials implements Runnable {
        private final Channel<Integer> channel;
        private final Select receives;
        private final Select sends;
        private final Select sendsOrNot;
        private final Select asleep;
        private int deepest;

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

        @Override
        public void run() {
            List<Call> calls =
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
            for (Call each : calls) { // whatever is done only once
                cutShort(0, 0, each);
            }
            cutShort(Integer.MAX_VALUE, 0, () -> {});
            int end = deepest;
            int times = 0;
            for (int i = 0; i < calls.size(); i++) {
                for (int level = end - LEVELS; level <= end; level++) {
                    for (int shift = 0; shift < SHIFTS; shift++) {
                        times += cutShort(level, shift, calls.get(i)) ? 1 : 0;
                        goesOn("call " + i + " at " + level);
                    }
                }
            }
            System.out.print(times > 0 ? "all went on" : "nothing was cut short");
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

        /** Whether the call was cut short, so deep in recursion, and a little deeper. */
        private boolean cutShort(int level, int shift, Call call) {
            try {
                wider(shift, level, call);
                return false;
            } catch (StackOverflowError e) {
                return true;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private void wider(int shift, int level, Call call) throws InterruptedException {
            switch (shift) {
                case 0 -> dive(level, 0, call);
                case 1 -> by2(level, 0, 0, call);
                case 2 -> by4(level, 0, 0, 0, 0, call);
                default -> by6(level, 0, 0, 0, 0, 0, 0, call);
            }
        }

        private void by2(int level, long a, long b, Call call) throws InterruptedException {
            dive((int) (level + a + b), 0, call);
        }

        private void by4(int level, long a, long b, long c, long d, Call call)
                throws InterruptedException {
            dive((int) (level + a + b + c + d), 0, call);
        }

        private void by6(int level, long a, long b, long c, long d, long e, long f, Call call)
                throws InterruptedException {
            dive((int) (level + a + b + c + d + e + f), 0, call);
        }

        private void dive(int level, int at, Call call) throws InterruptedException {
            deepest = Math.max(deepest, at);
            if (at == level) {
                call.run();
            } else {
                dive(level, at + 1, call);
            }
        }
    }
}
