package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A call to an actor, or an actor's turn, may be cut short anywhere at the very end of the stack.
 * Whatever was accepted is handled, once and in order, and what the house has given to mailboxes is
 * given back. In a JVM of its own that compiles nothing: there each access is some calls deep, so
 * that each of them is cut short at some depth or other.
 */
final class StackEndTest {
    private static final int LEVELS = 160;
    private static final int SHIFTS = 4;
    private static final long SMALL_STACK = 1 << 18;

    /** The last of them has the mailbox grow far beyond its bound: 1 + 2 + 4 … + 64. */
    private static final int FULL = 127;

    private static final long NOT_COUNTED = -1;

    @ParameterizedTest
    @ValueSource(strings = {"send", "turn", "growth"})
    @Timeout(120)
    void nothingIsLostAndWhatWasTakenIsGivenBack(String what) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xint", "-cp", System.getProperty("java.class.path")));
        command.add(StackEndTest.class.getName());
        command.add(what);
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        boolean ended = child.waitFor(100, TimeUnit.SECONDS);
        if (!ended) {
            child.destroyForcibly();
        }
        assertThat(ended).as("nobody waits for what never comes").isTrue();
        try (InputStream output = child.getInputStream()) {
            assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("all went on");
        }
    }

    /** Argument: what is cut short. */
    public static void main(String[] arguments) throws InterruptedException {
        Thread thread = new Thread(null, new Trials(arguments[0]), "diver", SMALL_STACK);
        thread.start();
        thread.join();
    }

    private static final class Trials implements Runnable {
        private final String what;
        private final long[] handled = new long[4 * FULL];
        private final Roundhouse house =
                Roundhouse.open(
                        with -> with.stepping().onFailure((_, _) -> {}).onDeadLetter(_ -> {}));

        /** An actor may send beyond the bound. */
        private final Runnable fills = house.actor(Runnable.class, () -> this::fill);

        private final Runnable sendsOneMore = house.actor(Runnable.class, () -> this::sendOneMore);

        private LongConsumer actor = _ -> {};
        private Runnable cut = () -> {};
        private int sent;
        private int done;
        private long deadBefore;
        private int deepest;

        Trials(String what) {
            this.what = what;
        }

        private void fill() {
            for (int i = 0; i < FULL; i++) {
                actor.accept(sent++);
            }
            cut.run();
        }

        private void sendOneMore() {
            actor.accept(sent++);
        }

        private void handle(long number) {
            handled[done++] = number;
        }

        @Override
        public void run() {
            for (int i = 0; i < 2; i++) { // whatever is done only once
                trial(Integer.MIN_VALUE, 0);
                check(0);
            }
            cutShort(Integer.MAX_VALUE, 0, () -> {});
            int end = deepest;
            int times = 0;
            for (int level = end - LEVELS; level <= end; level++) {
                for (int shift = 0; shift < SHIFTS; shift++) {
                    times += trial(level, shift) ? 1 : 0;
                    check(level);
                }
            }
            house.close();
            System.out.print(times > 0 ? "all went on" : "nothing was cut short");
        }

        private boolean trial(int level, int shift) {
            actor = house.actor(LongConsumer.class, () -> this::handle, with -> with.bounded(16));
            sent = 0;
            done = 0;
            deadBefore = house.deadLetters();
            boolean[] was = new boolean[1];
            switch (what) {
                case "send" -> was[0] = cutShort(level, shift, () -> actor.accept(NOT_COUNTED));
                case "growth" -> {
                    cut = () -> was[0] = cutShort(level, shift, () -> actor.accept(NOT_COUNTED));
                    fills.run();
                }
                default -> {
                    cut = () -> actor.accept(sent++);
                    fills.run();
                    while (sent == 0) {
                        house.step();
                    }
                    was[0] = cutShort(level, shift, this::stepToTheEnd);
                }
            }
            stepToTheEnd();
            if (was[0]) { // whoever was cut short comes again
                sendsOneMore.run();
                stepToTheEnd();
            }
            return was[0];
        }

        private void stepToTheEnd() {
            while (house.step()) {
                // goes on
            }
        }

        /** What was cut short itself may have been accepted, or not. */
        private void check(int level) {
            Actor mine = ((Handle) actor).actor();
            Ceiling ceiling = mine.kind.house().ceiling;
            long dead = house.deadLetters() - deadBefore;
            int extra = 0;
            int next = 0;
            boolean isRight = true;
            for (int i = 0; i < done; i++) {
                if (handled[i] == NOT_COUNTED) {
                    extra++;
                } else {
                    isRight &= handled[i] == next++;
                }
            }
            long accountedFor = done + dead - sent;
            isRight &= extra <= 1 && accountedFor >= 0 && accountedFor <= 1;
            if (!isRight || !ceiling.why().isEmpty() || mine.hasGrownFar() || mine.isMailed()) {
                throw new AssertionError(
                        "at "
                                + level
                                + ": handled "
                                + done
                                + " of "
                                + sent
                                + ", dead "
                                + dead
                                + ceiling.why()
                                + (mine.hasGrownFar() ? ", is said to be large" : "")
                                + (mine.isMailed() ? ", has mail" : ""));
            }
        }

        /** Whether the call was cut short, so deep in recursion, and a little deeper. */
        private boolean cutShort(int level, int shift, Runnable call) {
            try {
                wider(shift, level, call);
                return false;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        private void wider(int shift, int level, Runnable call) {
            switch (shift) {
                case 0 -> dive(level, 0, call);
                case 1 -> by2(level, 0, 0, call);
                case 2 -> by4(level, 0, 0, 0, 0, call);
                default -> by6(level, 0, 0, 0, 0, 0, 0, call);
            }
        }

        private void by2(int level, long a, long b, Runnable call) {
            dive((int) (level + a + b), 0, call);
        }

        private void by4(int level, long a, long b, long c, long d, Runnable call) {
            dive((int) (level + a + b + c + d), 0, call);
        }

        private void by6(int level, long a, long b, long c, long d, long e, long f, Runnable call) {
            dive((int) (level + a + b + c + d + e + f), 0, call);
        }

        private void dive(int level, int at, Runnable call) {
            deepest = Math.max(deepest, at);
            if (at >= level) {
                call.run();
            } else {
                dive(level, at + 1, call);
            }
        }
    }
}
