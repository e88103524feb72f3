package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

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
 * <p>In two rounds of three they also ask each other, and threads from outside ask them, which run
 * who is idle on the spot: every question has one answer, and what is attached to it runs beside
 * nothing else of who asked, be that stopped or not. Some of these houses are closed while all that
 * goes on: then what actors have sent is handled all the same.
 */
final class Soak implements Rounds.Round {
    private static final Duration STUCK = Duration.ofSeconds(10);
    private static final int MOST_HOPS = 40;
    private static final Executor POOL =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

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

    /** By receiver and sender: the number that comes next. The receiver's runner only. */
    private final long[][] received;

    /** By sender and receiver: the number that comes next. The sender only. */
    private final long[][] sent;

    /** Dead letters and the sum of their numbers, by receiver and sender: in no order. */
    private final AtomicLongArray[] dead;

    private final AtomicLongArray[] deadNumbers;

    /** How many run a receiver. */
    private final AtomicInteger[] inside;

    private final List<Node> nodes = new ArrayList<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong questions = new AtomicLong();
    private final AtomicLong answers = new AtomicLong();
    private final Queue<CompletableFuture<Integer>> owed = new ConcurrentLinkedQueue<>();
    private final AtomicLong everOwed = new AtomicLong();
    private final AtomicLong given = new AtomicLong();
    private volatile boolean over;

    Soak(long seed, int mostWorkers) {
        SplittableRandom random = new SplittableRandom(seed);
        this.seed = seed;
        this.workers = 1 << random.nextInt(32 - Integer.numberOfLeadingZeros(mostWorkers));
        this.actors = 2 + random.nextInt(random.nextBoolean() ? 6 : 60);
        this.threads = 1 + random.nextInt(4);
        this.tokensEach = 100 + random.nextInt(1_000);
        this.rough = random.nextBoolean();
        this.received = new long[actors][actors + threads];
        this.sent = new long[actors + threads][actors];
        this.dead = new AtomicLongArray[actors];
        this.deadNumbers = new AtomicLongArray[actors];
        this.inside = new AtomicInteger[actors];
        for (int i = 0; i < actors; i++) {
            dead[i] = new AtomicLongArray(actors + threads);
            deadNumbers[i] = new AtomicLongArray(actors + threads);
            inside[i] = new AtomicInteger();
        }
        SplittableRandom more = new SplittableRandom(seed * 31);
        this.asks = seed % 3 != 1;
        this.closesEarly = asks && more.nextInt(3) == 0;
        this.stops = asks && more.nextInt(3) == 0;
        this.stopsAt = more.nextInt(20_000);
        this.closesAt = more.nextInt(20_000);
    }

    @Override
    public List<String> run() {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5DEECE66DL);
        Roundhouse house =
                Roundhouse.open(with ->
                        with.workers(workers).onDeadLetter(this::dead).onFailure(this::failed));
        for (int i = 0; i < actors; i++) {
            int place = i;
            SplittableRandom own = random.split();
            int kind = random.nextInt(20);
            int bound = random.nextInt(3) == 0 ? 1 + random.nextInt(16) : 4_096;
            nodes.add(
                    house.actor(
                            Node.class,
                            () -> new Member(place, own),
                            with -> {
                                with.bounded(bound);
                                if (kind == 0) {
                                    with.pinned();
                                } else if (kind == 1) {
                                    with.virtual();
                                } else if (kind == 2 && asks) {
                                    with.on(POOL);
                                }
                            }));
        }
        List<Thread> outside = new ArrayList<>();
        Thread gives = Thread.ofPlatform().daemon().start(this::give);
        for (int i = 0; i < threads; i++) {
            int place = actors + i;
            SplittableRandom own = random.split();
            Runnable body =
                    () -> {
                        try {
                            feed(place, own);
                        } catch (Throwable e) {
                            wrong.add("thread " + place + " ended with " + e);
                        }
                    };
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
        atRest = atRest && (closesEarly || inTime(() -> rests(house)));
        if (!atRest) {
            wrong.add("stuck: " + stacks());
        } else {
            compare("at rest");
        }
        house.close(atRest ? STUCK : Duration.ofSeconds(1));
        over = true;
        join(gives);
        if (atRest) {
            compare("closed"); // what was wrong at rest and is right now came late
            compareAnswers(stopped || stops);
        }
        return List.copyOf(wrong);
    }

    /** Until so many tokens have been handled, or no more are to come. */
    private void awaitHandled(long tokens, List<Thread> outside) {
        Until.isTrue(() -> handled.get() >= tokens || outside.stream().noneMatch(Thread::isAlive));
    }

    private void stopSome(Roundhouse house) {
        for (int i = 0; i < actors; i += 3) {
            house.stop(nodes.get(i));
        }
    }

    /** Gives the answers that come later. */
    private void give() {
        while (!over) {
            CompletableFuture<Integer> next = owed.poll();
            if (next == null) {
                LockSupport.parkNanos(10_000);
            } else {
                next.complete(1);
                given.getAndIncrement();
            }
        }
    }

    /**
     * Whether the house comes to rest for good. An actor that is owed an answer rests, and goes on
     * with it: so nothing may be owed, from before the house is at rest.
     */
    private boolean rests(Roundhouse house) {
        long owedSoFar;
        do {
            owedSoFar = everOwed.get();
            long end = System.nanoTime() + STUCK.toNanos();
            while (given.get() < owedSoFar) {
                if (System.nanoTime() - end > 0) {
                    return false;
                }
                Thread.yield();
            }
            if (!house.awaitQuiescence(STUCK)) {
                return false;
            }
        } while (everOwed.get() != owedSoFar);
        return true;
    }

    /** Once the house is closed. */
    private void compareAnswers(boolean stopped) {
        if (questions.get() != answers.get()) {
            wrong.add(questions + " questions, " + answers + " answers");
        }
        for (int to = 0; closesEarly && !stopped && to < actors; to++) {
            for (int from = 0; from < actors; from++) {
                if (dead[to].get(from) > 0) {
                    wrong.add("closed before " + to + " had handled what " + from + " sent");
                }
            }
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
        try {
            return thread.join(STUCK);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String stacks() {
        StringBuilder all = new StringBuilder();
        Thread.getAllStackTraces()
                .forEach((thread, stack) ->
                        all.append(thread)
                                .append(' ')
                                .append(thread.getState())
                                .append("\n    ")
                                .append(
                                        Arrays.stream(stack)
                                                .limit(16)
                                                .map(Object::toString)
                                                .collect(Collectors.joining("\n    ")))
                                .append('\n'));
        return all.toString();
    }

    private void compare(String when) {
        for (int from = 0; from < sent.length; from++) {
            for (int to = 0; to < actors; to++) {
                long all = sent[from][to];
                long handled = received[to][from];
                long late = dead[to].get(from);
                long numbers = deadNumbers[to].get(from) + handled * (handled - 1) / 2;
                if (handled + late != all || numbers != all * (all - 1) / 2) {
                    wrong.add(
                            when
                                    + ": "
                                    + from
                                    + " sent "
                                    + all
                                    + " to "
                                    + to
                                    + ", which handled "
                                    + handled
                                    + "; "
                                    + late
                                    + " are dead letters");
                }
            }
        }
    }

    private void feed(int place, SplittableRandom random) {
        for (int i = 0; i < tokensEach; i++) {
            int to = random.nextInt(actors);
            int hops = random.nextInt(MOST_HOPS);
            try {
                if (asks && i % 4 == 0) {
                    nodes.get(to).asked(hops);
                } else {
                    send(place, to, hops, random.nextBoolean());
                }
            } catch (HouseClosedException e) {
                if (!closesEarly) {
                    wrong.add("a call was refused though nobody closes the house");
                }
                return; // as it was refused it is not sent: see send
            } catch (ActorStoppedException e) {
                // it was asked
            }
            if (random.nextInt(64) == 0) {
                Thread.yield();
            }
        }
    }

    private void send(int from, int to, int hops, boolean boxed) {
        long number = sent[from][to];
        if (boxed) {
            nodes.get(to).boxed(from, to, number, hops);
        } else {
            nodes.get(to).token(from, to, number, hops);
        }
        sent[from][to] = number + 1; // behind it: what was refused was not sent
    }

    private void enter(int place) {
        if (inside[place].getAndIncrement() != 0) {
            wrong.add(place + " is run by two threads at once");
        }
    }

    private void leave(int place) {
        inside[place].getAndDecrement();
    }

    /** Handled by the actor's runner. */
    private void receive(int from, int to, long number) {
        long next = received[to][from];
        if (number != next) {
            wrong.add(to + " got " + number + " from " + from + " in place of " + next);
        }
        received[to][from] = number + 1;
    }

    private void dead(Invocation call) {
        List<?> arguments = call.arguments();
        if (arguments.size() == 1) {
            return; // a question: who has asked is told
        }
        int from = (Integer) arguments.get(0);
        int to = (Integer) arguments.get(1);
        dead[to].getAndIncrement(from);
        deadNumbers[to].getAndAdd(from, (Long) arguments.get(2));
    }

    private void failed(Invocation call, Throwable thrown) {
        if (!(thrown instanceof OnPurpose)) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace));
            wrong.add(call + " failed: " + trace);
        }
    }

    private final class Member implements Node {
        private final int place;
        private final SplittableRandom random;

        Member(int place, SplittableRandom random) {
            this.place = place;
            this.random = random;
        }

        @Override
        public void boxed(Integer from, int to, Long number, int hops) {
            token(from, to, number, hops);
        }

        @Override
        public void token(int from, int to, long number, int hops) {
            if (to != place) {
                wrong.add("a call to " + to + " came to " + place);
                return;
            }
            enter(place);
            try {
                receive(from, to, number);
                handled.getAndIncrement();
                handle(hops);
            } finally {
                leave(place);
            }
        }

        @Override
        public int asked(int hops) {
            enter(place);
            try {
                handled.getAndIncrement();
                if (hops > 0) {
                    send(place, random.nextInt(actors), hops - 1, true);
                }
                return hops;
            } finally {
                leave(place);
            }
        }

        @Override
        public CompletableFuture<Integer> askedForLater(int hops) {
            enter(place);
            try {
                CompletableFuture<Integer> later = new CompletableFuture<>();
                if (closesEarly || random.nextBoolean()) { // else who owes it is stopped then
                    later.complete(hops);
                } else {
                    everOwed.getAndIncrement();
                    owed.add(later);
                }
                return later;
            } finally {
                leave(place);
            }
        }

        private void ask(int hops) {
            questions.getAndIncrement();
            nodes.get(random.nextInt(actors))
                    .askedForLater(hops)
                    .whenComplete((_, _) -> {
                        enter(place);
                        try {
                            answers.getAndIncrement();
                            if (hops > 0) {
                                send(place, random.nextInt(actors), hops - 1, false);
                            }
                        } finally {
                            leave(place);
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
    public long tokens() {
        return handled.get();
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
                + (closesEarly ? ", closed early" : "");
    }

    /** Seconds, the most workers, the first seed. */
    public static void main(String[] arguments) {
        Rounds.main(Soak::new, arguments);
    }
}
