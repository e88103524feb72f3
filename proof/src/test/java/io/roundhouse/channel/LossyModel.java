package io.roundhouse.channel;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.proof.Scenario;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Consumer;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Channels that lose elements are linearizable, and what a send drops is part of what it does: see
 * {@link Linearizable}. A wait is two operations, as in {@link BufferModel}; nobody waits to send.
 *
 * <p>Checked where everything is over: nobody who could go on is still asleep, unless one that was
 * called before has not come yet; and when what is left has been canceled, each element that was
 * accepted has been received or handed to the hook, once ({@link Ledger}), though the hook throws
 * at some of them.
 *
 * <p>Twins that are caught: see {@link HastyStore.Flaw}.
 */
final class LossyModel {
    /** The hook throws at that. */
    private static final int HATED = 3;

    /** Two of them have the same key. */
    private static final int KEYS = 2;

    /** Two receivers that wait, each in steps, and others who do not. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public abstract static class Losing {
        private final Ledger ledger = new Ledger();
        private final StoringChannel<Integer> channel;
        private final Waiter[] receivers = new Waiter[2];

        Losing(int filled) {
            channel = (StoringChannel<Integer>) make(this::hook);
            for (int each = 1; each <= filled; each++) {
                channel.trySend(each);
                ledger.accepted(each);
            }
            for (int who = 0; who < receivers.length; who++) {
                receivers[who] = new Waiter(channel, false, 0);
            }
        }

        abstract Channel<Integer> make(Consumer<Integer> hook);

        private void hook(int element) {
            ledger.told(element);
            if (element == HATED) {
                throw new IllegalStateException("hates " + element);
            }
        }

        /** Never waits. */
        @Operation
        public String send() throws InterruptedException {
            try {
                channel.send(9);
                return sent(9, "sent");
            } catch (ChannelClosedException e) {
                return "closed";
            } catch (IllegalStateException e) {
                return sent(9, "thrown");
            }
        }

        @Operation
        public String trySend(@Param(name = "element") int element) {
            try {
                return sent(element, channel.trySend(element) ? "sent" : "refused");
            } catch (ChannelClosedException e) {
                return "closed";
            } catch (IllegalStateException e) {
                return sent(element, "thrown");
            }
        }

        private String sent(int element, String how) {
            ledger.accepted(element);
            return how + ledger.toldByMe();
        }

        @Operation
        public String tryReceive() {
            try {
                return received("" + channel.tryReceive());
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public String receiveInterrupted() {
            Thread.currentThread().interrupt();
            try {
                return received("" + channel.receive(Long.MAX_VALUE));
            } catch (InterruptedException e) {
                return "null";
            } finally {
                Thread.interrupted();
            }
        }

        @Operation(nonParallelGroup = "receiver")
        public String receive() {
            return received(receivers[0].come());
        }

        @Operation(nonParallelGroup = "receiver")
        public String giveUpReceiving() {
            return received(receivers[0].giveUp());
        }

        @Operation(nonParallelGroup = "other receiver")
        public String receiveToo() {
            return received(receivers[1].come());
        }

        private String received(String result) {
            if (Character.isDigit(result.charAt(0))) {
                ledger.received(Integer.parseInt(result));
            }
            return result;
        }

        @Operation
        public void close() {
            channel.close();
        }

        /** When all is over. */
        @Validate
        public void nobodySleepsAndNothingIsLost() {
            Waiter one = receivers[0];
            Waiter other = receivers[1];
            boolean called = one.isCalled() || other.isCalled();
            if ((one.waits() || other.waits()) && !called && channel.isReady(false)) {
                throw new IllegalStateException("a receiver sleeps on");
            }
            try {
                channel.cancel();
            } catch (IllegalStateException e) {
                // of the hook, which has been told of all
            }
            ledger.mustBeEven(channel.undelivered());
        }
    }

    /** The newest. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class Latest extends Losing {
        public Latest() {
            super(0);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).latest();
        }
    }

    /** The newest of each of two keys. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class LatestPerKey extends Losing {
        public LatestPerKey() {
            super(2);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).latestPerKey(each -> each % KEYS);
        }
    }

    /** Of 2, with one in it. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class OldestOfTwo extends Losing {
        public OldestOfTwo() {
            super(1);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).droppingOldest(2);
        }
    }

    /** Of 10, with room for one. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class OldestOfTen extends Losing {
        public OldestOfTen() {
            super(9);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).droppingOldest(10);
        }
    }

    /** Of 1. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class NewestOfOne extends Losing {
        public NewestOfOne() {
            super(0);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).droppingNewest(1);
        }
    }

    /** Of 2, with one in it. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class NewestOfTwo extends Losing {
        public NewestOfTwo() {
            super(1);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).droppingNewest(2);
        }
    }

    /** Of 10, with room for one. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class NewestOfTen extends Losing {
        public NewestOfTen() {
            super(9);
        }

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return Channel.<Integer>builder().undelivered(hook).droppingNewest(10);
        }
    }

    /** The twin, full: it drops the oldest of two. */
    public abstract static class Twin extends Losing {
        Twin() {
            super(2);
        }

        abstract HastyStore.Flaw flaw();

        @Override
        Channel<Integer> make(Consumer<Integer> hook) {
            return new StoringChannel<>(null, "c", hook, new HastyStore<>(2, true, flaw()));
        }
    }

    /** See {@link HastyStore.Flaw}. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class WithoutFlaw extends Twin {
        @Override
        HastyStore.Flaw flaw() {
            return HastyStore.Flaw.NONE;
        }
    }

    /** See {@link HastyStore.Flaw}. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class DropsWhereThereIsRoom extends Twin {
        @Override
        HastyStore.Flaw flaw() {
            return HastyStore.Flaw.DROPS_WHERE_THERE_IS_ROOM;
        }
    }

    /** See {@link HastyStore.Flaw}. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class TellsOfWhatIsTaken extends Twin {
        @Override
        HastyStore.Flaw flaw() {
            return HastyStore.Flaw.TELLS_OF_WHAT_IS_TAKEN;
        }
    }

    /** See {@link HastyStore.Flaw}. */
    @Param(name = "element", gen = IntGen.class, conf = "1:4")
    public static class PutsLater extends Twin {
        @Override
        HastyStore.Flaw flaw() {
            return HastyStore.Flaw.PUTS_LATER;
        }
    }

    /** A list that loses elements, where some wait. */
    public abstract static class Lost {
        final LinkedList<Integer> list = new LinkedList<>();
        private boolean waits;
        private boolean closed;

        Lost(int filled) {
            for (int each = 1; each <= filled; each++) {
                list.add(each);
            }
        }

        /** Returns what has to go; null if nothing has. */
        abstract @Nullable Integer put(Integer element);

        public String send() {
            return trySend(9);
        }

        public String trySend(int element) {
            if (closed) {
                return "closed";
            }
            Integer loser = put(element);
            if (loser == null) {
                return "sent";
            }
            return (loser == HATED ? "thrown" : "sent") + ", [" + loser + "] dropped";
        }

        public String tryReceive() {
            return list.isEmpty() && closed ? "closed" : receiveInterrupted();
        }

        public String receiveInterrupted() {
            return "" + list.pollFirst();
        }

        public String receive() {
            String result = receiveToo();
            waits = result.equals(Waiter.WAITS);
            return result;
        }

        public String receiveToo() {
            return list.isEmpty() ? closed ? "closed" : Waiter.WAITS : "" + list.pollFirst();
        }

        public String giveUpReceiving() {
            if (!waits) {
                return "none";
            }
            waits = false;
            String result = receiveToo();
            return result.equals(Waiter.WAITS) ? "gave up" : result;
        }

        public void close() {
            closed = true;
        }
    }

    /** Makes room. */
    public abstract static class OldestLost extends Lost {
        private final int capacity;

        OldestLost(int capacity, int filled) {
            super(filled);
            this.capacity = capacity;
        }

        @Override
        @Nullable Integer put(Integer element) {
            list.add(element);
            return list.size() > capacity ? list.removeFirst() : null;
        }
    }

    /** Keeps what it has. */
    public abstract static class NewestLost extends Lost {
        private final int capacity;

        NewestLost(int capacity, int filled) {
            super(filled);
            this.capacity = capacity;
        }

        @Override
        @Nullable Integer put(Integer element) {
            return list.size() < capacity && list.add(element) ? null : element;
        }
    }

    public static class LostByKey extends Lost {
        public LostByKey() {
            super(2);
        }

        @Override
        @Nullable Integer put(Integer element) {
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) % KEYS == element % KEYS) {
                    return list.set(i, element);
                }
            }
            list.add(element);
            return null;
        }
    }

    public static class LostButTheLatest extends OldestLost {
        public LostButTheLatest() {
            super(1, 0);
        }
    }

    public static class OldestLostOfTwo extends OldestLost {
        public OldestLostOfTwo() {
            super(2, 1);
        }
    }

    public static class OldestLostOfTwoFull extends OldestLost {
        public OldestLostOfTwoFull() {
            super(2, 2);
        }
    }

    public static class OldestLostOfTen extends OldestLost {
        public OldestLostOfTen() {
            super(10, 9);
        }
    }

    public static class NewestLostOfOne extends NewestLost {
        public NewestLostOfOne() {
            super(1, 0);
        }
    }

    public static class NewestLostOfTwo extends NewestLost {
        public NewestLostOfTwo() {
            super(2, 1);
        }
    }

    public static class NewestLostOfTen extends NewestLost {
        public NewestLostOfTen() {
            super(10, 9);
        }
    }

    @Test
    void theLatestIsLinearizable() {
        holds(
                Latest.class,
                LostButTheLatest.class,
                lastGoesBehindAClose(Latest.class),
                sendsWhileTwoWait(Latest.class));
    }

    @Test
    void theLatestPerKeyIsLinearizable() {
        holds(LatestPerKey.class, LostByKey.class, sendsWhileOneReceives(LatestPerKey.class));
    }

    @Test
    void twoThatDropTheOldestAreLinearizable() {
        holds(OldestOfTwo.class, OldestLostOfTwo.class, sendsWhileOneReceives(OldestOfTwo.class));
    }

    @Test
    void tenThatDropTheOldestAreLinearizable() {
        holdsAtLength(OldestOfTen.class, OldestLostOfTen.class);
    }

    @Test
    void oneThatDropsTheNewestIsLinearizable() {
        holds(NewestOfOne.class, NewestLostOfOne.class, sendsWhileOneReceives(NewestOfOne.class));
    }

    @Test
    void twoThatDropTheNewestAreLinearizable() {
        holdsAtLength(
                NewestOfTwo.class, NewestLostOfTwo.class, sendsWhileOneReceives(NewestOfTwo.class));
    }

    @Test
    void tenThatDropTheNewestAreLinearizable() {
        holdsAtLength(NewestOfTen.class, NewestLostOfTen.class);
    }

    @Test
    void theTwinWithoutAFlawPasses() {
        holds(
                WithoutFlaw.class,
                OldestLostOfTwoFull.class,
                sendsWhileOneReceives(WithoutFlaw.class));
    }

    @Test
    void whoDropsWhereThereIsRoomIsCaught() {
        isCaught(DropsWhereThereIsRoom.class);
    }

    @Test
    void whoTellsOfWhatIsTakenIsCaught() {
        isCaught(TellsOfWhatIsTaken.class);
    }

    @Test
    void whoPutsLaterIsCaught() {
        isCaught(PutsLater.class);
    }

    private static ModelCheckingOptions modelChecking(Class<?> specification) {
        return Linearizable.modelChecking(specification, 3)
                .iterations(TIMES)
                .invocationsPerIteration(25)
                .actorsAfter(0)
                .addGuarantee(forClasses(Ledger.class.getName()).allMethods().ignore());
    }

    /** Where another capacity has the same code: in long runs only. */
    private static void holdsAtLength(
            Class<? extends Losing> operations,
            Class<? extends Lost> list,
            ExecutionScenario... scenarios) {
        assumeTrue(TIMES > 1);
        holds(operations, list, scenarios);
    }

    private static void holds(
            Class<? extends Losing> operations,
            Class<? extends Lost> list,
            ExecutionScenario... scenarios) {
        ModelCheckingOptions options = modelChecking(list);
        for (ExecutionScenario each : scenarios) {
            options.addCustomScenario(each);
        }
        options.check(operations);
    }

    private static void isCaught(Class<? extends Twin> flawed) {
        assertThatThrownBy(() ->
                        modelChecking(OldestLostOfTwoFull.class)
                                .iterations(0)
                                .invocationsPerIteration(1_000)
                                .addCustomScenario(sendsWhileOneReceives(flawed))
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ExecutionScenario sendsWhileOneReceives(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of(),
                List.of(List.of("send", "send"), List.of("tryReceive", "tryReceive")));
    }

    /** One looks for the last one while it is closed, and another one takes that. */
    private static ExecutionScenario lastGoesBehindAClose(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("send"),
                List.of(List.of("tryReceive"), List.of("close", "receiveInterrupted")));
    }

    private static ExecutionScenario sendsWhileTwoWait(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("receive", "receiveToo"),
                List.of(List.of("send", "send"), List.of("receive"), List.of("send")));
    }
}
