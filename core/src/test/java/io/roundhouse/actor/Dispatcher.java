package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Who runs the actors of a test: what is promised is tried on each of these. */
enum Dispatcher {
    ONE_WORKER(1, 0, _ -> {}),
    TWO_WORKERS(2, 1, _ -> {}),
    FOUR_WORKERS(4, 3, _ -> {}),
    PINNED(1, Integer.MAX_VALUE, ActorOptions::pinned),
    VIRTUAL(1, Integer.MAX_VALUE, ActorOptions::virtual),
    /** A thread of a pool, another one each time. */
    EXECUTOR(1, Integer.MAX_VALUE, with -> with.on(Pool.THREADS)),
    /**
     * One of two threads that all actors share: where both wait, those that they need run there.
     */
    TWO_THREADS(1, 1, with -> with.on(Pool.TWO)),
    /** The only thread that all actors share. */
    ONE_THREAD(1, 0, with -> with.on(Pool.ONE)),
    /**
     * Any thread that runs actors, on the spot, which need not be in the middle of a send; other
     * threads, which tests must not hold up, leave it to a thread of a pool.
     */
    ON_THE_SPOT(1, Integer.MAX_VALUE, with -> with.on(Pool::onTheSpot)),
    /** Each actor on another one than the actor before. */
    MIXED(2, 1, inTurn()),
    /** Whoever waits, for quiet too: for tests in which nobody else has to go on meanwhile. */
    STEPPING(1, 0, _ -> {});

    private final int workers;
    private final int mayBlock;
    private final Consumer<ActorOptions> dispatch;

    Dispatcher(int workers, int mayBlock, Consumer<ActorOptions> dispatch) {
        this.workers = workers;
        this.mayBlock = mayBlock;
        this.dispatch = dispatch;
    }

    private static Consumer<ActorOptions> inTurn() {
        AtomicInteger actors = new AtomicInteger();
        return with -> {
            switch (Math.floorMod(actors.getAndIncrement(), 4)) {
                case 0 -> with.pinned();
                case 1 -> with.virtual();
                case 2 -> with.on(Pool.THREADS);
                default -> {}
            }
        };
    }

    Roundhouse open() {
        return open(_ -> {});
    }

    Roundhouse open(Consumer<? super HouseOptions> with) {
        return Roundhouse.open(options -> {
            with.accept(options.workers(workers));
            if (this == STEPPING) {
                options.stepping();
            }
        });
    }

    <T> T actor(Roundhouse house, Class<T> type, Supplier<? extends T> factory) {
        return isWorkers() ? house.actor(type, factory) : actor(house, type, factory, _ -> {});
    }

    <T> T actor(
            Roundhouse house,
            Class<T> type,
            Supplier<? extends T> factory,
            Consumer<? super ActorOptions> with) {
        return house.actor(
                type,
                factory,
                options -> {
                    dispatch.accept(options);
                    with.accept(options);
                });
    }

    /** An actor whose callers wait until it takes their calls. */
    <T> T process(Roundhouse house, Class<T> type, Supplier<? extends T> factory) {
        return process(house, type, factory, _ -> {});
    }

    <T> T process(
            Roundhouse house,
            Class<T> type,
            Supplier<? extends T> factory,
            Consumer<? super ActorOptions> with) {
        return actor(
                house,
                type,
                factory,
                options -> {
                    with.accept(options.rendezvous());
                    if (isWorkers()) {
                        options.onWorkers();
                    }
                });
    }

    /**
     * Waits for what the actors do: where nobody else has them run, who waits does. Not for a test
     * that holds them up.
     */
    void await(Roundhouse house, CountDownLatch latch) {
        await(latch, house);
    }

    /** Likewise, for what those of several houses do: a step of each in turn. */
    void await(CountDownLatch latch, Roundhouse... houses) {
        if (this == STEPPING) {
            while (latch.getCount() > 0) {
                assertThat(step(houses)).as("something is left to do").isTrue();
            }
        } else {
            Threads.await(latch);
        }
    }

    /** All that is left to do in these houses, where nobody else has their actors run. */
    void rest(Roundhouse... houses) {
        boolean more = this == STEPPING;
        while (more) {
            more = step(houses);
        }
    }

    private static boolean step(Roundhouse... houses) {
        boolean some = false;
        for (Roundhouse each : houses) {
            some |= each.step();
        }
        return some;
    }

    /** Between two looks for what the actors do: where nobody else has them run, who looks does. */
    void goOn(Roundhouse... houses) {
        if (this == STEPPING) {
            step(houses);
        } else {
            Thread.yield();
        }
    }

    /**
     * The next call is handled while the test goes on, which may hold it up: where nobody else
     * would, by a thread that steps once. Returns who must have ended before others step; it never
     * began where others run the actors.
     */
    Thread goesOn(Roundhouse house) {
        Thread steps = Thread.ofPlatform().daemon().unstarted(house::step);
        if (this == STEPPING) {
            steps.start();
        }
        return steps;
    }

    /**
     * All calls are handled while the test goes on: where nobody else would, by a thread that steps
     * until it is interrupted, unless another one steps. Returns that one; it never began where
     * others run the actors.
     */
    Thread goesOnAndOn(Roundhouse house) {
        Thread steps =
                Thread.ofPlatform()
                        .daemon()
                        .unstarted(() -> {
                            while (!Thread.currentThread().isInterrupted()) {
                                stepUnlessOther(house);
                            }
                        });
        if (this == STEPPING) {
            steps.start();
        }
        return steps;
    }

    private static void stepUnlessOther(Roundhouse house) {
        try {
            if (!house.step()) {
                Thread.yield();
            }
        } catch (IllegalStateException e) {
            assertThat(e).hasMessageContaining("another thread does");
            Thread.yield();
        }
    }

    /** Whether all actors are on workers. */
    boolean isWorkers() {
        return this == ONE_WORKER || this == TWO_WORKERS || this == FOUR_WORKERS;
    }

    /** Whether each actor has a thread of its own. */
    boolean isOwnThreads() {
        return this == PINNED || this == VIRTUAL;
    }

    /** Whether the threads of all actors are those of a pool, which outlive the house. */
    boolean isPool() {
        return this == EXECUTOR || this == ON_THE_SPOT || hasFewThreads();
    }

    /** Whether an actor may be run on top of the call of another one that waits. */
    boolean runsOnTop() {
        return isPool();
    }

    /** Whether two actors that wait are all that can run. */
    boolean hasFewThreads() {
        return this == TWO_THREADS || this == ONE_THREAD;
    }

    /** The threads that may run the actor, of those that there are now. */
    List<Thread> threads(Object handle) {
        return switch (this) {
            case EXECUTOR -> List.copyOf(Pool.MADE);
            case TWO_THREADS -> List.copyOf(Pool.MADE_OF_TWO);
            case ONE_THREAD -> List.copyOf(Pool.MADE_OF_ONE);
            case ON_THE_SPOT ->
                    Stream.concat(Inspect.threads(handle).stream(), Pool.MADE_FOR_OTHERS.stream())
                            .toList();
            default -> Inspect.threads(handle);
        };
    }

    /** Likewise, and those of pools where that actor may be on one. */
    List<Thread> threadsAndPools(Object handle) {
        return this == MIXED
                ? Stream.concat(threads(handle).stream(), Pool.MADE.stream()).toList()
                : threads(handle);
    }

    /** Executors whose threads outlive the houses. */
    private static final class Pool {
        static final List<Thread> MADE = new CopyOnWriteArrayList<>();
        static final List<Thread> MADE_OF_TWO = new CopyOnWriteArrayList<>();
        static final List<Thread> MADE_OF_ONE = new CopyOnWriteArrayList<>();
        static final Executor THREADS = Executors.newCachedThreadPool(madeInto(MADE));
        static final Executor TWO = Executors.newFixedThreadPool(2, madeInto(MADE_OF_TWO));
        static final Executor ONE = Executors.newFixedThreadPool(1, madeInto(MADE_OF_ONE));

        static final List<Thread> MADE_FOR_OTHERS = new CopyOnWriteArrayList<>();
        static final Executor OTHERS = Executors.newCachedThreadPool(madeInto(MADE_FOR_OTHERS));

        static void onTheSpot(Runnable body) {
            Thread here = Thread.currentThread();
            if (here.isVirtual() || MADE_FOR_OTHERS.contains(here)) {
                body.run();
            } else {
                OTHERS.execute(body);
            }
        }

        private static ThreadFactory madeInto(List<Thread> made) {
            return body -> {
                Thread thread = Thread.ofPlatform().daemon().unstarted(body);
                made.add(thread);
                return thread;
            };
        }
    }

    /** How many actors may wait in their calls while all others go on. */
    int mayBlock() {
        return mayBlock;
    }
}
