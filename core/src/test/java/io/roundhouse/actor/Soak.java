package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.SoakKind.By;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Random graphs of actors and outside threads that send each other numbered tokens, and keep books:
 * nothing is lost, handled twice, out of order between one sender and one receiver, or handled by
 * two threads at once; and the house comes to rest.
 *
 * <p>A round is one house, made by its seed: how many workers and actors, which of them have
 * threads of their own, how large the mailboxes are, who is stopped in the middle, who throws,
 * blocks for a moment, or leaves its thread interrupted. What threads do to it is not the seed's.
 * {@code main} runs rounds for as many seconds as its first argument says.
 *
 * <p>In two rounds of four they are run by whatever may run an actor, some by one kind alone, and
 * have all kinds of mailboxes: see {@link SoakKind}. One of six of those is stepped: all is done by
 * one thread, and does the same when it is done again.
 *
 * <p>In two rounds of three they also ask each other, and threads from outside ask them, which run
 * who is idle on the spot: every question has one answer, and what is attached to it runs beside
 * nothing else of who asked, be that stopped or not. Some of these houses are closed while all that
 * goes on: then what actors have sent is handled all the same.
 */
final class Soak implements Rounds.Round {
    private static final Duration STUCK = Duration.ofSeconds(10);
    private static final int MOST_HOPS = 40;

    interface Node {
        void token(int from, int to, long number, int hops);

        void boxed(Integer from, int to, Long number, int hops);

        int asked(int hops);

        CompletableFuture<Integer> askedForLater(int hops);
    }

    private static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1;

        OnPurpose() {
            super("on purpose", null, false, false);
        }
    }

    private final long seed;
    private final int mostWorkers;
    private final int workers;
    private final int actors;
    private final int threads;
    private final int tokensEach;
    private final boolean rough;

    /** Whether they ask each other, too. */
    private final boolean asks;

    /** Whether some are stopped, and when: when so many tokens have been handled. */
    private final boolean stops;

    private final long stopsAt;

    /** Whether the house is closed while threads from outside still call, and when, likewise. */
    private final boolean closesEarly;

    private final long closesAt;

    /** Whether its actors are of all kinds; else on workers, for the most part. */
    private final boolean allKinds;

    /** Whether one thread does it all, and the same each time. */
    private final boolean stepped;

    /** Whether actors wait for each other's answers, too. */
    private final boolean waits;

    private final SoakBooks books;
    private final List<SoakKind> kinds = new ArrayList<>();
    private final SoakKind.Pools pools = new SoakKind.Pools();
    private final SoakTally tally = new SoakTally();
    private final List<Node> nodes = new ArrayList<>();
    private final AtomicLong handled = new AtomicLong();
    private final SoakAnswers answers = new SoakAnswers();

    /** Who has handled what, in which order; where all is stepped. */
    private long story;

    Soak(long seed, int mostWorkers) {
        SplittableRandom random = new SplittableRandom(seed);
        this.seed = seed;
        this.mostWorkers = mostWorkers;
        this.workers = 1 << random.nextInt(32 - Integer.numberOfLeadingZeros(mostWorkers));
        this.actors = 2 + random.nextInt(random.nextBoolean() ? 6 : 60);
        this.threads = 1 + random.nextInt(4);
        this.tokensEach = 100 + random.nextInt(1_000);
        this.rough = random.nextBoolean();
        this.books = new SoakBooks(actors, threads);
        SplittableRandom more = new SplittableRandom(seed * 31);
        this.asks = seed % 3 != 1;
        boolean mayClose = asks && more.nextInt(3) == 0;
        this.stops = asks && more.nextInt(3) == 0;
        this.stopsAt = more.nextInt(20_000);
        this.closesAt = more.nextInt(20_000);
        this.allKinds = seed % 4 < 2 || SoakKind.isSaid();
        SplittableRandom most = new SplittableRandom(seed * 37);
        boolean maySteps = allKinds && most.nextInt(6) == 0;
        By only = SoakKind.onlyBy();
        this.stepped = only == null ? maySteps : only == By.STEPPED;
        this.closesEarly = mayClose && !stepped; // nobody else could close it
        this.waits = allKinds && asks && most.nextBoolean();
        if (allKinds) {
            kinds.addAll(SoakKind.drawn(actors, most));
        }
    }

    /** Where it does the same each time it is run once more. */
    @Override
    public List<String> run() {
        List<String> all = new ArrayList<>(runOnce());
        if (stepped && all.isEmpty()) {
            Soak again = new Soak(seed, mostWorkers);
            all.addAll(again.runOnce());
            if (again.story != story) {
                all.add("another story the second time");
            }
        }
        return all;
    }

    private List<String> runOnce() {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        Roundhouse house =
                Roundhouse.open(with -> {
                    with.workers(workers).onDeadLetter(this::dead).onFailure(this::failed);
                    if (stepped) {
                        with.stepping(seed);
                    }
                });
        for (int i = 0; i < actors; i++) {
            int place = i;
            SplittableRandom own = random.split();
            int draw = random.nextInt(20);
            int bound = random.nextInt(3) == 0 ? 1 + random.nextInt(16) : 4_096;
            if (!allKinds) {
                By by = draw == 0 ? By.PINNED : draw == 1 ? By.VIRTUAL : By.WORKERS;
                kinds.add(SoakKind.of(draw == 2 && asks ? By.POOL : by, bound));
            }
            nodes.add(
                    house.actor(
                            Node.class,
                            () -> new Member(place, own),
                            with -> kinds.get(place).say(with, pools)));
        }
        if (stepped) {
            runStepped(house, random);
        } else {
            runWithThreads(house, random);
        }
        pools.close();
        return books.wrong();
    }

    /** All in one thread, which others only wait for. */
    private void runStepped(Roundhouse house, SplittableRandom random) {
        Thread all =
                Thread.ofPlatform().daemon().start(guarded("who steps", () -> step(house, random)));
        if (!inTime(() -> join(all))) {
            books.isStuck(List.of(all), nodes); // and nobody can close that house
        }
    }

    private void step(Roundhouse house, SplittableRandom random) {
        List<SplittableRandom> own = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            own.add(random.split());
        }
        boolean stopsOnce = stops;
        for (int i = 0; i < tokensEach; i++) {
            for (int each = 0; each < threads; each++) {
                feedOne(actors + each, i, own.get(each));
                for (int steps = random.nextInt(8); steps > 0; steps--) {
                    house.step();
                }
                answers.giveOne();
            }
            if (stopsOnce && handled.get() >= stopsAt) {
                stopsOnce = false;
                stopSome(house);
            }
        }
        boolean more = true;
        while (more) {
            house.awaitQuiescence(STUCK);
            more = answers.giveOne();
        }
        books.compare("at rest");
        Thread.interrupted(); // a call has left it, perhaps
        house.close(STUCK);
        books.compare("closed");
        compareEnd(stops);
    }

    private void runWithThreads(Roundhouse house, SplittableRandom random) {
        List<Thread> outside = new ArrayList<>();
        Thread gives = Thread.ofPlatform().daemon().start(answers::give);
        for (int i = 0; i < threads; i++) {
            int place = actors + i;
            SplittableRandom own = random.split();
            Runnable body = guarded("thread " + place, () -> feed(place, own));
            outside.add(
                    random.nextInt(3) == 0
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().daemon().start(body));
        }
        boolean stopped = random.nextInt(3) == 0;
        if (stopped) {
            stopSome(house);
        }
        if (stops) {
            awaitHandled(stopsAt, outside);
            stopSome(house);
        }
        if (closesEarly) {
            awaitHandled(closesAt, outside);
            house.close(Duration.ofSeconds(60));
        }
        boolean atRest = true;
        for (Thread each : outside) {
            atRest = atRest && inTime(() -> join(each));
        }
        atRest = atRest && (closesEarly || inTime(() -> answers.rests(house, STUCK)));
        if (!atRest) {
            books.isStuck(outside, nodes);
        } else {
            books.compare("at rest");
        }
        house.close(atRest ? STUCK : Duration.ofSeconds(1));
        answers.isOver();
        join(gives);
        if (atRest) {
            books.compare("closed"); // what was wrong at rest and is right now came late
            compareEnd(stopped || stops);
        }
    }

    private Runnable guarded(String who, Runnable body) {
        return () -> {
            try {
                body.run();
            } catch (Throwable e) {
                books.isWrong(who + " ended with ", e);
            }
        };
    }

    /** Until so many tokens have been handled, or no more are to come, or nobody goes on. */
    private void awaitHandled(long tokens, List<Thread> outside) {
        boolean goesOn = true;
        while (goesOn) {
            long before = handled.get();
            long end = System.nanoTime() + STUCK.toNanos();
            Until.isTrue(() -> isHandled(tokens, outside) || System.nanoTime() - end > 0);
            goesOn = !isHandled(tokens, outside) && handled.get() != before;
        }
    }

    private boolean isHandled(long tokens, List<Thread> outside) {
        return handled.get() >= tokens || outside.stream().noneMatch(Thread::isAlive);
    }

    private void stopSome(Roundhouse house) {
        for (int i = 0; i < actors; i += 3) {
            house.stop(nodes.get(i));
        }
        Thread.interrupted(); // left by a call that was run here
    }

    /** Once the house is closed. */
    private void compareEnd(boolean stopped) {
        answers.compare(books);
        if (!stopped) {
            books.compareDead(closesEarly ? actors : actors + threads);
        }
    }

    /** However slow the machine is: stuck is who has handled nothing for that long. */
    private boolean inTime(BooleanSupplier step) {
        long before;
        do {
            before = handled.get();
            if (step.getAsBoolean()) {
                return true;
            }
        } while (handled.get() != before);
        return false;
    }

    private static boolean join(Thread thread) {
        Thread.interrupted(); // likewise
        try {
            return thread.join(STUCK);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void feed(int place, SplittableRandom random) {
        for (int i = 0; i < tokensEach; i++) {
            try {
                feedOne(place, i, random);
            } catch (HouseClosedException e) {
                if (!closesEarly) {
                    books.isWrong("a call was refused though nobody closes the house");
                }
                return; // as it was refused it is not sent: see send
            }
            if (random.nextInt(64) == 0) {
                Thread.yield();
            }
        }
    }

    private void feedOne(int place, int i, SplittableRandom random) {
        int to = random.nextInt(actors);
        int hops = random.nextInt(MOST_HOPS);
        if (allKinds) {
            Thread.interrupted(); // left by a call that was run here
        }
        if (asks && i % 4 == 0) {
            askAndWait(place, to, hops);
        } else {
            send(place, to, hops, random.nextBoolean());
        }
    }

    /** Who is asked answers what it is asked. */
    private void askAndWait(int from, int to, int hops) {
        try {
            int answer = nodes.get(to).asked(hops);
            if (answer != hops) {
                books.isWrong(from + " has asked " + to + " for " + hops + ", and got " + answer);
            }
        } catch (ActorStoppedException e) {
            // it was asked
        } catch (AskCycleException | WaitInterruptedException e) {
            mayNotWait(from, e);
        }
    }

    /** Who is not to wait does not; where a wait is in vain it has not been sent. */
    private void send(int from, int to, int hops, boolean boxed) {
        boolean waits = kinds.get(to).isRendezvous();
        if (waits && from < actors && !kinds.get(from).mayWait()) {
            return;
        }
        try {
            long number = books.next(from, to);
            if (boxed) {
                nodes.get(to).boxed(from, to, number, hops);
            } else {
                nodes.get(to).token(from, to, number, hops);
            }
            books.isSent(from, to); // behind it: what was refused was not sent
        } catch (ActorStoppedException e) {
            if (!waits) {
                throw e;
            }
            books.isSent(from, to); // it is a dead letter, and its sender has been told, too
        } catch (AskCycleException e) {
            if (!waits) {
                throw e;
            }
            mayNotWait(from, e);
        } catch (WaitInterruptedException e) {
            mayNotWait(from, e);
        }
    }

    /**
     * There may be a circle where an actor waits; and an interrupt where what a call leaves is for
     * the thread on which it ran, which is that of who waits.
     */
    private void mayNotWait(int from, RuntimeException why) {
        boolean isActor = from < actors;
        boolean may =
                why instanceof AskCycleException
                        ? isActor
                        : rough
                                && allKinds
                                && (stepped || !isActor || kinds.get(from).by().isExecutor());
        if (!may) {
            throw why;
        }
    }

    private void dead(Invocation call) {
        List<?> arguments = call.arguments();
        if (arguments.size() == 1) {
            return; // a question: who has asked is told
        }
        int from = (Integer) arguments.get(0);
        int to = (Integer) arguments.get(1);
        books.isDead(from, to, (Long) arguments.get(2));
    }

    private void failed(Invocation call, Throwable thrown) {
        if (!(thrown instanceof OnPurpose)) {
            books.isWrong(call + " failed: ", thrown);
        }
    }

    private final class Member implements Node {
        private final int place;
        private final SoakKind kind;
        private final SplittableRandom random;

        Member(int place, SplittableRandom random) {
            this.place = place;
            this.kind = kinds.get(place);
            this.random = random;
        }

        @Override
        public void boxed(Integer from, int to, Long number, int hops) {
            token(from, to, number, hops);
        }

        @Override
        public void token(int from, int to, long number, int hops) {
            if (to != place) {
                books.isWrong("a call to " + to + " came to " + place);
                return;
            }
            books.enter(place);
            try {
                books.receive(from, to, number);
                isHandled(hops);
                handle(hops);
            } finally {
                books.leave(place);
            }
        }

        @Override
        public int asked(int hops) {
            books.enter(place);
            try {
                isHandled(hops);
                if (hops > 0) {
                    send(place, random.nextInt(actors), hops - 1, true);
                }
                return hops;
            } finally {
                books.leave(place);
            }
        }

        @Override
        public CompletableFuture<Integer> askedForLater(int hops) {
            books.enter(place);
            try {
                CompletableFuture<Integer> later = new CompletableFuture<>();
                if (closesEarly || random.nextBoolean()) { // else who owes it is stopped then
                    later.complete(hops);
                } else {
                    answers.owes(later);
                }
                return later;
            } finally {
                books.leave(place);
            }
        }

        private void isHandled(int hops) {
            handled.getAndIncrement();
            tally.isHandled(stepped ? kind.stepped() : kind);
            if (stepped) {
                story = story * 31 + place * 13L + hops;
            }
        }

        private @Nullable CompletableFuture<Integer> question(int to, int hops) {
            try {
                return nodes.get(to).askedForLater(hops);
            } catch (ActorStoppedException e) {
                if (!kinds.get(to).isRendezvous()) {
                    throw e;
                }
            } catch (AskCycleException | WaitInterruptedException e) {
                if (!kinds.get(to).isRendezvous()) {
                    throw e;
                }
                mayNotWait(place, e);
            }
            return null; // it was not taken
        }

        private void ask(int hops) {
            int to = random.nextInt(actors);
            if (kinds.get(to).isRendezvous() && !kind.mayWait()) {
                return;
            }
            CompletableFuture<Integer> answer = question(to, hops);
            if (answer == null) {
                return;
            }
            answers.isAsked();
            var _ =
                    answer.whenComplete((_, _) -> {
                        books.enter(place);
                        try {
                            answers.isAnswered();
                            if (hops > 0) {
                                send(place, random.nextInt(actors), hops - 1, false);
                            }
                        } finally {
                            books.leave(place);
                        }
                    });
        }

        private void handle(int hops) {
            int how = random.nextInt(5);
            if (hops > 0) {
                for (int i = how == 0 ? 0 : how == 1 ? 2 : 1; i > 0; i--) {
                    send(place, random.nextInt(actors), hops - 1, random.nextBoolean());
                }
            }
            if (asks && random.nextInt(16) == 0) {
                ask(hops);
            }
            if (waits && kind.mayWait() && random.nextInt(32) == 0) {
                askAndWait(place, random.nextInt(actors), hops);
            }
            if (rough) {
                roughly(random.nextInt(seed % 2 == 0 ? 2_000 : 100));
            }
        }

        private void roughly(int what) {
            switch (what) {
                case 0 -> throw new OnPurpose();
                case 1 -> Thread.currentThread().interrupt();
                case 2 -> LockSupport.parkNanos(100_000);
                case 3, 4, 5, 6 -> Thread.yield();
                case 7, 8, 9 -> {
                    for (int i = 0; i < 5_000; i++) {
                        Thread.onSpinWait();
                    }
                }
                default -> {}
            }
        }
    }

    @Override
    public SoakTally tally() {
        return tally;
    }

    @Override
    public String toString() {
        return "round "
                + seed
                + ": "
                + workers
                + " workers, "
                + actors
                + " actors, "
                + threads
                + " threads"
                + (rough ? ", rough" : "")
                + (asks ? ", asking" : "")
                + (waits ? ", waiting" : "")
                + (allKinds ? ", all kinds" : "")
                + (stepped ? ", stepped" : "")
                + (closesEarly ? ", closed early" : "");
    }

    /** Seconds, the most workers, the first seed. */
    public static void main(String[] arguments) {
        Rounds.main("Soak", Soak::new, arguments);
    }
}
