package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Workers;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actors, the threads that run them, and how they all come to their ends.
 *
 * <p><b>When all is quiet.</b> Whoever runs actors says when it rests, and counts the turns that it
 * has begun. If all rest, and all rest once more at a second look, and no turn was begun between,
 * then nothing was runnable or running at the moment between the looks: what ran before the first
 * look has scheduled whom it sent to before it came to rest, so whoever was looked at too early is
 * found busy at the second look, or has begun a turn.
 */
public final class House {
    private static final Logger LOG = System.getLogger("io.roundhouse");
    private static final AtomicInteger HOUSES = new AtomicInteger();

    private static final int OPEN = 0;
    private static final int CLOSING = 1; // outside is refused
    private static final int ENDING = 2; // all are refused
    private static final int CLOSED = 3;

    private static final long LEAST_TO_END_NANOS = Duration.ofSeconds(1).toNanos();

    private final HouseOptions options;
    private final int number = HOUSES.incrementAndGet();
    private final AtomicInteger actorsMade = new AtomicInteger();
    private final AtomicLong deadLetters = new AtomicLong();
    private final ConcurrentHashMap<Class<?>, Kind> kinds = new ConcurrentHashMap<>();
    private final Workers workers;
    private final Thread keeper;
    private final Waiter keeperWaiter = WaitStrategy.parking().newWaiter();
    private final Clock clock = Clock.system();
    private volatile int state = OPEN;

    /** Woken when somebody has nothing to do; replaced under the lock. */
    private volatile Waiter[] listening = {};

    // guarded by this
    private final List<OwnThread> ownThreads = new ArrayList<>();
    private final List<Actor> actorsWithLanes = new ArrayList<>();
    private long turnsOfThoseGone;

    /** Open at once. */
    public House(HouseOptions options) {
        this.options = options;
        String name = "roundhouse-" + number;
        this.workers = new Workers(options.workers(), name + "-worker-", this::somebodyRests);
        this.keeper =
                Thread.ofPlatform().name(name + "-keeper").daemon(false).unstarted(this::keep);
        keeper.start();
        workers.start();
    }

    /** Holds the virtual machine up. */
    private void keep() {
        Wait closed = new Condition("the house to be closed", () -> state == CLOSED);
        while (state != CLOSED) {
            try {
                keeperWaiter.await(closed);
            } catch (WaitInterruptedException e) {
                Thread.interrupted(); // nobody's business but close's
            }
        }
    }

    // ---- actors

    /** See {@code Roundhouse.actor}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        Kind kind = kinds.get(type);
        if (kind == null) {
            ActorOptions with = new ActorOptions();
            kind = new Kind(this, Binding.of(type, null), with.bound(), null);
            kinds.putIfAbsent(type, kind);
        }
        checkOpen();
        return type.cast(handle(kind, workers, make(type, factory)));
    }

    /** See {@code Roundhouse.actor}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory, ActorOptions with) {
        checkOpen();
        Kind kind = new Kind(this, Binding.of(type, with.lookup()), with.bound(), with.name());
        Object target = make(type, factory);
        return type.cast(
                with.dispatch() == ActorOptions.Dispatch.WORKERS
                        ? handle(kind, workers, target)
                        : onOwnThread(kind, target, with));
    }

    private Handle handle(Kind kind, Dispatching dispatching, Object target) {
        return kind.binding().handle(newActor(kind, dispatching, target));
    }

    private Actor newActor(Kind kind, Dispatching dispatching, Object target) {
        return new Actor(
                kind,
                dispatching,
                kind.binding().reader(target.getClass()),
                target,
                actorsMade.incrementAndGet());
    }

    private Handle onOwnThread(Kind kind, Object target, ActorOptions with) {
        String name = with.name();
        OwnThread thread =
                new OwnThread(
                        with.dispatch() == ActorOptions.Dispatch.VIRTUAL,
                        name == null
                                ? "roundhouse-" + number + "-" + target.getClass().getSimpleName()
                                : name,
                        with.waiting(),
                        this::somebodyRests);
        Actor actor = newActor(kind, thread, target);
        synchronized (this) {
            checkOpen();
            ownThreads.add(thread);
            thread.start(actor);
        }
        return kind.binding().handle(actor);
    }

    private static <T> Object make(Class<T> type, Supplier<? extends T> factory) {
        Object target;
        try {
            target = factory.get();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the factory of the actor for " + type.getName() + " failed: " + e, e);
        }
        if (target == null) {
            throw new IllegalArgumentException(
                    "the factory of the actor for " + type.getName() + " returned null");
        }
        if (!type.isInstance(target)) {
            throw new IllegalArgumentException(
                    "the factory of the actor for "
                            + type.getName()
                            + " returned a "
                            + target.getClass().getName()
                            + ", which is none");
        }
        if (target instanceof Handle handle) {
            throw new IllegalArgumentException(
                    "the factory returned a handle, " + handle + ", not an object to run");
        }
        return target;
    }

    private void checkOpen() {
        if (state >= ENDING || (state == CLOSING && !isInside())) {
            throw new HouseClosedException("the house is closed: no more actors");
        }
    }

    private boolean isInside() {
        return Caller.current().running instanceof Actor me && me.kind.house() == this;
    }

    /** Throws if the house takes no calls from outside any more. */
    void checkAcceptsFromOutside(Actor actor) {
        if (state != OPEN) {
            throw new HouseClosedException(
                    "the house is closed: " + actor + " takes no more calls from outside");
        }
    }

    /** See {@code Roundhouse.stop}. */
    public void stop(Object handle) {
        if (!(handle instanceof Handle mine) || mine.actor().kind.house() != this) {
            throw new IllegalArgumentException(
                    "not a handle of an actor of this house: "
                            + (handle == null ? null : handle.getClass().getName()));
        }
        mine.actor().stop();
    }

    /** This actor has got lanes. */
    synchronized void hasLanes(Actor actor) {
        actorsWithLanes.removeIf(each -> each.isStopped() && !each.hasMail());
        actorsWithLanes.add(actor);
        if (state != OPEN) {
            actor.haltLanes();
        }
    }

    /** Whether calls from outside are refused. */
    boolean isClosing() {
        return state != OPEN;
    }

    // ---- quiet

    /** Somebody has nothing to do: whoever waits for quiet looks again. */
    private void somebodyRests() {
        for (Waiter waiter : listening) {
            waiter.wake();
        }
    }

    private boolean isQuiet() {
        if (state == CLOSED) {
            return true;
        }
        long before = turns();
        boolean rested = allRest();
        return rested && allRest() && turns() == before; // in this order: see above
    }

    private synchronized boolean allRest() {
        for (OwnThread each : ownThreads) {
            if (!each.isQuiet()) {
                return false;
            }
        }
        for (Actor each : actorsWithLanes) {
            if (each.hasMail()) {
                return false;
            }
        }
        return workers.isQuiet();
    }

    private synchronized long turns() {
        long sum = turnsOfThoseGone + workers.turns();
        for (OwnThread each : ownThreads) {
            sum += each.turns();
        }
        return sum;
    }

    /** Waits until all is quiet; returns whether it was in time. */
    public boolean awaitQuiescence(long nanos) {
        checkOutside("awaitQuiescence");
        return await(new Condition("all actors of the house to be idle", this::isQuiet), nanos);
    }

    private boolean await(Wait wait, long nanos) {
        Waiter waiter = WaitStrategy.adaptive().newWaiter();
        listen(waiter, true);
        try {
            return waiter.await(wait, nanos);
        } finally {
            listen(waiter, false);
        }
    }

    private synchronized void listen(Waiter waiter, boolean on) {
        List<Waiter> now = new ArrayList<>(List.of(listening));
        if (on) {
            now.add(waiter);
        } else {
            now.remove(waiter);
        }
        listening = now.toArray(Waiter[]::new);
    }

    private void checkOutside(String method) {
        if (isInside()) {
            throw new IllegalStateException(
                    method
                            + " waits for all actors of the house, and must not be called by one of them: "
                            + Thread.currentThread().getName());
        }
    }

    // ---- closing

    /** See {@code Roundhouse.close}. */
    public void close(Duration limit) {
        long nanos = Clock.nanos(limit);
        checkOutside("close");
        boolean first;
        synchronized (this) {
            first = state == OPEN;
            if (first) {
                state = CLOSING;
            }
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (first) {
                interrupted |= closeNow(nanos, interrupted);
            } else {
                interrupted |=
                        awaitDeaf(
                                new Condition("the house to be closed", () -> state == CLOSED),
                                Long.MAX_VALUE);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether it was interrupted meanwhile. */
    private boolean closeNow(long nanos, boolean hurry) {
        long start = clock.nanoTime();
        List<Actor> lanes;
        synchronized (this) {
            lanes = List.copyOf(actorsWithLanes);
        }
        lanes.forEach(Actor::haltLanes);
        boolean interrupted = hurry;
        boolean quiet = false;
        try {
            quiet = awaitQuiescence(hurry ? 0 : nanos);
        } catch (WaitInterruptedException e) {
            interrupted = Thread.interrupted();
        }
        List<OwnThread> own;
        synchronized (this) {
            state = ENDING;
            own = List.copyOf(ownThreads);
        }
        if (!quiet) {
            workers.interrupt();
            own.forEach(OwnThread::interrupt);
            interrupted |=
                    awaitDeaf(
                            new Condition("calls that still run", this::isQuiet),
                            toEnd(nanos, clock.nanoTime() - start));
        }
        workers.end();
        own.forEach(OwnThread::end);
        interrupted |= joinAll(own, toEnd(nanos, clock.nanoTime() - start));
        lanes.forEach(each -> each.mailed(Caller.current()));
        workers.sweep();
        own.forEach(OwnThread::sweep);
        lanes.forEach(Actor::forgetLanes);
        state = CLOSED;
        keeperWaiter.wake();
        somebodyRests();
        return interrupted | join(keeper, Long.MAX_VALUE);
    }

    /** How long threads have to end, where so much of the limit is gone: the rest, or a second. */
    static long toEnd(long limitNanos, long passedNanos) {
        return limitNanos == Long.MAX_VALUE
                ? limitNanos // for ever
                : Math.max(limitNanos - passedNanos, LEAST_TO_END_NANOS);
    }

    /**
     * Waits for threads that have nothing more to do but to end; gives up those that hang in a
     * call.
     */
    private boolean joinAll(List<OwnThread> own, long nanos) {
        List<Thread> threads = new ArrayList<>(workers.threads());
        own.forEach(each -> threads.add(each.thread()));
        boolean interrupted = false;
        long now = clock.nanoTime();
        long deadline = nanos < Long.MAX_VALUE / 2 ? now + nanos : now + Long.MAX_VALUE / 2;
        for (Thread each : threads) {
            interrupted |= join(each, Math.max(1, deadline - clock.nanoTime()));
            if (each.isAlive()) {
                report(
                        each.getName()
                                + " does not return from the call of an actor: it outlives the house",
                        null);
            }
        }
        return interrupted;
    }

    private static boolean join(Thread thread, long nanos) {
        boolean interrupted = false;
        while (true) {
            try {
                if (nanos == Long.MAX_VALUE) {
                    thread.join();
                } else {
                    thread.join(Duration.ofNanos(nanos));
                }
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    /** Waits and keeps waiting when interrupted; returns whether it was. */
    private boolean awaitDeaf(Wait wait, long nanos) {
        boolean interrupted = false;
        while (true) {
            try {
                await(wait, nanos);
                return interrupted;
            } catch (WaitInterruptedException e) {
                interrupted = Thread.interrupted();
            }
        }
    }

    // ---- what goes wrong

    void failed(Invocation call, Throwable thrown) {
        try {
            options.onFailure().failed(call, thrown);
        } catch (Throwable again) {
            report("the failure handler failed for " + call, again);
        }
    }

    void dead(Invocation call) {
        deadLetters.incrementAndGet();
        try {
            options.onDeadLetter().dead(call);
        } catch (Throwable again) {
            report("the dead-letter handler failed for " + call, again);
        }
    }

    void report(String what, @Nullable Throwable thrown) {
        LOG.log(Level.ERROR, what, thrown);
    }

    /** Calls that were accepted and never handled. */
    public long deadLetters() {
        return deadLetters.get();
    }

    @Override
    public String toString() {
        return "house " + number + " with " + actorsMade + " actors made";
    }

    private record Condition(String what, BooleanSupplier holds) implements Wait {
        @Override
        public boolean met() {
            return holds.getAsBoolean();
        }

        @Override
        public String toString() {
            return "thread \"" + Thread.currentThread().getName() + "\" waits for " + what;
        }
    }
}
