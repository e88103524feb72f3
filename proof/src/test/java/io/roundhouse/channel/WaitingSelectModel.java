package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.Scenario;
import java.util.LinkedList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * A select that waits at buffers is linearizable, and does not sleep through what it waits for: see
 * {@link Linearizable}. A wait is two operations, as in {@link RendezvousModel}; a select that
 * comes interrupted waits and leaves within one, in the library's own code.
 *
 * <p>The select waits at two buffers, of which one stays as it is: which of two clauses happens
 * where both can is up to when it looks at each. It is in the line of each all the same. Checked
 * where everything is over: nobody who could go on is still asleep, unless one that was called
 * before has not come yet; and who has gone is in no line.
 *
 * <p>Twins that are caught: a select that sleeps without another look, one that was called and
 * leaves the rest to nobody, and one that gives up and stays in a line.
 */
final class WaitingSelectModel {
    private static final String CLOSED = "closed";

    /**
     * A select, and another thread, that wait at one end of a buffer, each in steps; a select that
     * is interrupted; and somebody who does not wait.
     */
    public abstract static class Waiting {
        private final boolean sends;
        private final StoringChannel<Integer> channel;
        private final StoringChannel<Integer> quiet;
        private final Clause.AtChannel<Integer> clause;
        private final Select select;
        private final Clause.AtChannel<Integer> clauseOfInterrupted;
        private final Select interrupted;
        private final Waiter other;
        private boolean selects;

        Waiting(int capacity, boolean sends) {
            this.sends = sends;
            channel = (StoringChannel<Integer>) Channel.<Integer>buffered(capacity);
            quiet = (StoringChannel<Integer>) Channel.<Integer>buffered(capacity);
            for (int each = 1; sends && each <= capacity; each++) {
                quiet.trySend(each);
                if (each < capacity) {
                    channel.trySend(each);
                }
            }
            clause = clause(channel);
            select = Select.of(clause, clause(quiet));
            clauseOfInterrupted = clause(channel);
            interrupted = Select.of(clause(quiet), clauseOfInterrupted);
            other = new Waiter(channel, sends, 8);
        }

        @SuppressWarnings("unchecked") // as it is made there
        private Clause.AtChannel<Integer> clause(Channel<Integer> at) {
            Clause made = sends ? at.whenSent(() -> 9, () -> {}) : at.whenReceived(_ -> {});
            return (Clause.AtChannel<Integer>) made.orClosed(() -> {});
        }

        /** Comes, or comes again: called, or because its time was over. */
        @Operation(nonParallelGroup = "select")
        public String select() {
            if (!clause.open) {
                return "none";
            }
            if (selects) {
                leave();
            } else {
                select.prepare();
            }
            while (!select.isNowReady()) {
                select.party().begin();
                select.channels().waitWhereStored();
                if (!looksAgain() || !select.channels().anyIsReady()) {
                    selects = true;
                    return Waiter.WAITS;
                }
                leave();
            }
            return over(result());
        }

        @Operation(nonParallelGroup = "select")
        public String giveUpSelecting() {
            if (!selects) {
                return "none";
            }
            leave();
            return over(select.isNowReady() ? result() : "gave up");
        }

        private void leave() {
            select.party().giveUp();
            if (leavesLines()) {
                select.channels().leaveAll(null);
            }
        }

        private String result() {
            return clause.open ? "" + clause.place().element : CLOSED;
        }

        private String over(String result) {
            selects = false;
            if (passesOn()) {
                select.channels().passOnAll();
            }
            return result;
        }

        @Operation(nonParallelGroup = "interrupted")
        public String selectInterrupted() {
            boolean open = clauseOfInterrupted.open;
            Thread.currentThread().interrupt();
            try {
                interrupted.await();
                return open && !clauseOfInterrupted.open ? CLOSED : "happened";
            } catch (InterruptedException e) {
                return "interrupted";
            } finally {
                Thread.interrupted();
            }
        }

        @Operation(nonParallelGroup = "other")
        public String come() {
            return other.come();
        }

        @Operation(nonParallelGroup = "other")
        public String giveUp() {
            return other.giveUp();
        }

        @Operation
        public String sendOne() {
            return send(1);
        }

        @Operation
        public String sendTwo() {
            return send(2);
        }

        private String send(int element) {
            try {
                return "" + channel.trySend(element);
            } catch (ChannelClosedException e) {
                return CLOSED;
            }
        }

        @Operation
        public String take() {
            try {
                return "" + channel.tryReceive();
            } catch (ChannelClosedException e) {
                return CLOSED;
            }
        }

        @Operation
        public void close() {
            channel.close();
        }

        boolean looksAgain() {
            return true;
        }

        boolean passesOn() {
            return true;
        }

        boolean leavesLines() {
            return true;
        }

        /** When all is over. */
        @Validate
        public void nobodySleepsWhoCouldGoOn() {
            boolean selectIsCalled = selects && select.party().met();
            boolean called = selectIsCalled || other.isCalled();
            if ((selects || other.waits()) && !called && channel.isReady(sends)) {
                throw new IllegalStateException("somebody sleeps on");
            }
            int waiting = (selects ? 1 : 0) + (other.waits() ? 1 : 0);
            if (channel.line(sends).waiting() > waiting
                    || quiet.line(sends).waiting() != (selects ? 1 : 0)) {
                throw new IllegalStateException("somebody stays in a line");
            }
        }
    }

    /** The same, one after the other. */
    public abstract static class Waited {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int capacity;
        private final boolean sends;
        private boolean closed;
        private boolean selects;
        private boolean otherWaits;
        private boolean dropped;
        private boolean interruptedDropped;

        Waited(int capacity, boolean sends) {
            this.capacity = capacity;
            this.sends = sends;
            for (int each = 1; sends && each < capacity; each++) {
                list.add(each);
            }
        }

        private String attempt(int element) {
            if (sends && closed) {
                return CLOSED;
            }
            if (sends) {
                return list.size() < capacity && list.add(element) ? "" + element : Waiter.WAITS;
            }
            return list.isEmpty() ? closed ? CLOSED : Waiter.WAITS : "" + list.removeFirst();
        }

        public String select() {
            if (dropped) {
                return "none";
            }
            String result = attempt(9);
            selects = result.equals(Waiter.WAITS);
            dropped = result.equals(CLOSED);
            return result;
        }

        public String giveUpSelecting() {
            if (!selects) {
                return "none";
            }
            String result = select();
            boolean inVain = selects;
            selects = false;
            return inVain ? "gave up" : result;
        }

        public String selectInterrupted() {
            if (interruptedDropped) {
                return "interrupted";
            }
            String result = attempt(9);
            interruptedDropped = result.equals(CLOSED);
            return result.equals(Waiter.WAITS)
                    ? "interrupted"
                    : interruptedDropped ? CLOSED : "happened";
        }

        public String come() {
            String result = attempt(8);
            otherWaits = result.equals(Waiter.WAITS);
            return result;
        }

        public String giveUp() {
            if (!otherWaits) {
                return "none";
            }
            String result = come();
            boolean inVain = otherWaits;
            otherWaits = false;
            return inVain ? "gave up" : result;
        }

        public String sendOne() {
            return send(1);
        }

        public String sendTwo() {
            return send(2);
        }

        private String send(int element) {
            return closed ? CLOSED : "" + (list.size() < capacity && list.add(element));
        }

        public String take() {
            return list.isEmpty() && closed ? CLOSED : "" + list.pollFirst();
        }

        public void close() {
            closed = true;
        }
    }

    public static class ReceivesAtOne extends Waiting {
        public ReceivesAtOne() {
            super(1, false);
        }
    }

    public static class ReceivesAtTwo extends Waiting {
        public ReceivesAtTwo() {
            super(2, false);
        }
    }

    public static class ReceivesAtTen extends Waiting {
        public ReceivesAtTen() {
            super(10, false);
        }
    }

    public static class SendsAtOne extends Waiting {
        public SendsAtOne() {
            super(1, true);
        }
    }

    public static class SendsAtTwo extends Waiting {
        public SendsAtTwo() {
            super(2, true);
        }
    }

    public static class SendsAtTen extends Waiting {
        public SendsAtTen() {
            super(10, true);
        }
    }

    public static class ReceivedAtOne extends Waited {
        public ReceivedAtOne() {
            super(1, false);
        }
    }

    public static class ReceivedAtTwo extends Waited {
        public ReceivedAtTwo() {
            super(2, false);
        }
    }

    public static class ReceivedAtTen extends Waited {
        public ReceivedAtTen() {
            super(10, false);
        }
    }

    public static class SentAtOne extends Waited {
        public SentAtOne() {
            super(1, true);
        }
    }

    public static class SentAtTwo extends Waited {
        public SentAtTwo() {
            super(2, true);
        }
    }

    public static class SentAtTen extends Waited {
        public SentAtTen() {
            super(10, true);
        }
    }

    /** A select that sleeps without another look. */
    public static class LooksOnce extends ReceivesAtOne {
        @Override
        boolean looksAgain() {
            return false;
        }
    }

    /** A select that was called and leaves the rest to nobody. */
    public static class KeepsTheCall extends ReceivesAtTwo {
        @Override
        boolean passesOn() {
            return false;
        }
    }

    /** A select that gives up and stays where it waited. */
    public static class StaysInLine extends ReceivesAtOne {
        @Override
        boolean leavesLines() {
            return false;
        }
    }

    @Test
    void aSelectThatReceivesAtABufferOfOneIsCalled() {
        holdsWhereItReceives(ReceivesAtOne.class, ReceivedAtOne.class);
    }

    @Test
    void aSelectThatReceivesAtABufferOfTwoIsCalled() {
        holdsWhereItReceives(ReceivesAtTwo.class, ReceivedAtTwo.class);
    }

    @Test
    void aSelectThatReceivesAtABufferOfTenIsCalled() {
        holdsWhereItReceives(ReceivesAtTen.class, ReceivedAtTen.class);
    }

    @Test
    void aSelectThatSendsToABufferOfOneIsCalled() {
        holdsWhereItSends(SendsAtOne.class, SentAtOne.class);
    }

    @Test
    void aSelectThatSendsToABufferOfTwoIsCalled() {
        holdsWhereItSends(SendsAtTwo.class, SentAtTwo.class);
    }

    @Test
    void aSelectThatSendsToABufferOfTenIsCalled() {
        holdsWhereItSends(SendsAtTen.class, SentAtTen.class);
    }

    @Test
    void aSelectThatSleepsWithoutAnotherLookIsCaught() {
        isCaught(
                LooksOnce.class,
                ReceivedAtOne.class,
                sentWhileComing(LooksOnce.class),
                "sleeps on");
    }

    @Test
    void aSelectThatDoesNotPassTheCallOnIsCaught() {
        isCaught(
                KeepsTheCall.class,
                ReceivedAtTwo.class,
                callPassedOn(KeepsTheCall.class),
                "sleeps on");
    }

    @Test
    void aSelectThatGivesUpAndStaysIsCaught() {
        isCaught(
                StaysInLine.class,
                ReceivedAtOne.class,
                givesUpBesideASender(StaysInLine.class),
                "stays in a line");
    }

    /** Those who look once more after all is over would hide that nobody called them. */
    private static void holdsWhereItReceives(Class<?> operations, Class<?> specification) {
        options(specification)
                .addCustomScenario(sentWhileComing(operations))
                .addCustomScenario(callPassedOn(operations))
                .addCustomScenario(givesUpBesideASender(operations))
                .addCustomScenario(closedWhileComing(operations))
                .check(operations);
    }

    private static void holdsWhereItSends(Class<?> operations, Class<?> specification) {
        options(specification)
                .addCustomScenario(takenWhileComing(operations))
                .addCustomScenario(roomPassedOn(operations))
                .addCustomScenario(closedWhileComing(operations))
                .check(operations);
    }

    private static ModelCheckingOptions options(Class<?> specification) {
        return Linearizable.modelChecking(specification, 3).actorsAfter(0);
    }

    private static void isCaught(
            Class<?> flawed, Class<?> specification, ExecutionScenario scenario, String how) {
        assertThatThrownBy(() ->
                        options(specification)
                                .iterations(0)
                                .invocationsPerIteration(1_000)
                                .addCustomScenario(scenario)
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(how);
    }

    private static ExecutionScenario sentWhileComing(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of(),
                List.of(List.of("select"), List.of("sendOne"), List.of("selectInterrupted")));
    }

    private static ExecutionScenario callPassedOn(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("select", "come"),
                List.of(List.of("sendOne", "sendTwo"), List.of("select")));
    }

    private static ExecutionScenario givesUpBesideASender(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("select", "come"),
                List.of(
                        List.of("giveUpSelecting"),
                        List.of("sendOne"),
                        List.of("selectInterrupted")));
    }

    private static ExecutionScenario closedWhileComing(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of(),
                List.of(
                        List.of("select", "giveUpSelecting"),
                        List.of("close"),
                        List.of("come", "selectInterrupted")));
    }

    private static ExecutionScenario takenWhileComing(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("sendOne"),
                List.of(List.of("select"), List.of("take"), List.of("selectInterrupted")));
    }

    private static ExecutionScenario roomPassedOn(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("sendOne", "select", "come"),
                List.of(List.of("take", "take"), List.of("select")));
    }
}
