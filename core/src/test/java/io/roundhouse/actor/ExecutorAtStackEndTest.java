package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import io.roundhouse.StackEnd;
import io.roundhouse.channel.Select;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who waits may have the other actor run on top of its own call, at the very end of the stack:
 * where its executor runs things on the spot, or where both share an executor. A turn that is cut
 * short there loses nothing: what was offered by a select, or called, is handled, once. In a JVM of
 * its own that compiles nothing: there every access is some calls deep.
 */
final class ExecutorAtStackEndTest {
    private static final int LEVELS = 400;

    @ParameterizedTest
    @ValueSource(strings = {"on the spot", "shared"})
    @Timeout(120)
    void whatWasOfferedOrCalledIsHandledThoughTheTurnWasCutShort(String what) throws Exception {
        StackEnd.assertGoesOn(100, ExecutorAtStackEndTest.class, what);
    }

    /** Argument: how the executor runs things. */
    public static void main(String[] arguments) throws InterruptedException {
        boolean shares = arguments[0].equals("shared");
        StackEnd.run(end -> new Trials(end, shares).run());
    }

    private static final class Trials {
        private final Deque<Runnable> toRun = new ConcurrentLinkedDeque<>();
        private final Executor executor;
        private final Roundhouse house = Roundhouse.open(with -> with.workers(1));
        private final AtomicInteger handled = new AtomicInteger();
        private final AtomicInteger chosen = new AtomicInteger();

        private final IntConsumer taker;
        private final Runnable asker;
        private final StackEnd end;
        private final boolean shares;
        private Runnable asks = () -> {};

        Trials(StackEnd end, boolean shares) {
            this.end = end;
            this.shares = shares;
            executor = shares ? toRun::add : Runnable::run;
            taker =
                    house.actor(
                            IntConsumer.class,
                            () -> _ -> handled.incrementAndGet(),
                            with -> with.rendezvous().on(executor));
            asker = house.actor(Runnable.class, () -> () -> asks.run(), with -> with.on(executor));
        }

        void run() throws InterruptedException {
            trial(Integer.MIN_VALUE, 0); // whatever is done only once
            end.atEachOf(LEVELS, this::trial);
            house.close();
        }

        private boolean trial(int level, int shift) throws InterruptedException {
            handled.set(0);
            chosen.set(0);
            boolean cut = shares ? helpsBesideAnOffer(level, shift) : offersItself(level, shift);
            house.awaitQuiescence();
            check(level, cut);
            return cut;
        }

        /** The select runs the actor on its own stack, to which it offers its call. */
        private boolean offersItself(int level, int shift) throws InterruptedException {
            boolean cut = end.isCut(level, shift, this::select);
            taker.accept(2); // comes again
            return cut;
        }

        /** Who waits for the actor runs it, which has been offered a call by somebody else. */
        private boolean helpsBesideAnOffer(int level, int shift) {
            Thread selects = Thread.ofPlatform().daemon().start(this::selectIn);
            while (toRun.isEmpty()) {
                Thread.onSpinWait();
            }
            boolean[] cut = new boolean[1];
            asks = () -> cut[0] = isCut(level, shift, () -> taker.accept(3));
            asker.run();
            toRun.removeLast().run(); // it, and not the other one
            Thread comesAgain = Thread.ofPlatform().daemon().start(() -> taker.accept(2));
            while (selects.isAlive() || comesAgain.isAlive() || !toRun.isEmpty()) {
                Runnable next = toRun.poll(); // also what they have left when they end
                if (next != null) {
                    next.run();
                }
            }
            return cut[0];
        }

        private void select() throws InterruptedException {
            Select.of(Select.whenAccepted(() -> taker.accept(1), chosen::incrementAndGet)).await();
        }

        private void selectIn() {
            try {
                select();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** In a call of an actor. */
        private boolean isCut(int level, int shift, StackEnd.Call call) {
            try {
                return end.isCut(level, shift, call);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** The one who was cut short may have been handled, or not. */
        private void check(int level, boolean cut) {
            int sure = 1 + (shares ? 1 : 0);
            int most = sure + 1;
            int least = cut ? sure : most;
            boolean isRight = handled.get() >= least && handled.get() <= most;
            isRight &= shares ? chosen.get() == 1 : cut || chosen.get() == 1;
            if (!isRight) {
                throw new AssertionError(
                        "at " + level + ": chosen " + chosen + ", handled " + handled);
            }
        }
    }
}
