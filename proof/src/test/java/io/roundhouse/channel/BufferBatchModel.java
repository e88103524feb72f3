package io.roundhouse.channel;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.channel.HastyStore.Flaw;
import io.roundhouse.proof.History;
import io.roundhouse.proof.History.Kind;
import io.roundhouse.proof.History.Step;
import io.roundhouse.proof.Scenario;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Batches through a buffer, beside single elements, those who wait, and a closing: all could have
 * been done one after the other, where a batch is a series of single elements; in the end all that
 * was sent has come, once ({@link History}). And nobody sleeps through what it waits for, though
 * one call is made for a whole batch.
 *
 * <p>A wait is two operations, as in {@link BufferModel}. Twins that are caught: who takes as many
 * as it has seen, which may be others; who was called for a batch, and leaves the rest to nobody.
 */
final class BufferBatchModel {
    /** Two receivers and two senders that wait, each in steps. */
    public abstract static class Waiting extends Batches {
        private final StoringChannel<Integer> stores;
        private final int capacity;

        /** Receivers 0 and 1, and senders 2 and 3. */
        private final Waiter[] waiters = new Waiter[4];

        Waiting(int capacity, int filled) {
            this(Channel.buffered(capacity), capacity, filled);
        }

        Waiting(Channel<Integer> channel, int capacity, int filled) {
            super(channel);
            this.capacity = capacity;
            stores = (StoringChannel<Integer>) channel;
            for (int i = 0; i < filled; i++) {
                trySend();
            }
            for (int who = 0; who < waiters.length; who++) {
                waiters[who] = waiter(who > 1, 100 + who);
            }
        }

        private Waiter waiter(boolean sends, int element) {
            return new Waiter(stores, sends, element) {
                @Override
                boolean passesOn() {
                    return Waiting.this.passesOn();
                }
            };
        }

        boolean passesOn() {
            return true;
        }

        @Override
        void refused(List<Step> steps) {
            steps.add(History.step(Kind.REFUSED));
        }

        @Override
        List<Step> nothingYet() {
            return List.of(History.step(Kind.NOTHING_YET));
        }

        @Operation(nonParallelGroup = "receiver")
        public void receive() {
            comes(0);
        }

        @Operation(nonParallelGroup = "receiver")
        public void giveUpReceiving() {
            givesUp(0);
        }

        @Operation(nonParallelGroup = "other receiver")
        public void receiveToo() {
            comes(1);
        }

        @Operation(nonParallelGroup = "sender")
        public void send() {
            comes(2);
        }

        @Operation(nonParallelGroup = "sender")
        public void giveUpSending() {
            givesUp(2);
        }

        @Operation(nonParallelGroup = "other sender")
        public void sendToo() {
            comes(3);
        }

        private void comes(int who) {
            int from = history.begins();
            ends(from, waiters[who].come(), who > 1);
        }

        private void givesUp(int who) {
            int from = history.begins();
            ends(from, waiters[who].giveUp(), who > 1);
        }

        private void ends(int from, String result, boolean sends) {
            switch (result) {
                case "none" -> history.ends(from, List.of());
                case "closed" ->
                        history.ends(from, List.of(History.step(sends ? Kind.SHUT : Kind.ENDED)));
                case Waiter.WAITS, "gave up" ->
                        history.ends(
                                from,
                                List.of(History.step(sends ? Kind.REFUSED : Kind.NOTHING_YET)));
                default ->
                        history.ends(
                                from,
                                History.steps(
                                        sends ? Kind.PUT : Kind.TAKEN,
                                        List.of(Integer.parseInt(result))));
            }
        }

        /** When all is over. */
        @Validate
        public void nobodySleepsAndAllHasComeInOrder() {
            noneSleeps(waiters[0], waiters[1], false);
            noneSleeps(waiters[2], waiters[3], true);
            while (receiveOne()) {}
            history.check(capacity);
        }

        private void noneSleeps(Waiter one, Waiter other, boolean sends) {
            boolean called = one.isCalled() || other.isCalled();
            if ((one.waits() || other.waits()) && !called && stores.isReady(sends)) {
                throw new IllegalStateException((sends ? "a sender" : "a receiver") + " sleeps on");
            }
        }
    }

    /** Of 1. */
    public static class One extends Waiting {
        public One() {
            super(1, 0);
        }
    }

    /** Of 2. */
    public static class Two extends Waiting {
        public Two() {
            super(2, 0);
        }
    }

    /** Of 10, with room for one. */
    public static class Ten extends Waiting {
        public Ten() {
            super(10, 9);
        }
    }

    /** Of 2, full. */
    public static class Full extends Waiting {
        public Full() {
            super(2, 2);
        }
    }

    /** Who was called and leaves the rest to nobody. */
    public static class KeepsTheCall extends Two {
        @Override
        boolean passesOn() {
            return false;
        }
    }

    /** The same, at a full one. */
    public static class KeepsTheCallForRoom extends Full {
        @Override
        boolean passesOn() {
            return false;
        }
    }

    /** The twin, of 2, full. */
    public static class WithoutFlaw extends Waiting {
        public WithoutFlaw() {
            this(Flaw.NONE);
        }

        WithoutFlaw(Flaw flaw) {
            super(new StoringChannel<>(null, "c", _ -> {}, new HastyStore<>(2, false, flaw)), 2, 2);
        }
    }

    /** See {@link Flaw}. */
    public static class TakesWhatItHasNotSeen extends WithoutFlaw {
        public TakesWhatItHasNotSeen() {
            super(Flaw.TAKES_WHAT_IT_HAS_NOT_SEEN);
        }
    }

    @Test
    void batchesThroughABufferOfOneAreSeries() {
        holds(One.class, lastGoesBehindAClose(One.class));
    }

    @Test
    void batchesThroughABufferOfTwoAreSeries() {
        holds(Two.class, oneCallForTwo(Two.class), roomBehindABatch(Two.class));
    }

    @Test
    void batchesThroughABufferOfTenAreSeries() {
        assumeTrue(TIMES > 1); // the same code
        holds(Ten.class);
    }

    @Test
    void batchesThroughAFullBufferAreSeries() {
        holds(Full.class, roomForTwo(Full.class));
    }

    @Test
    void theTwinWithoutAFlawPasses() {
        holds(WithoutFlaw.class, takesFromAFullOne(WithoutFlaw.class));
    }

    @Test
    void whoTakesWhatItHasNotSeenIsCaught() {
        isCaught(
                TakesWhatItHasNotSeen.class,
                takesFromAFullOne(TakesWhatItHasNotSeen.class),
                "in no order");
    }

    @Test
    void whoIsCalledForABatchAndDoesNotPassTheCallOnIsCaught() {
        isCaught(KeepsTheCall.class, oneCallForTwo(KeepsTheCall.class), "a receiver sleeps on");
    }

    @Test
    void whoIsCalledToMuchRoomAndDoesNotPassTheCallOnIsCaught() {
        isCaught(
                KeepsTheCallForRoom.class,
                roomForTwo(KeepsTheCallForRoom.class),
                "a sender sleeps on");
    }

    private static ModelCheckingOptions modelChecking() {
        return Linearizable.modelChecking(3)
                .iterations(TIMES)
                .invocationsPerIteration(25)
                .actorsAfter(0)
                .addGuarantee(forClasses(History.class.getName()).allMethods().ignore());
    }

    private static void holds(Class<? extends Waiting> operations, ExecutionScenario... scenarios) {
        ModelCheckingOptions options = modelChecking();
        for (ExecutionScenario each : scenarios) {
            options.addCustomScenario(each);
        }
        options.check(operations);
    }

    private static void isCaught(Class<?> flawed, ExecutionScenario scenario, String message) {
        assertThatThrownBy(() ->
                        modelChecking()
                                .iterations(0)
                                .invocationsPerIteration(1_000)
                                .addCustomScenario(scenario)
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(message);
    }

    /** A batch waits for room for its second element, and gets more; another sender waits. */
    private static ExecutionScenario roomBehindABatch(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("trySend"),
                List.of(List.of("sendMany"), List.of("send"), List.of("receiveMany")));
    }

    /** A batch is taken beside single ones. */
    private static ExecutionScenario takesFromAFullOne(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of(),
                List.of(List.of("receiveList"), List.of("tryReceive", "trySend")));
    }

    /** One looks for the last one while it is closed, and another one takes that. */
    private static ExecutionScenario lastGoesBehindAClose(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("trySend"),
                List.of(List.of("tryReceive"), List.of("close", "receiveMany")));
    }

    /** Two receivers wait, and a batch comes; or it meets one that gives up. */
    private static ExecutionScenario oneCallForTwo(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("receive", "receiveToo"),
                List.of(List.of("sendMany"), List.of("receive"), List.of("receiveMany")));
    }

    /** Two senders wait, or find room, and a batch is taken. */
    private static ExecutionScenario roomForTwo(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("send", "sendToo"),
                List.of(List.of("receiveMany"), List.of("send"), List.of("sendMany")));
    }
}
