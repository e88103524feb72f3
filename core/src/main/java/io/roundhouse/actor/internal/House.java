package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.ActorOptions.Dispatch;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseCounters;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OnExecutor;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Stepper;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.dispatch.internal.Workers;
import io.roundhouse.observe.Events;
import io.roundhouse.waiting.Choices;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
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

    private static final int LEAST_WITH_LANES = 64;
    private static final long LEAST_TO_END_NANOS = Duration.ofSeconds(1).toNanos();

    private final HouseOptions options;
    private final Object owner;
    private final int number = HOUSES.incrementAndGet();
    private final AtomicInteger actorsMade = new AtomicInteger();
    private final AtomicLong deadLetters = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /** In mailboxes, far beyond their bounds. */
    private final AtomicLong bytesBeyond = new AtomicLong();

    private final ConcurrentHashMap<Class<?>, Kind> kinds = new ConcurrentHashMap<>();
    private final Dispatching shared;
    private final @Nullable Thread keeper;
    private final Clock clock = Clock.system();
    private volatile int state = OPEN;

    /** Actors that are told of their end. */
    private final Set<Actor> held = ConcurrentHashMap.newKeySet();

    /** Woken when somebody has nothing to do; replaced under the lock. */
    private volatile Waiter[] listening = {};

    // guarded by this
    private final Set<Dispatching> own = new LinkedHashSet<>();
    private long turnsOfThoseGone;

    /** Threads of those gone, which may have some steps to go. */
    private final List<WeakReference<Thread>> lastSteps = new ArrayList<>();

    /**
     * An actor with mail in a lane is held by who runs it, is about to, or will look at it once
     * more; so this need not hold it.
     */
    private List<WeakReference<Actor>> actorsWithLanes = new ArrayList<>();

    private int mostWithLanes = LEAST_WITH_LANES;

    /** Open at once. */
    public House(HouseOptions options, Object owner) {
        this.options = options;
        this.owner = owner;
        String name = "roundhouse-" + number;
        Choices choices = options.choices();
        if (choices == null) {
            Workers workers =
                    new Workers(options.workers(), name + "-worker-", this::somebodyRests);
            this.shared = workers;
            this.keeper =
                    Thread.ofPlatform()
                            .name(name + "-keeper")
                            .daemon(false)
                            .unstarted(() -> workers.watch().keep(() -> state == CLOSED));
            keeper.start();
            workers.start();
        } else {
            this.shared = new Stepper(name + "-step-", choices, this::somebodyRests);
            this.keeper = null;
        }
    }

    // ---- actors

    /** See {@code Roundhouse.actor}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        Kind kind = kinds.get(type);
        if (kind == null) {
            kind = kind(type, new ActorOptions());
            kinds.putIfAbsent(type, kind);
        }
        checkOpen();
        return type.cast(make(kind, shared, type, factory, null));
    }

    /** See {@code Roundhouse.actor}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory, ActorOptions with) {
        return actor(type, factory, with, null);
    }

    <T> T actor(
            Class<T> type,
            Supplier<? extends T> factory,
            ActorOptions with,
            @Nullable Actor parent) {
        checkOpen();
        Kind kind = kind(type, with);
        Dispatch dispatch = shared instanceof Stepper ? Dispatch.WORKERS : with.dispatch();
        Handle handle =
                switch (dispatch) {
                    case WORKERS -> make(kind, shared, type, factory, parent);
                    case EXECUTOR -> onExecutor(kind, type, factory, with, parent);
                    case PINNED, VIRTUAL -> onOwnThread(kind, type, factory, with, parent);
                };
        return type.cast(handle);
    }

    private Kind kind(Class<?> type, ActorOptions with) {
        List<Binding> others = new ArrayList<>();
        for (Class<?> each : with.others()) {
            others.add(Binding.of(each, lookup(type, each, with)));
        }
        Binding first = Binding.of(type, lookup(type, type, with));
        return new Kind(this, first.with(others), with.bound(), with.name());
    }

    /** A lookup is for the interfaces of its package; one that is for none is refused. */
    private static @Nullable Lookup lookup(Class<?> first, Class<?> type, ActorOptions with) {
        Lookup lookup = with.lookup();
        if (lookup == null || Binding.isOf(type, lookup)) {
            return lookup;
        }
        boolean isForAnother =
                Binding.isOf(first, lookup)
                        || with.others().stream().anyMatch(each -> Binding.isOf(each, lookup));
        return isForAnother ? null : lookup;
    }

    private Handle make(
            Kind kind,
            Dispatching dispatching,
            Class<?> type,
            Supplier<?> factory,
            @Nullable Actor parent) {
        return kind.protocol().handle(newActor(kind, dispatching, type, factory, parent));
    }

    /** With the object that the factory makes, here and now. */
    private Actor newActor(
            Kind kind,
            Dispatching dispatching,
            Class<?> type,
            Supplier<?> factory,
            @Nullable Actor parent) {
        Actor actor = new Actor(kind, dispatching, actorsMade.incrementAndGet());
        Caller me = Caller.current();
        Task before = me.making;
        int depthBefore = me.makingDepth;
        me.making = actor;
        me.makingDepth = me.depth;
        boolean made = false;
        try {
            Object target = object(type, factory);
            checkHasAll(kind, target);
            me.making = before;
            me.makingDepth = depthBefore;
            if (parent != null) {
                parent.life().adopt(actor);
            }
            actor.begin(target);
            made = true;
            if (parent != null && parent.isStopped()) {
                actor.stop();
            }
            Events.actorStarted(actor, type);
        } finally {
            me.making = before;
            me.makingDepth = depthBefore;
            if (!made) {
                if (dispatching instanceof OwnThread own) {
                    own.doesNotStart();
                }
                actor.fail();
            }
        }
        return actor;
    }

    private Handle onOwnThread(
            Kind kind,
            Class<?> type,
            Supplier<?> factory,
            ActorOptions with,
            @Nullable Actor parent) {
        String name = with.name();
        OwnThread thread =
                new OwnThread(
                        with.dispatch() == Dispatch.VIRTUAL,
                        "roundhouse-" + number + "-" + (name == null ? type.getSimpleName() : name),
                        with.waiting(),
                        this::somebodyRests,
                        this::isGone);
        Actor actor = newActor(kind, thread, type, factory, parent);
        synchronized (this) {
            if (state < ENDING) {
                own.add(thread);
                thread.start(actor);
                return kind.protocol().handle(actor);
            }
        }
        thread.doesNotStart();
        actor.stop();
        checkOpen();
        return kind.protocol().handle(actor);
    }

    private Handle onExecutor(
            Kind kind,
            Class<?> type,
            Supplier<?> factory,
            ActorOptions with,
            @Nullable Actor parent) {
        String name = with.name();
        Executing executing = new Executing(Objects.requireNonNull(with.executor()));
        OnExecutor dispatching =
                new OnExecutor(
                        executing,
                        executing.executor,
                        refused ->
                                report(
                                        "the executor of actor "
                                                + (name == null ? type.getSimpleName() : name)
                                                + " runs nothing: its calls are dead letters",
                                        refused),
                        executing::rests);
        executing.dispatching = dispatching;
        synchronized (this) {
            checkOpen();
            own.add(dispatching);
            executing.isListed = true;
        }
        Actor actor = null;
        try {
            actor = newActor(kind, dispatching, type, factory, parent);
        } finally {
            executing.isMade(actor);
        }
        return kind.protocol().handle(actor);
    }

    /** The thread has had its last turn. */
    private void isGone(OwnThread thread) {
        synchronized (this) {
            if (own.remove(thread)) {
                turnsOfThoseGone += thread.turns();
                lastSteps.removeIf(each -> !isAlive(each.get()));
                lastSteps.add(new WeakReference<>(Thread.currentThread()));
            }
        }
        somebodyRests();
    }

    private static boolean isAlive(@Nullable Thread thread) {
        return thread != null && thread.isAlive();
    }

    /** Those that have a thread or an executor of their own, and are not gone. */
    synchronized int owned() {
        return own.size();
    }

    /**
     * The executor of one actor. It is among the house's own, until the actor has been stopped and
     * rests; late calls bring it back before they are run, until they are dead letters.
     *
     * <p>Who brings mail claims the actor (a full fence) and then looks whether it is listed; who
     * takes it off the list says so and then looks, behind a fence, whether it is claimed (Dekker).
     */
    private final class Executing implements Executor {
        private final Executor executor;
        private @Nullable OnExecutor dispatching;

        /** Null while it is made. */
        private volatile @Nullable Actor actor;

        private volatile boolean isOver;

        /** Written under the house's lock. */
        private volatile boolean isListed;

        Executing(Executor executor) {
            this.executor = executor;
        }

        @Override
        public void execute(Runnable turns) {
            if (!isListed) {
                comesBack();
            }
            executor.execute(turns);
        }

        /** Or could not be made: null. */
        void isMade(@Nullable Actor made) {
            actor = made;
            isOver = made == null;
            leavesIfGone();
        }

        void rests() {
            leavesIfGone();
            somebodyRests();
        }

        private void comesBack() {
            OnExecutor mine = Objects.requireNonNull(dispatching);
            synchronized (House.this) {
                if (own.add(mine)) {
                    turnsOfThoseGone -= mine.turns();
                }
                isListed = true;
            }
        }

        private void leavesIfGone() {
            Actor its = actor;
            if (!isOver && (its == null || !its.isStopped())) {
                return;
            }
            OnExecutor mine = Objects.requireNonNull(dispatching);
            synchronized (House.this) {
                if (!isListed) {
                    return;
                }
                isListed = false;
                VarHandle.fullFence();
                if (mine.isQuiet() && (its == null || !its.hasMail())) {
                    own.remove(mine);
                    turnsOfThoseGone += mine.turns();
                } else {
                    isListed = true;
                }
            }
        }
    }

    private static Object object(Class<?> type, Supplier<?> factory) {
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
        if (target instanceof Handle handle) {
            throw new IllegalArgumentException(
                    "the factory returned a handle, " + handle + ", not an object to run");
        }
        return target;
    }

    private static void checkHasAll(Kind kind, Object target) {
        for (Class<?> each : kind.protocol().types()) {
            if (!each.isInstance(target)) {
                throw new IllegalArgumentException(
                        "the factory of the actor for "
                                + each.getName()
                                + " returned a "
                                + target.getClass().getName()
                                + ", which is none");
            }
        }
    }

    /** See {@code Roundhouse.as}. */
    public <T> T as(Object handle, Class<T> type) {
        Handle mine = mine(handle);
        return mine.type() == type
                ? type.cast(mine)
                : mine.actor().kind.protocol().handle(mine.actor(), type);
    }

    // ---- actors that are told of their end

    /** It is told of its end when the house is closed. */
    void holds(Actor actor) {
        held.add(actor);
    }

    void releases(Actor actor) {
        held.remove(actor);
    }

    private List<Actor> heldYoungestFirst() {
        List<Actor> all = new ArrayList<>(held);
        all.sort(Comparator.comparingInt(Actor::number).reversed());
        return all;
    }

    // ---- what is open

    private void checkOpen() {
        if (state >= ENDING || (state == CLOSING && !isInside())) {
            throw new HouseClosedException("the house is closed: no more actors");
        }
    }

    private boolean isInside() {
        return Life.here() instanceof Actor me && me.kind.house() == this;
    }

    /** The house of the actor that runs on this thread; null if none does. */
    public static @Nullable House current() {
        return Life.here() instanceof Actor me ? me.kind.house() : null;
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
        mine(handle).actor().stop();
    }

    private Handle mine(Object handle) {
        if (!(handle instanceof Handle mine) || mine.actor().kind.house() != this) {
            throw new IllegalArgumentException(
                    "not a handle of an actor of this house: "
                            + (handle == null ? null : handle.getClass().getName()));
        }
        return mine;
    }

    /** This actor has got lanes. */
    synchronized void hasLanes(Actor actor) {
        if (actorsWithLanes.size() >= mostWithLanes) { // again when there are twice as many
            List<WeakReference<Actor>> left = new ArrayList<>();
            for (WeakReference<Actor> each : actorsWithLanes) {
                Actor its = each.get();
                if (its != null && (!its.isStopped() || its.hasMail())) {
                    left.add(each);
                }
            }
            actorsWithLanes = left;
            mostWithLanes = Math.max(LEAST_WITH_LANES, 2 * left.size());
        }
        actorsWithLanes.add(new WeakReference<>(actor));
        if (state != OPEN) {
            actor.haltLanes();
        }
    }

    /** Those that can still be called or have something to do. */
    synchronized List<Actor> actorsWithLanes() {
        List<Actor> actors = new ArrayList<>();
        for (WeakReference<Actor> each : actorsWithLanes) {
            Actor its = each.get();
            if (its != null) {
                actors.add(its);
            }
        }
        return actors;
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
        for (Dispatching each : own) {
            if (!each.isQuiet()) {
                return false;
            }
        }
        for (WeakReference<Actor> each : actorsWithLanes) {
            Actor its = each.get();
            if (its != null && its.hasMail()) {
                return false;
            }
        }
        return shared.isQuiet();
    }

    private synchronized long turns() {
        long sum = turnsOfThoseGone + shared.turns();
        for (Dispatching each : own) {
            sum += each.turns();
        }
        return sum;
    }

    /** Waits until all is quiet; returns whether it was in time. */
    public boolean awaitQuiescence(long nanos) {
        checkOutside("awaitQuiescence");
        if (shared instanceof Stepper stepper) {
            if (stepper.stepAll() && isQuiet()) {
                return true;
            }
            throw new IllegalStateException(
                    "nothing is left to run, and yet there are calls that wait: "
                            + stepper.whoWaits());
        }
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
        List<Actor> lanes = actorsWithLanes();
        lanes.forEach(Actor::haltLanes);
        boolean interrupted = hurry;
        boolean quiet = false;
        try {
            quiet = awaitQuiescence(hurry ? 0 : nanos);
            if (!held.isEmpty()) {
                heldYoungestFirst().forEach(Actor::stop);
                quiet =
                        awaitQuiescence(
                                hurry ? 0 : Math.max(1, nanos - (clock.nanoTime() - start)));
            }
        } catch (WaitInterruptedException e) {
            interrupted = Thread.interrupted();
        } catch (IllegalStateException e) {
            report("the house is closed while calls wait", e); // stepping, and nothing can end them
        }
        heldYoungestFirst().forEach(Actor::stop);
        List<Dispatching> own;
        synchronized (this) {
            state = ENDING;
            own = List.copyOf(this.own);
        }
        if (!quiet) {
            shared.interrupt();
            own.forEach(Dispatching::interrupt);
            interrupted |=
                    awaitDeaf(
                            new Condition("calls that still run", this::isQuiet),
                            toEnd(nanos, clock.nanoTime() - start));
        }
        shared.end();
        own.forEach(Dispatching::end);
        interrupted |= joinAll(own, toEnd(nanos, clock.nanoTime() - start));
        lanes.forEach(each -> each.mailed(Caller.current()));
        shared.sweep();
        own.forEach(Dispatching::sweep);
        lanes.forEach(Actor::forgetLanes);
        state = CLOSED;
        if (shared instanceof Workers workers) {
            workers.watch().wake();
        }
        somebodyRests();
        return interrupted | (keeper != null && join(keeper, Long.MAX_VALUE));
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
    private boolean joinAll(List<Dispatching> own, long nanos) {
        List<Thread> threads = new ArrayList<>(shared.threads());
        own.forEach(each -> threads.addAll(each.threads()));
        synchronized (this) {
            for (WeakReference<Thread> each : lastSteps) {
                Thread its = each.get();
                if (its != null && its != Thread.currentThread()) {
                    threads.add(its);
                }
            }
        }
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

    // ---- memory beyond bounds

    /** Whether there is so much left, which is taken then. */
    boolean takes(long bytes, boolean inAnyCase) {
        if (bytesBeyond.addAndGet(bytes) <= options.ceiling() || inAnyCase) {
            return true;
        }
        bytesBeyond.addAndGet(-bytes);
        return false;
    }

    void gives(long bytes) {
        bytesBeyond.addAndGet(-bytes);
    }

    String whyNoMore() {
        long bytes = bytesBeyond.get();
        return bytes == 0
                ? ""
                : ", in a house that has "
                        + bytes
                        + " bytes in mailboxes beyond their bounds and may have "
                        + options.ceiling();
    }

    // ---- what can be seen

    /** See {@code Roundhouse.counters}. */
    public HouseCounters counters() {
        int threads = 0;
        for (Thread each : shared.threads()) {
            threads += each.isAlive() ? 1 : 0;
        }
        synchronized (this) {
            for (Dispatching dispatching : own) {
                for (Thread each : dispatching.threads()) {
                    threads += each.isAlive() ? 1 : 0;
                }
            }
        }
        Workers workers = shared instanceof Workers mine ? mine : null;
        return new HouseCounters(
                actorsMade.get(),
                turns(),
                failures.get(),
                deadLetters.get(),
                workers == null ? 0 : workers.steals(),
                threads,
                workers == null ? 0 : workers.spares());
    }

    // ---- what goes wrong

    void failed(Invocation call, Throwable thrown) {
        failures.incrementAndGet();
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

    /** See {@code Roundhouse.step}. */
    public boolean step() {
        if (shared instanceof Stepper stepper) {
            return stepper.step();
        }
        throw new IllegalStateException(
                "this house has workers, and takes no steps; open one with Roundhouse.open(with -> with.stepping())");
    }

    /** Whose part this is. */
    public Object owner() {
        return owner;
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
