package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkersTest {
    /** As when there is no memory for what a turn needs. */
    @Test
    void aWorkerOutlivesATurnThatThrows() throws InterruptedException {
        Workers workers = new Workers(1, "outlives-", () -> {});
        workers.start();
        workers.threads().get(0).setUncaughtExceptionHandler((_, _) -> {});
        Failing task = new Failing();
        workers.mailed(task, Caller.current());
        assertThat(task.done.await(20, TimeUnit.SECONDS)).isTrue();
        workers.end();
        workers.threads().get(0).join();
        assertThat(task.turns).hasValue(2);
        assertThat(task.isIdle()).isTrue();
    }

    @Test
    void aWorkerThatFindsNoMemoryToSleepWithLooksAgain() throws InterruptedException {
        Workers workers = new Workers(1, "looks-", () -> {}); // never started
        Failing task = new Failing();
        Caller outside = Caller.current();
        ScarceWaiter scarce =
                new ScarceWaiter() {
                    @Override
                    void tried(int number, Wait wait) {
                        if (number == 3) { // it finds what to run, and then there is no memory
                            workers.mailed(task, outside);
                            assertThat(wait.met()).isTrue();
                        } else if (number == 4) {
                            workers.end();
                        }
                    }
                };
        Worker worker = new Worker(workers, 0, 1, "looks", scarce, 0, false);
        worker.setUncaughtExceptionHandler((_, _) -> {});
        worker.start();
        worker.join();
        assertThat(scarce.tries.get()).isGreaterThan(3);
        assertThat(task.turns).hasValue(2);
        assertThat(task.isIdle()).isTrue();
    }

    /** They are still there for whom they were handed over by. */
    @Test
    void callsThatThereIsNoMemoryToTakeAreNotTaken() {
        AtomicLong now = new AtomicLong();
        Workers workers = new Workers(2, "takes-", () -> {}, () -> now.addAndGet(10_000));
        Worker sends = (Worker) workers.threads().get(0);
        ScarceWaiter looks =
                new ScarceWaiter() {
                    @Override
                    void tried(int number, Wait wait) {
                        for (int i = 0;
                                i < 10;
                                i++) { // what was handed over is to be there for long
                            assertThat(wait.met()).isFalse();
                        }
                    }
                };
        Worker takes = (Worker) workers.threads().get(1);
        AtomicInteger claims = new AtomicInteger();
        WithoutMail task =
                new WithoutMail() {
                    @Override
                    protected boolean hasMail() {
                        return false;
                    }

                    @Override
                    protected long sent() {
                        claims.incrementAndGet();
                        throw new OutOfMemoryError("on purpose");
                    }

                    @Override
                    public int turn(Caller me) {
                        return DONE;
                    }
                };
        sends.caller.forRow(1);
        assertThat(sends.hand(task)).isTrue();
        Search search = new Search(workers, takes, looks, 2);

        assertThat(search.rest(new Lookouts(workers, takes))).isNull();

        assertThat(claims).hasValue(1);
        assertThat(task.isIdle()).isTrue();
        assertThat(sends.isHanded(sends.slot())).isTrue();
        assertThat(search.found.calls.count).isZero();
    }

    @Test
    void aWorkerGoesOnThoughThereIsNoMemoryToTellThatItRests() throws InterruptedException {
        Workers workers =
                new Workers(
                        1,
                        "tells-",
                        () -> {
                            throw new OutOfMemoryError("on purpose");
                        });
        workers.start();
        Failing task = new Failing();
        workers.threads().get(0).setUncaughtExceptionHandler((_, _) -> {});
        workers.mailed(task, Caller.current());
        assertThat(task.done.await(20, TimeUnit.SECONDS)).isTrue();
        workers.end();
        workers.threads().get(0).join();
        assertThat(task.turns).hasValue(2);
    }

    /** Who brought it has found its task running, left it to its runner, and come to rest. */
    @Test
    void aWorkerThatBecomesTheSoloistBehindATurnHandlesMailThatCameInIt() {
        Game game = new Game();
        Player third = new Player(game);
        game.play(
                turn -> turn == Game.LOOKS_AROUND ? third : game.oneAndTheOther(turn),
                player -> {
                    if (player == third) {
                        player.isLate = true;
                        game.second.rests(true);
                    }
                });
        assertThat(third.wasLate).isTrue();
    }

    /** Who brought it has found its task claimed, left it to its runner, and come to rest. */
    @Test
    void aWorkerThatBecomesTheSoloistBehindAClaimHandlesMailThatCameInBetween() {
        Game game = new Game();
        game.second.rests(true);
        List<Player> all = new ArrayList<>();
        game.play(
                _ -> {
                    Player next = new Player(game);
                    next.getsMailWhenClaimed = true;
                    all.add(next);
                    return next;
                },
                _ -> {});
        assertThat(all).filteredOn(player -> player.isLate).isEmpty();
        assertThat(all).filteredOn(player -> player.wasLate).isNotEmpty();
    }

    /** As an actor does that an executor runs on the spot, when whoever it rests for is let go. */
    @Test
    void callsThatWereTakenAreFoundThoughTheirPlaceIsEnlargedBeforeTheirTurn() {
        Game game = new Game();
        game.second.rests(true);
        game.enlargesBehind = 2 * Game.LOOKS_AROUND;
        game.play(game::oneAndTheOther, _ -> {});
        assertThat(game.first.caller.each).isEqualTo(16);
        assertThat(game.wrong).isZero();
    }

    /** Players hand a call over to each other, on a worker that the test itself runs. */
    private static final class Game {
        /** The turn behind which a worker looks around that has handed a call over in each. */
        static final int LOOKS_AROUND = 128;

        private static final int TURNS = 1_000;

        final Workers workers = new Workers(2, "game-", () -> {}); // never started
        final Worker first = (Worker) workers.threads().get(0);
        final Worker second = (Worker) workers.threads().get(1);
        final Player one = new Player(this);
        final Player other = new Player(this);
        private IntFunction<Player> order = this::oneAndTheOther;
        private Consumer<Player> inTurn = _ -> {};
        private int turn;

        /** Behind this turn the place for calls is enlarged; 0 for never. */
        private int enlargesBehind;

        /** Turns that came with another call than was handed over. */
        private int wrong;

        Player oneAndTheOther(int turn) {
            return turn % 2 == 1 ? one : other;
        }

        /** So they do, and {@code inTurn} happens besides, until the last turn. */
        void play(IntFunction<Player> order, Consumer<Player> inTurn) {
            this.order = order;
            this.inTurn = inTurn;
            Player begins = order.apply(1);
            begins.append(Caller.current(), new long[0], new Object[0], 0);
            first.run();
            assertThat(turn).isEqualTo(TURNS);
        }

        void hasTurnWith(Player player, Caller me, long call) {
            wrong += call == turn ? 0 : 1;
            hasTurn(player, me);
        }

        void hasTurn(Player player, Caller me) {
            turn++;
            if (turn == TURNS) {
                workers.end();
            } else {
                me.longs[me.first] = turn;
                assertThat(first.hand(order.apply(turn + 1))).isTrue();
            }
            inTurn.accept(player);
        }
    }

    private static final class Player extends WithoutMail {
        private final Game game;
        private boolean isSent;
        private boolean isLate;
        private boolean wasLate;
        private boolean getsMailWhenClaimed;

        Player(Game game) {
            this.game = game;
        }

        @Override
        protected boolean hasMail() {
            boolean is = isSent || isLate;
            if (getsMailWhenClaimed && !isIdle()) { // behind the look, and before the turn
                getsMailWhenClaimed = false;
                isLate = true;
            }
            return is;
        }

        @Override
        protected boolean isPlain() {
            return !isSent && !isLate;
        }

        @Override
        protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
            isSent = true;
            game.workers.mailed(this, me);
        }

        @Override
        public int turn(Caller me) {
            wasLate |= isLate;
            isLate = false;
            if (isSent) {
                isSent = false;
                game.hasTurn(this, me);
            }
            return DONE;
        }

        @Override
        protected int turn(Caller me, HandedCalls calls) {
            game.hasTurnWith(this, me, calls.longs[calls.first]);
            return isLate ? MORE : DONE;
        }

        @Override
        protected int turnWith(Caller me, int first, int count) {
            game.hasTurnWith(this, me, me.longs[first]);
            return me.leavesNothing() ? PLAINLY_DONE : DONE;
        }

        @Override
        protected boolean isWaitedFor() {
            return game.enlargesBehind != 0;
        }

        @Override
        protected void released() {
            Caller me = game.first.caller;
            if (game.enlargesBehind != 0 && game.turn == game.enlargesBehind) {
                me.forRow(me.each + 1);
            }
        }
    }

    static final class Failing extends WithoutMail {
        final AtomicInteger turns = new AtomicInteger();
        final CountDownLatch done = new CountDownLatch(1);

        @Override
        protected boolean hasMail() {
            return turns.get() < 2;
        }

        @Override
        public int turn(Caller me) {
            if (turns.incrementAndGet() == 1) {
                throw new OutOfMemoryError("on purpose");
            }
            done.countDown();
            return DONE;
        }
    }

    abstract static class WithoutMail extends Task {
        @Override
        protected long sent() {
            return 0;
        }

        @Override
        protected boolean isBefore(long end) {
            return false;
        }

        @Override
        protected int turn(Caller me, HandedCalls calls) {
            throw new AssertionError();
        }

        @Override
        protected int turnWith(Caller me, int first, int count) {
            throw new AssertionError();
        }

        @Override
        protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
            throw new AssertionError();
        }
    }
}
