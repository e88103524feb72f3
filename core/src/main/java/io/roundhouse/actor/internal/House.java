package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.ActorOptions.Dispatch;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseCounters;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Stepper;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.dispatch.internal.Workers;
import io.roundhouse.waiting.Choices;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Actors, the threads that run them, and how they all come to their ends. */
public final class House {
    private static final AtomicInteger HOUSES = new AtomicInteger();

    private static final int OPEN = 0;
    private static final int CLOSING = 1; // outside is refused
    private static final int ENDING = 2; // no more actors; what is still there becomes dead letters
    private static final int CLOSED = 3;

    private final Object owner;
    private final int number = HOUSES.incrementAndGet();
    final Problems problems;

    /** For mailboxes, far beyond their bounds. */
    final Ceiling ceiling;

    private final Staff staff;
    private final Dispatching shared;
    private final Kinds kinds;
    private final Maker maker;
    private final @Nullable Thread keeper;

    /** Whether all was handled when it was closed, and all threads have ended. Who closes it. */
    private volatile boolean endsWell;

    /** That of calls; threads that are to end do so in the system's time. */
    private final Clock clock;

    private volatile int state = OPEN;

    /** Actors that are told of their end. */
    private final Set<Actor> held = ConcurrentHashMap.newKeySet();

    /** Open at once. */
    public House(HouseOptions options, Object owner) {
        this.owner = owner;
        this.problems = new Problems(options.onFailure(), options.onDeadLetter());
        this.ceiling = new Ceiling(options.ceiling());
        String name = "roundhouse-" + number;
        Choices choices = options.choices();
        this.staff =
                new Staff(whenResting ->
                        choices == null
                                ? new Workers(options.workers(), name + "-worker-", whenResting)
                                : new Stepper(name + "-step-", choices, whenResting));
        this.shared = staff.shared();
        this.clock = shared.clock();
        this.kinds = new Kinds(this, shared);
        this.maker = new Maker(staff, name + "-");
        this.keeper = shared instanceof Workers workers ? keeper(workers, name) : null;
    }

    private Thread keeper(Workers workers, String name) {
        Thread thread =
                Thread.ofPlatform()
                        .name(name + "-keeper")
                        .inheritInheritableThreadLocals(false)
                        .daemon(false)
                        .unstarted(() -> workers.watch().keep(() -> state == CLOSED));
        thread.start();
        try {
            workers.start();
        } catch (Throwable e) { // no more threads: those that there are end
            state = CLOSED;
            workers.end();
            workers.watch().wake();
            throw e;
        }
        return thread;
    }

    // ---- actors

    /** See {@code Roundhouse.actor}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        Kind kind = kinds.of(type);
        checkOpen();
        return type.cast(maker.make(kind, type, factory, null));
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
        Kind kind = kinds.of(type, with);
        Dispatch dispatch = shared instanceof Stepper ? Dispatch.WORKERS : with.dispatch();
        Handle handle =
                switch (dispatch) {
                    case WORKERS -> maker.make(kind, type, factory, parent);
                    case EXECUTOR -> maker.onExecutor(kind, type, factory, with, parent);
                    case PINNED, VIRTUAL -> maker.onOwnThread(kind, type, factory, with, parent);
                };
        return type.cast(handle);
    }

    /**
     * Makes nothing, but refuses what no actor can be made of.
     *
     * @throws IllegalArgumentException as {@link #actor(Class, Supplier, ActorOptions)} does
     */
    public void check(Class<?> type, ActorOptions with) {
        checkOpen();
        var _ = kinds.of(type, with);
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

    /** It is held by now: it is told here if the house has told all others before. */
    void stopsIfEnding(Actor actor) {
        if (state >= ENDING) {
            actor.stop();
        }
    }

    void releases(Actor actor) {
        held.remove(actor);
    }

    private List<Actor> heldYoungestFirst() {
        List<Actor> all = new ArrayList<>(held);
        all.sort(Comparator.comparingInt(Actor::number).reversed());
        return all;
    }

    Staff staff() {
        return staff;
    }

    // ---- what is open

    /** Throws if there are no more actors to be made. */
    void checkOpen() {
        if (state >= ENDING || (state == CLOSING && !isInside())) {
            throw noMoreActors();
        }
    }

    static HouseClosedException noMoreActors() {
        return new HouseClosedException("the house is closed: no more actors");
    }

    private boolean isInside() {
        return Life.here() instanceof Actor me && me.kind.house() == this;
    }

    /** An actor of this house that this thread runs, or has it wait below what it runs. */
    private @Nullable Actor callerFromHere() {
        if (isInside()) {
            return Life.here();
        }
        Caller me = Caller.current();
        for (int depth = me.depth() - 1; depth >= 0; depth--) {
            if (me.visitor(depth) instanceof Actor below && below.kind.house() == this) {
                return below;
            }
        }
        return null;
    }

    /** The house of the actor that runs on this thread; null if none does. */
    public static @Nullable House current() {
        return Life.here() instanceof Actor me ? me.kind.house() : null;
    }

    /** Throws if the house takes no calls from outside any more. */
    void checkAcceptsFromOutside(Bounded actor) {
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
        if (!(handle instanceof Handle mine)) {
            throw new IllegalArgumentException(
                    "not a handle of an actor of this house: " + handle.getClass().getName());
        }
        if (mine.actor().kind.house() != this) {
            throw new IllegalArgumentException(
                    "actor " + mine.actor() + " is one of another house");
        }
        return mine;
    }

    /** This actor has got lanes. */
    void hasLanes(Actor actor) {
        staff.hasLanes(actor);
        if (state != OPEN) { // behind it: who closes the house sees them, or we see that it does
            actor.haltLanes();
        }
    }

    /** Whether what is still there becomes dead letters. */
    boolean isEnding() {
        return state >= ENDING;
    }

    /** Whether all is over: what has not been answered by now never is. */
    boolean isClosed() {
        return state == CLOSED;
    }

    /** Whether calls from outside are refused. */
    boolean isClosing() {
        return state != OPEN;
    }

    // ---- quiet

    /** Waits until all is quiet; returns whether it was in time. */
    public boolean awaitQuiescence(long nanos) {
        checkOutside("awaitQuiescence");
        if (shared instanceof Stepper stepper) {
            long until = stepper.in(nanos);
            do { // again where another thread has stepped between two looks
                if (stepper.stepAll(until) && isQuiet()) {
                    return clock.nanoTime() <= until; // a call on this stack may have waited longer
                }
                if (stepper.isOnlyLater(until)) {
                    return false;
                }
            } while (!stepper.isStuck());
            throw nothingLeft(stepper);
        }
        shared.isAwaited(1); // who ends a visit tells, or has not seen this: then a nap later
        try {
            return staff.await(
                    new Condition("all actors of the house to be idle", this::isQuiet), nanos);
        } finally {
            shared.isAwaited(-1);
        }
    }

    /** A visit has ended, and somebody may wait for that. */
    void visitEnds() {
        staff.somebodyRests();
    }

    private static IllegalStateException nothingLeft(Stepper stepper) {
        return new IllegalStateException(
                "nothing is left to run, and yet there are calls that wait: " + stepper.whoWaits());
    }

    /** Likewise, for who closes it: where another thread steps, that one may come to its end. */
    private boolean awaitQuietToClose(CloseLimit limit) {
        if (!(shared instanceof Stepper stepper)) {
            return awaitQuiescence(limit.forCalls());
        }
        long until = stepper.in(limit.forCalls());
        Wait free = new Condition("another thread to step no more", stepper::isFreeForMe);
        while (!limit.isOverForSteps() && staff.await(free, limit.forOthers())) {
            if (stepper.stepsAllUnlessOther(until, limit::isOverForSteps)) {
                if (isQuiet()) {
                    return true;
                }
                if (stepper.isOnlyLater(until)) {
                    return false;
                }
            }
            if (stepper.isStuck()) {
                throw nothingLeft(stepper);
            }
        }
        return isQuiet();
    }

    private boolean isQuiet() {
        return state == CLOSED || staff.isQuiet();
    }

    private void checkOutside(String method) {
        Actor caller = callerFromHere();
        if (caller != null) {
            throw new IllegalStateException(
                    method
                            + " waits for all actors of the house, and must not be called by one of them: "
                            + caller);
        }
        if (Problems.isTelling()) {
            throw new IllegalStateException(
                    method
                            + " waits for all actors of a house, and must not be called by who is told of a dead letter: "
                            + Thread.currentThread().getName());
        }
    }

    // ---- closing

    /** See {@code Roundhouse.close}. */
    public boolean close(Duration limit) {
        long nanos = Clock.nanos(limit);
        checkOutside("close");
        boolean first;
        long deadBefore = problems.deadLetters();
        synchronized (this) {
            first = state == OPEN;
            if (first) {
                state = CLOSING;
                shared.shuts();
            }
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (first) {
                interrupted |= closeNow(nanos, interrupted, deadBefore);
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
        return endsWell;
    }

    /** Returns whether it was interrupted meanwhile. */
    private boolean closeNow(long nanos, boolean hurry, long deadBefore) {
        CloseLimit limit = new CloseLimit(hurry ? 0 : nanos, clock, Clock.system());
        CloseLimit toEnd = hurry ? new CloseLimit(nanos, clock, Clock.system()) : limit;
        List<Actor> lanes = staff.actorsWithLanes();
        lanes.forEach(Actor::haltLanes);
        boolean interrupted = hurry;
        boolean quiet = false;
        try {
            quiet = awaitQuietToClose(limit);
            if (!held.isEmpty()) {
                boolean inTime = quiet;
                quiet = false; // until they have been told
                heldYoungestFirst().forEach(Actor::stop);
                quiet = awaitQuietToClose(limit) && inTime; // else some of it is a dead letter
            }
        } catch (WaitInterruptedException e) {
            interrupted = Thread.interrupted();
        } catch (IllegalStateException e) {
            problems.report(
                    "the house is closed while calls wait",
                    e); // stepping, and nothing can end them
        }
        endsWell = quiet;
        problems.end();
        state = ENDING; // first: who is held from now on is stopped by who holds it
        heldYoungestFirst().forEach(Actor::stop);
        List<Dispatching> own = staff.completes();
        shared.interrupt(); // though all is quiet: a call that is being sent may arrive yet
        own.forEach(Dispatching::interrupt);
        staff.relievesAll(); // behind the state: who comes to rest sees it, or is seen here
        if (!quiet) {
            interrupted |= awaitCallsThatRun(toEnd.toEnd());
            Set<Task> visited =
                    shared instanceof Workers workers ? workers.visited() : new HashSet<>();
            own.forEach(each -> visited.removeAll(each.inCalls()));
            if (!visited.isEmpty()) {
                problems.report(
                        "a thread that is none of the house's runs a call of "
                                + visited
                                + " on the spot: that outlives the house",
                        null);
            }
        }
        shared.end();
        own.forEach(Dispatching::end);
        interrupted |= staff.join(own, toEnd.toEnd(), this::reportHanging);
        for (String words : GivenUp.onBorrowedThreads(own)) {
            endsWell = false;
            problems.report(words, null);
        }
        lanes.forEach(each -> each.mailed(Caller.current()));
        shared.sweep();
        own.forEach(Dispatching::sweep);
        lanes.forEach(Actor::forgetLanes);
        if (problems.deadLetters() != deadBefore) { // also what was sent to who had been told
            endsWell = false;
        }
        state = CLOSED; // before somebody is told: what is attached may close the house, too
        if (shared instanceof Workers workers) {
            workers.watch().wake();
        }
        staff.somebodyRests();
        try {
            GivenUp.tellAllOf(this, Stream.concat(Stream.of(shared), own.stream()).toList());
        } finally {
            problems.hasEnded();
            interrupted |= keeper != null && Staff.join(keeper, Long.MAX_VALUE);
        }
        return interrupted;
    }

    private void reportHanging(Thread thread) {
        endsWell = false;
        problems.report(GivenUp.words(thread, "an actor"), null);
    }

    /**
     * Where all is stepped, a call runs while another thread steps, and at no other time: what is
     * left then is not waited for, as nobody would run it. Calls that wait were not ended beside
     * that thread, and are now.
     */
    private boolean awaitCallsThatRun(long nanos) {
        if (!(shared instanceof Stepper stepper)) {
            return awaitDeaf(new Condition("calls that still run", this::isQuiet), nanos);
        }
        boolean interrupted =
                awaitDeaf(
                        new Condition("another thread to step no more", stepper::isFreeForMe),
                        nanos);
        stepper.interrupt();
        return interrupted;
    }

    /** Waits and keeps waiting when interrupted; returns whether it was. */
    private boolean awaitDeaf(Wait wait, long nanos) {
        boolean interrupted = false;
        while (true) {
            try {
                staff.await(wait, nanos);
                return interrupted;
            } catch (WaitInterruptedException e) {
                interrupted = Thread.interrupted();
            }
        }
    }

    // ---- what can be seen

    /** See {@code Roundhouse.counters}. */
    public HouseCounters counters() {
        int threads = (int) staff.threads().stream().filter(Thread::isAlive).count();
        Workers workers = shared instanceof Workers mine ? mine : null;
        return new HouseCounters(
                maker.made(),
                staff.turns(),
                problems.failures(),
                problems.deadLetters(),
                workers == null ? 0 : workers.steals(),
                threads,
                workers == null ? 0 : workers.spares());
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
        return problems.deadLetters();
    }

    @Override
    public String toString() {
        return "house " + number + " with " + maker.made() + " actors made";
    }

    private record Condition(String what, BooleanSupplier holds, Thread who) implements Wait {
        Condition(String what, BooleanSupplier holds) {
            this(what, holds, Thread.currentThread());
        }

        @Override
        public boolean met() {
            return holds.getAsBoolean();
        }

        @Override
        public String toString() {
            return "thread \"" + who.getName() + "\" waits for " + what;
        }
    }
}
