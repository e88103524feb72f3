package io.roundhouse.actor.internal;

import io.roundhouse.Roundhouse;
import io.roundhouse.StackEnd;
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

    /** The last of them has the mailbox grow far beyond its bound: 1 + 2 + 4 … + 64. */
    private static final int FULL = 127;

    private static final long NOT_COUNTED = -1;

    @ParameterizedTest
    @ValueSource(strings = {"send", "turn", "growth"})
    @Timeout(120)
    void nothingIsLostAndWhatWasTakenIsGivenBack(String what) throws Exception {
        StackEnd.assertGoesOn(100, StackEndTest.class, what);
    }

    /** Argument: what is cut short. */
    public static void main(String[] arguments) throws InterruptedException {
        StackEnd.run(end -> new Trials(arguments[0], end).run());
    }

    private static final class Trials {
        private final String what;
        private final StackEnd end;
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

        Trials(String what, StackEnd end) {
            this.what = what;
            this.end = end;
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

        void run() throws InterruptedException {
            for (int i = 0; i < 2; i++) { // whatever is done only once
                trial(Integer.MIN_VALUE, 0);
                check(0);
            }
            end.atEachOf(
                    LEVELS,
                    (level, shift) -> {
                        boolean cut = trial(level, shift);
                        check(level);
                        return cut;
                    });
            house.close();
        }

        private boolean trial(int level, int shift) throws InterruptedException {
            actor = house.actor(LongConsumer.class, () -> this::handle, with -> with.bounded(16));
            sent = 0;
            done = 0;
            deadBefore = house.deadLetters();
            boolean[] was = new boolean[1];
            switch (what) {
                case "send" -> was[0] = end.isCut(level, shift, () -> actor.accept(NOT_COUNTED));
                case "growth" -> {
                    cut = () -> was[0] = isCut(level, shift, () -> actor.accept(NOT_COUNTED));
                    fills.run();
                }
                default -> {
                    cut = () -> actor.accept(sent++);
                    fills.run();
                    while (sent == 0) {
                        house.step();
                    }
                    was[0] = end.isCut(level, shift, this::stepToTheEnd);
                }
            }
            stepToTheEnd();
            if (was[0]) { // whoever was cut short comes again
                sendsOneMore.run();
                stepToTheEnd();
            }
            return was[0];
        }

        /** In a call of an actor. */
        private boolean isCut(int level, int shift, StackEnd.Call call) {
            try {
                return end.isCut(level, shift, call);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
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
    }
}
