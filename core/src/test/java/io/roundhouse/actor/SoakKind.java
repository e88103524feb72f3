package io.roundhouse.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who runs an actor of a soak, and what its mailbox is like. The properties {@code soak.by} and
 * {@code soak.mail}, names of {@link By} and {@link Mail}, have all rounds take those alone.
 */
record SoakKind(By by, Mail mail, int bound) {
    /**
     * By default who is on few threads waits for nobody, neither for an answer nor at a rendezvous:
     * where all of them wait for actors that wait for others of the same executor none goes on, as
     * {@link ActorOptions#on} says. With {@code -Dsoak.waits=true} they wait like all others.
     */
    private static final boolean FEW_WAIT = Boolean.getBoolean("soak.waits");

    /** A mailbox for which nothing is said has no room for so few calls. */
    private static final int SMALL = 16;

    /** Who runs it. */
    enum By {
        WORKERS,
        PINNED,
        VIRTUAL,
        /** A pool that has a thread for whatever it is given. */
        POOL,
        /** Two threads that all of these share. */
        TWO_THREADS,
        /** The only thread that all of these share. */
        ONE_THREAD,
        /** Two that forget what is local to a thread, as those of the common pool do. */
        FORGETFUL,
        /** A virtual thread of its own for each turn. */
        VIRTUAL_EACH,
        /** Whoever asks the executor. */
        ON_THE_SPOT,
        /** One thread with room for one more: whatever is beyond that, whoever asks. */
        CALLER_RUNS,
        /** Refuses each other time, as each thread sees it, and runs twice what it takes. */
        MOODY,
        /** Whoever steps: all of a house that is stepped, whatever else is said of them. */
        STEPPED;

        /** Whether an executor does, and may leave an interrupt to whom its thread belongs. */
        boolean isExecutor() {
            return ordinal() >= POOL.ordinal() && ordinal() <= MOODY.ordinal();
        }
    }

    /** What its mailbox is like. */
    enum Mail {
        BOUNDED,
        /** Has room for 1 to 16 calls. */
        SMALL,
        UNBOUNDED,
        RENDEZVOUS
    }

    /** What all rounds take, if anything. */
    static @Nullable By onlyBy() {
        String name = System.getProperty("soak.by");
        return name == null ? null : By.valueOf(name);
    }

    private static @Nullable Mail onlyMail() {
        String name = System.getProperty("soak.mail");
        return name == null ? null : Mail.valueOf(name);
    }

    /** Whether all rounds take kinds that are drawn here. */
    static boolean isSaid() {
        return onlyBy() != null || onlyMail() != null;
    }

    /** On workers, by a thread of its own, or by a pool, with a bound. */
    static SoakKind of(By by, int bound) {
        return new SoakKind(by, bound <= SMALL ? Mail.SMALL : Mail.BOUNDED, bound);
    }

    /** As many, either all run by the same or each by anybody. */
    static List<SoakKind> drawn(int count, SplittableRandom random) {
        By same = drawnBy(random);
        boolean isSame = random.nextInt(3) == 0;
        List<SoakKind> kinds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            kinds.add(drawn(isSame ? same : drawnBy(random), random));
        }
        return kinds;
    }

    /** Not {@link By#STEPPED}: that is the house's. */
    private static By drawnBy(SplittableRandom random) {
        By drawn = By.values()[random.nextInt(By.STEPPED.ordinal())];
        By only = onlyBy();
        return only == null || only == By.STEPPED ? drawn : only;
    }

    /** In a house with threads; see {@link #stepped}. */
    static SoakKind drawn(SplittableRandom random) {
        return drawn(drawnBy(random), random);
    }

    private static SoakKind drawn(By by, SplittableRandom random) {
        Mail drawn =
                switch (random.nextInt(8)) {
                    case 0 -> Mail.RENDEZVOUS;
                    case 1 -> Mail.UNBOUNDED;
                    case 2, 3 -> Mail.SMALL;
                    default -> Mail.BOUNDED;
                };
        Mail only = onlyMail();
        Mail mail = only == null ? drawn : only;
        int few = 1 + random.nextInt(SMALL);
        boolean isSmall = random.nextBoolean(); // where callers meet it
        return new SoakKind(
                by,
                mail,
                mail == Mail.SMALL || (mail == Mail.RENDEZVOUS && isSmall)
                        ? few
                        : ActorOptions.DEFAULT_BOUND);
    }

    /** The same in a house that is stepped, for the tally. */
    SoakKind stepped() {
        return new SoakKind(By.STEPPED, mail, bound);
    }

    boolean isRendezvous() {
        return mail == Mail.RENDEZVOUS;
    }

    /** Whether it may wait in its calls. */
    boolean mayWait() {
        return FEW_WAIT
                || switch (by) {
                    case TWO_THREADS, ONE_THREAD, FORGETFUL, CALLER_RUNS -> false;
                    default -> true;
                };
    }

    void say(ActorOptions with, Pools pools) {
        switch (mail) {
            case BOUNDED, SMALL -> with.bounded(bound);
            case UNBOUNDED -> with.unbounded();
            case RENDEZVOUS -> with.rendezvous().bounded(bound);
        }
        switch (by) {
            case WORKERS, STEPPED -> with.onWorkers();
            case PINNED -> with.pinned();
            case VIRTUAL -> with.virtual();
            case POOL -> with.on(pools.threads);
            case TWO_THREADS -> with.on(pools.two);
            case ONE_THREAD -> with.on(pools.one);
            case FORGETFUL -> with.on(pools.forgetful);
            case VIRTUAL_EACH -> with.on(pools.virtual);
            case ON_THE_SPOT -> with.on(Runnable::run);
            case CALLER_RUNS -> with.on(pools.callerRuns);
            case MOODY -> with.on(pools::moody);
        }
    }

    /** The executors of one round: what hangs in one holds up no other round. */
    static final class Pools implements AutoCloseable {
        private static final ThreadFactory DAEMONS = Thread.ofPlatform().daemon().factory();

        private final ExecutorService threads = Executors.newCachedThreadPool(DAEMONS);
        private final ExecutorService two = Executors.newFixedThreadPool(2, DAEMONS);
        private final ExecutorService one = Executors.newFixedThreadPool(1, DAEMONS);
        private final ExecutorService forgetful =
                new ForkJoinPool(
                        2, pool -> new ForkJoinWorkerThread(null, pool, false) {}, null, true);
        private final Executor virtual = Thread::startVirtualThread;
        private final ExecutorService callerRuns =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(1),
                        DAEMONS,
                        new ThreadPoolExecutor.CallerRunsPolicy());
        private final ThreadLocal<Boolean> refuses = ThreadLocal.withInitial(() -> false);

        private void moody(Runnable body) {
            refuses.set(!refuses.get());
            if (refuses.get()) {
                throw new RejectedExecutionException("next time");
            }
            threads.execute(body);
            threads.execute(body);
        }

        /** When the house is closed. */
        @Override
        public void close() {
            threads.shutdown();
            two.shutdown();
            one.shutdown();
            forgetful.shutdown();
            callerRuns.shutdown();
        }
    }
}
