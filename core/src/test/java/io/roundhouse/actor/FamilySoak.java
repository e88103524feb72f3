package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.SoakKind.By;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Families of actors that grow, send to whomever they know of, and are stopped at any age: by
 * themselves, by each other, by threads from outside, with their parents, or by the end of their
 * house. Each is told once that it begins, before its first call, and once that it has ended,
 * behind its last call and when its children have; as many tokens are handled or dead letters as
 * were sent; and at rest those have ended who were stopped, with all that descend from them, and
 * nobody else.
 *
 * <p>A round is one house, made by its seed. One of three goes step by step, all in one thread, and
 * does the same each time; what threads do to the others is not the seed's. {@code main} runs
 * rounds for as many seconds as its first argument says.
 */
final class FamilySoak implements Rounds.Round {
    private static final Duration STUCK = Duration.ofSeconds(60);
    private static final int MOST = 400;

    interface Relative {
        void token(int hops);

        int age();
    }

    private final long seed;
    private final int mostWorkers;
    private final int workers;
    private final int threads;
    private final boolean stepping;
    private final boolean closesEarly;
    private final Queue<Person> known = new ConcurrentLinkedQueue<>();
    private final Queue<Person> everybody = new ConcurrentLinkedQueue<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger made = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong dead = new AtomicLong();
    private final SoakTally tally = new SoakTally();
    private final SoakKind.Pools pools = new SoakKind.Pools();

    /** Whether children are of all kinds; else on workers, or with threads of their own. */
    private final boolean allKinds;

    /** Who has handled what, in which order; where all is stepped. */
    private long story;

    FamilySoak(long seed, int mostWorkers) {
        SplittableRandom random = new SplittableRandom(seed);
        this.seed = seed;
        this.mostWorkers = mostWorkers;
        this.workers = 1 + random.nextInt(mostWorkers);
        this.threads = 1 + random.nextInt(3);
        By only = SoakKind.onlyBy();
        boolean mayStep = random.nextInt(3) == 0;
        this.stepping = only == null ? mayStep : only == By.STEPPED;
        this.closesEarly = random.nextInt(3) == 0 && !stepping; // nobody else could close it
        this.allKinds = seed % 4 < 2 || SoakKind.isSaid();
    }

    /** Where it does the same each time it is run once more. */
    @Override
    public List<String> run() {
        List<String> all = new ArrayList<>(runOnce());
        if (stepping) {
            FamilySoak again = new FamilySoak(seed, mostWorkers);
            all.addAll(again.runOnce());
            if (again.story != story) {
                all.add("another story the second time");
            }
        }
        return all;
    }

    private List<String> runOnce() {
        SplittableRandom random = new SplittableRandom(seed * 31);
        Roundhouse house =
                Roundhouse.open(with -> {
                    if (stepping) {
                        with.stepping(seed);
                    } else {
                        with.workers(workers);
                    }
                    with.onDeadLetter(this::dead)
                            .onFailure((_, thrown) -> wrong.add(thrown.toString()));
                });
        for (int i = 0; i < 3; i++) {
            SplittableRandom own = random.split();
            SoakKind kind =
                    allKinds
                            ? SoakKind.drawn(own)
                            : SoakKind.of(By.WORKERS, ActorOptions.DEFAULT_BOUND);
            isKnown(
                    kind,
                    factory -> house.actor(Relative.class, factory, with -> kind.say(with, pools)),
                    null,
                    own);
        }
        if (stepping) {
            meddle(house, random.split());
        } else {
            meddleFromOutside(house, random);
        }
        if (!closesEarly) {
            if (!house.awaitQuiescence(STUCK)) {
                wrong.add("it does not come to rest");
            }
            compareEnds();
        }
        house.close(STUCK);
        compare(house);
        pools.close();
        return List.copyOf(wrong);
    }

    private void meddleFromOutside(Roundhouse house, SplittableRandom random) {
        Thread[] outside = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            SplittableRandom own = random.split();
            outside[i] = Thread.ofPlatform().daemon().start(() -> meddle(house, own));
        }
        if (closesEarly) {
            long goal = random.nextInt(2_000);
            Until.isTrue(() -> handled.get() + dead.get() >= goal || !isAnyAlive(outside));
            house.close(STUCK);
        }
        for (Thread each : outside) {
            join(each);
        }
    }

    private static boolean isAnyAlive(Thread... threads) {
        return Arrays.stream(threads).anyMatch(Thread::isAlive);
    }

    /** Makes one, and has the others know of it. */
    private void isKnown(
            SoakKind kind,
            Function<Supplier<Relative>, Relative> maker,
            @Nullable Person parent,
            SplittableRandom own) {
        Person[] made = new Person[1];
        Relative handle =
                maker.apply(() -> {
                    made[0] = new Person(parent, kind, own);
                    return made[0];
                });
        made[0].handle = handle;
        known.add(made[0]);
    }

    private void join(Thread thread) {
        try {
            if (!thread.join(STUCK)) {
                wrong.add(thread + " is stuck");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** At rest those have ended who were to, and nobody else. */
    private void compareEnds() {
        for (Person each : everybody) {
            boolean ended = each.state.get() == Person.ENDED;
            if (ended != each.isToEnd()) {
                wrong.add(
                        each
                                + (ended
                                        ? " has ended, and nobody stopped it"
                                        : " was stopped, and lives"));
            }
        }
    }

    private void compare(Roundhouse house) {
        if (sent.get() != handled.get() + dead.get()) {
            wrong.add(sent + " sent, " + handled + " handled, " + dead + " dead letters");
        }
        for (Person each : everybody) {
            if (each.state.get() != Person.ENDED) {
                wrong.add(each + " has been " + each.state + " since the house was closed");
            }
        }
        int threadsLeft = house.counters().threads();
        if (threadsLeft != 0) {
            wrong.add(threadsLeft + " threads are left");
        }
    }

    private void meddle(Roundhouse house, SplittableRandom random) {
        try {
            for (int i = 0; i < 2_000; i++) {
                Person one = anyone(random);
                switch (random.nextInt(200)) {
                    case 0 -> one.stop(house);
                    case 1, 2, 3, 4, 5, 6, 7, 8 -> askAge(one);
                    default -> send(one, random.nextInt(12));
                }
                for (int steps = random.nextInt(8); stepping && steps > 0; steps--) {
                    house.step();
                }
            }
        } catch (HouseClosedException e) {
            isRefused("a call"); // which is not counted
        } catch (Throwable e) {
            wrong.add("a thread from outside ended with " + e);
        }
    }

    private void isRefused(String what) {
        if (!closesEarly) {
            wrong.add(what + " was refused though nobody closes the house");
        }
    }

    private static void askAge(Person one) {
        try {
            var _ = one.handle().age();
        } catch (ActorStoppedException e) {
            // it has no age any more
        }
    }

    private Person anyone(SplittableRandom random) {
        Person one = known.poll(); // and goes to the end
        while (one == null) {
            Thread.onSpinWait();
            one = known.poll();
        }
        known.add(one);
        return random.nextBoolean() ? one : anyone(random);
    }

    private void send(Person to, int hops) {
        try {
            to.handle().token(hops);
        } catch (ActorStoppedException e) {
            if (!to.kind.isRendezvous()) {
                throw e;
            } // else it is a dead letter, and who sends it has been told, too
        }
        sent.getAndIncrement();
    }

    private void dead(Invocation call) {
        if (!call.arguments().isEmpty()) {
            dead.getAndIncrement();
        }
    }

    private final class Person implements Relative, Lifecycle {
        private static final int MADE = 0;
        private static final int STARTED = 1;
        private static final int ENDED = 2;

        private final @Nullable Person parent;
        private final SoakKind kind;
        private final SplittableRandom random;
        private final int number = made.incrementAndGet();
        private final ActorContext context = ActorContext.current();
        private final AtomicInteger state = new AtomicInteger(MADE);
        private final AtomicInteger children = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();

        /** Whether somebody has stopped it. */
        private volatile boolean stopped;

        private volatile @Nullable Relative handle;

        Person(@Nullable Person parent, SoakKind kind, SplittableRandom random) {
            this.parent = parent;
            this.kind = kind;
            this.random = random;
            everybody.add(this);
            if (parent != null) {
                parent.children.getAndIncrement();
            }
            if (random.nextInt(50) == 0) {
                stopsItself(); // unborn
            }
        }

        Relative handle() {
            return Objects.requireNonNull(handle);
        }

        /** Likewise, or one that it descends from. */
        boolean isToEnd() {
            return stopped || (parent != null && parent.isToEnd());
        }

        private void stopsItself() {
            stopped = true;
            context.stop();
        }

        void stop(Roundhouse house) {
            stopped = true;
            house.stop(handle());
        }

        private void sends(Person to, int hops) {
            if (to.kind.isRendezvous() && !kind.mayWait()) {
                return;
            }
            try {
                send(to, hops);
            } catch (AskCycleException e) {
                if (!to.kind.isRendezvous()) {
                    throw e;
                }
            }
        }

        private void enter(int before) {
            if (inside.getAndIncrement() != 0) {
                wrong.add(this + " is run by two threads at once");
            }
            if (state.get() != before) {
                wrong.add(this + " is called and has been " + state);
            }
            if (parent != null && parent.state.get() == ENDED) {
                wrong.add(this + " lives, and " + parent + " has ended");
            }
        }

        private void leave(int after) {
            state.set(after);
            inside.getAndDecrement();
        }

        @Override
        public void started() {
            enter(MADE);
            leave(STARTED);
        }

        @Override
        public void stopped() {
            enter(STARTED);
            if (children.get() != 0) {
                wrong.add(this + " ends before " + children + " of its children");
            }
            if (random.nextInt(4) == 0) {
                sends(anyone(random), 2);
            }
            if (parent != null) {
                parent.children.getAndDecrement();
            }
            leave(ENDED);
        }

        @Override
        public int age() {
            enter(STARTED);
            leave(STARTED);
            return number;
        }

        @Override
        public void token(int hops) {
            enter(STARTED);
            try {
                handled.getAndIncrement();
                tally.isHandled(stepping ? kind.stepped() : kind);
                if (stepping) {
                    story = story * 31 + number * 13 + hops;
                }
                if (made.get() < MOST && random.nextInt(4) == 0) {
                    grow();
                }
                if (hops > 0) {
                    sends(anyone(random), hops - 1);
                    if (random.nextInt(4) == 0) {
                        sends(this, hops - 1);
                    }
                }
                if (random.nextInt(128) == 0) {
                    stopsItself();
                }
                if (random.nextInt(256) == 0) {
                    anyone(random).stop(Roundhouse.current());
                }
            } finally {
                leave(STARTED);
            }
        }

        private void grow() {
            SplittableRandom own = random.split();
            int draw = random.nextInt(16);
            int bound = random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 1_024;
            By by = draw == 0 ? By.PINNED : draw == 1 ? By.VIRTUAL : By.WORKERS;
            SoakKind kind = allKinds ? SoakKind.drawn(own) : SoakKind.of(by, bound);
            try {
                isKnown(
                        kind,
                        factory ->
                                context.actor(
                                        Relative.class, factory, with -> kind.say(with, pools)),
                        this,
                        own);
            } catch (HouseClosedException e) {
                isRefused("a child");
            }
        }

        @Override
        public String toString() {
            return "person " + number;
        }
    }

    @Override
    public SoakTally tally() {
        return tally;
    }

    @Override
    public String toString() {
        return "family "
                + seed
                + ": "
                + (stepping ? "stepping" : workers + " workers, " + threads + " threads")
                + (allKinds ? ", all kinds" : "")
                + (closesEarly ? ", closed early" : "");
    }

    /** Seconds, the most workers, the first seed. */
    public static void main(String[] arguments) {
        Rounds.main("FamilySoak", FamilySoak::new, arguments);
    }
}
