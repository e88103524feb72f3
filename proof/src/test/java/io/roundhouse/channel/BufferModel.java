package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.Scenario;
import io.roundhouse.waiting.Sleep;
import java.time.Duration;
import java.util.LinkedList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Channels that store are linearizable, and nobody sleeps through what it waits for: see {@link
 * Linearizable}.
 *
 * <p>A wait is two operations, as in {@link RendezvousModel}: to come, which does what it came for
 * or takes a place in the line, and to look again or to give up. Those who come for a moment, or
 * interrupted, wait and leave within one operation, in the library's own code. What somebody gets
 * is a matter of the store alone; that it is called to get it is checked where everything is over:
 * nobody who could go on is still asleep, unless one that was called before has not come yet.
 *
 * <p>Twins that are caught: who sleeps without another look, and who leaves without passing the
 * call on.
 */
final class BufferModel {
    /** What is done to a channel that stores. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public abstract static class Storing {
        private final Channel<Integer> channel;

        Storing(Channel<Integer> channel) {
            this.channel = channel;
        }

        @Operation
        public String trySend(@Param(name = "element") int element) {
            try {
                return "" + channel.trySend(element);
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public String tryReceive() {
            try {
                return "" + channel.tryReceive();
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public boolean select() throws InterruptedException {
            boolean[] got = new boolean[1];
            return Select.of(channel.whenReceived(_ -> got[0] = true), Select.otherwise(() -> {}))
                            .await()
                    && got[0];
        }

        @Operation
        public void close() {
            channel.close();
        }
    }

    /**
     * Two senders and two receivers that wait, each in steps, and others that wait for a moment.
     */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public abstract static class Waiting {
        private final StoringChannel<Integer> channel;

        /** Receivers 0 and 1, and senders 2 and 3. */
        private final Waiter[] waiters = new Waiter[4];

        Waiting(int capacity, int filled) {
            channel = (StoringChannel<Integer>) Channel.<Integer>buffered(capacity);
            for (int each = 1; each <= filled; each++) {
                channel.trySend(each);
            }
            for (int who = 0; who < waiters.length; who++) {
                waiters[who] = waiter(who > 1);
            }
        }

        private Waiter waiter(boolean sends) {
            return new Waiter(channel, sends, 9) {
                @Override
                boolean looksAgain() {
                    return Waiting.this.looksAgain();
                }

                @Override
                boolean passesOn() {
                    return Waiting.this.passesOn();
                }
            };
        }

        @Operation(nonParallelGroup = "receiver")
        public String receive() {
            return waiters[0].come();
        }

        @Operation(nonParallelGroup = "receiver")
        public String giveUpReceiving() {
            return waiters[0].giveUp();
        }

        @Operation(nonParallelGroup = "other receiver")
        public String receiveToo() {
            return waiters[1].come();
        }

        @Operation(nonParallelGroup = "sender")
        public String send() {
            return waiters[2].come();
        }

        @Operation(nonParallelGroup = "sender")
        public String giveUpSending() {
            return waiters[2].giveUp();
        }

        @Operation(nonParallelGroup = "other sender")
        public String sendToo() {
            return waiters[3].come();
        }

        @Operation
        public String sendForAMoment(@Param(name = "element") int element)
                throws InterruptedException {
            try {
                return "" + channel.send(element, Duration.ofNanos(1));
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public String receiveForAMoment() throws InterruptedException {
            return "" + channel.receive(Sleep.deadline(1));
        }

        @Operation
        public String sendInterrupted(@Param(name = "element") int element) {
            Thread.currentThread().interrupt();
            try {
                channel.send(element);
                return "true";
            } catch (InterruptedException e) {
                return "false";
            } catch (ChannelClosedException e) {
                return "closed";
            } finally {
                Thread.interrupted();
            }
        }

        @Operation
        public String receiveInterrupted() {
            Thread.currentThread().interrupt();
            try {
                return "" + channel.receive(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                return "null";
            } finally {
                Thread.interrupted();
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

        /** When all is over. */
        @Validate
        public void nobodySleepsWhoCouldGoOn() {
            noneSleeps(waiters[0], waiters[1], false);
            noneSleeps(waiters[2], waiters[3], true);
        }

        private void noneSleeps(Waiter one, Waiter other, boolean sends) {
            boolean called = one.isCalled() || other.isCalled();
            if ((one.waits() || other.waits()) && !called && channel.isReady(sends)) {
                throw new IllegalStateException((sends ? "a sender" : "a receiver") + " sleeps on");
            }
        }
    }

    /** Of 1. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class WaitingAtOne extends Waiting {
        public WaitingAtOne() {
            super(1, 0);
        }
    }

    /** Of 2. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class WaitingAtTwo extends Waiting {
        public WaitingAtTwo() {
            super(2, 0);
        }
    }

    /** Of 10, with room for one. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class WaitingAtTen extends Waiting {
        public WaitingAtTen() {
            super(10, 9);
        }
    }

    /** Who sleeps without another look. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LooksOnce extends WaitingAtOne {
        @Override
        boolean looksAgain() {
            return false;
        }
    }

    /** Who was called and leaves the rest to nobody. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class KeepsTheCall extends WaitingAtTwo {
        @Override
        boolean passesOn() {
            return false;
        }
    }

    /** Of 1. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class One extends Storing {
        public One() {
            super(Channel.buffered(1));
        }
    }

    /** Of 2. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Two extends Storing {
        public Two() {
            super(Channel.buffered(2));
        }
    }

    /** Of 10. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Ten extends Storing {
        public Ten() {
            super(Channel.buffered(10));
        }
    }

    /** The newest. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Latest extends Storing {
        public Latest() {
            super(Channel.latest());
        }
    }

    /** A list with a bound. */
    public abstract static class List1 {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int capacity;
        private final boolean drops;
        private boolean closed;

        List1(int capacity, boolean drops) {
            this.capacity = capacity;
            this.drops = drops;
        }

        public String trySend(int element) {
            if (closed) {
                return "closed";
            }
            if (list.size() == capacity) {
                if (!drops) {
                    return "false";
                }
                list.removeFirst();
            }
            list.add(element);
            return "true";
        }

        public String tryReceive() {
            return list.isEmpty() ? closed ? "closed" : "null" : "" + list.removeFirst();
        }

        public boolean select() {
            return list.pollFirst() != null;
        }

        public void close() {
            closed = true;
        }
    }

    /** The same list, where some wait. */
    public abstract static class Waited {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int capacity;
        private final boolean[] waits = new boolean[4];
        private boolean closed;

        Waited(int capacity, int filled) {
            this.capacity = capacity;
            for (int each = 1; each <= filled; each++) {
                list.add(each);
            }
        }

        public String sendForAMoment(int element) {
            if (closed) {
                return "closed";
            }
            return "" + (list.size() < capacity && list.add(element));
        }

        public String sendInterrupted(int element) {
            return sendForAMoment(element);
        }

        public String receiveForAMoment() {
            return "" + list.pollFirst();
        }

        public String receiveInterrupted() {
            return receiveForAMoment();
        }

        public void close() {
            closed = true;
        }

        public String receive() {
            return receive(0);
        }

        public String receiveToo() {
            return receive(1);
        }

        private String receive(int who) {
            return come(who, list.isEmpty() ? closed ? "closed" : "waits" : "" + list.pollFirst());
        }

        public String giveUpReceiving() {
            return waits[0] ? gaveUp(0, receive()) : "none";
        }

        public String send() {
            return send(2);
        }

        public String sendToo() {
            return send(3);
        }

        private String send(int who) {
            String sent = sendForAMoment(9);
            return come(who, sent.equals("true") ? "9" : sent.equals("false") ? "waits" : sent);
        }

        public String giveUpSending() {
            return waits[2] ? gaveUp(2, send()) : "none";
        }

        private String come(int who, String result) {
            waits[who] = result.equals("waits");
            return result;
        }

        private String gaveUp(int who, String result) {
            boolean inVain = waits[who];
            waits[who] = false;
            return inVain ? "gave up" : result;
        }
    }

    public static class WaitedAtOne extends Waited {
        public WaitedAtOne() {
            super(1, 0);
        }
    }

    public static class WaitedAtTwo extends Waited {
        public WaitedAtTwo() {
            super(2, 0);
        }
    }

    public static class WaitedAtTen extends Waited {
        public WaitedAtTen() {
            super(10, 9);
        }
    }

    public static class ListOfOne extends List1 {
        public ListOfOne() {
            super(1, false);
        }
    }

    public static class ListOfTwo extends List1 {
        public ListOfTwo() {
            super(2, false);
        }
    }

    public static class ListOfTen extends List1 {
        public ListOfTen() {
            super(10, false);
        }
    }

    public static class ListOfTheLatest extends List1 {
        public ListOfTheLatest() {
            super(1, true);
        }
    }

    @Test
    void aBufferOfOneIsLinearizable() {
        Linearizable.check(One.class, ListOfOne.class, 2);
    }

    @Test
    void aBufferOfTwoIsLinearizable() {
        Linearizable.check(Two.class, ListOfTwo.class, 2);
    }

    @Test
    void aBufferOfTenIsLinearizable() {
        Linearizable.check(Ten.class, ListOfTen.class, 2);
    }

    @Test
    void theLatestIsLinearizable() {
        Linearizable.check(Latest.class, ListOfTheLatest.class, 2);
    }

    @Test
    void whoWaitsAtABufferOfOneIsCalled() {
        holds(WaitingAtOne.class, WaitedAtOne.class);
    }

    @Test
    void whoWaitsAtABufferOfTwoIsCalled() {
        holds(WaitingAtTwo.class, WaitedAtTwo.class);
    }

    @Test
    void whoWaitsAtABufferOfTenIsCalled() {
        holds(WaitingAtTen.class, WaitedAtTen.class);
    }

    @Test
    void whoSleepsWithoutAnotherLookIsCaught() {
        isCaught(LooksOnce.class, WaitedAtOne.class, calledWhileComing(LooksOnce.class));
    }

    @Test
    void whoDoesNotPassTheCallOnIsCaught() {
        isCaught(KeepsTheCall.class, WaitedAtTwo.class, callPassedOn(KeepsTheCall.class));
    }

    /** Those who look once more after all is over would hide that nobody called them. */
    private static void holds(Class<?> operations, Class<?> specification) {
        Linearizable.modelChecking(specification, 3)
                .actorsAfter(0)
                .addCustomScenario(calledWhileComing(operations))
                .addCustomScenario(callPassedOn(operations))
                .check(operations);
    }

    private static void isCaught(
            Class<?> flawed, Class<?> specification, ExecutionScenario scenario) {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(specification, 3)
                                .iterations(0)
                                .invocationsPerIteration(1_000)
                                .addCustomScenario(scenario)
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("sleeps on");
    }

    private static ExecutionScenario calledWhileComing(Class<?> operations) {
        return Scenario.of(operations, List.of(), List.of(List.of("receive"), List.of("send")));
    }

    private static ExecutionScenario callPassedOn(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("receive", "receiveToo"),
                List.of(List.of("send", "send"), List.of("receive")));
    }
}
