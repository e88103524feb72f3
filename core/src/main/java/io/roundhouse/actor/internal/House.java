package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.Invocation;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actors, and how they all come to their ends.
 *
 * <p><b>When all is quiet.</b> Every lane counts what was sent (its loader's position) and what was
 * handled (its unloader's position, published after the handler has returned). First all that was
 * handled is added up, then all that was sent. Both only grow, and nothing is handled that was not
 * sent; so if the sums are equal, then at the moment between them everything that had been sent had
 * been handled, and no handler was running that could send more. What a handler sent is seen with
 * its being handled (release and acquire of the unloader's position).
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
    private final Thread keeper;
    private final Waiter keeperWaiter = WaitStrategy.parking().newWaiter();
    private volatile int state = OPEN;

    /** Woken when an actor has nothing to do; replaced under the lock. */
    private volatile Waiter[] listening = {};

    // guarded by this
    private final Set<Mailbox> actors = new LinkedHashSet<>();
    private final List<Mailbox> ended = new ArrayList<>();
    private long handledByThoseGone;

    /** Open at once. */
    public House(HouseOptions options) {
        this.options = options;
        this.keeper =
                Thread.ofPlatform()
                        .name("roundhouse-" + number + "-keeper")
                        .daemon(false)
                        .unstarted(this::keep);
        keeper.start();
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
    public <T> T actor(Class<T> type, Supplier<? extends T> factory, ActorOptions with) {
        checkOpen();
        Binding binding = Binding.of(type, with.lookup());
        Object target = make(type, factory);
        String name = with.name();
        int n = actorsMade.incrementAndGet();
        Mailbox mailbox =
                new Mailbox(
                        this,
                        name == null ? nameOf(target.getClass(), type) + "-" + n : name,
                        binding,
                        with,
                        target);
        synchronized (this) {
            checkOpen();
            actors.add(mailbox);
            if (state != OPEN) {
                mailbox.refuseOutside();
            }
        }
        return type.cast(mailbox.start());
    }

    private static String nameOf(Class<?> target, Class<?> type) {
        return target.isHidden() || target.getSimpleName().isEmpty()
                ? type.getSimpleName()
                : target.getSimpleName();
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
        return Thread.currentThread() instanceof ActorThread me && me.mailbox.house == this;
    }

    /** See {@code Roundhouse.stop}. */
    public void stop(Object handle) {
        if (!(handle instanceof Handle mine) || mine.mailbox.house != this) {
            throw new IllegalArgumentException(
                    "not a handle of an actor of this house: "
                            + (handle == null ? null : handle.getClass().getName()));
        }
        mine.mailbox.stop();
    }

    /** Whether calls from outside are refused. */
    boolean isClosing() {
        return state != OPEN;
    }

    /** An actor's thread has come to its end. */
    void ended(Mailbox mailbox) {
        synchronized (this) {
            actors.remove(mailbox);
            handledByThoseGone += mailbox.handled();
            ended.removeIf(each -> !each.thread.isAlive());
            ended.add(mailbox);
        }
        actorIsIdle();
    }

    // ---- quiet

    /** An actor has nothing to do, or is no more: whoever waits for quiet looks again. */
    void actorIsIdle() {
        for (Waiter waiter : listening) {
            waiter.wake();
        }
    }

    private boolean isQuiet() {
        long handled = handled();
        return handled == sent(); // in this order: see above
    }

    private synchronized long handled() {
        long sum = handledByThoseGone;
        for (Mailbox each : actors) {
            sum += each.handled();
        }
        return sum;
    }

    private synchronized long sent() {
        long sum = handledByThoseGone;
        for (Mailbox each : actors) {
            sum += each.sent();
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
        long start = Clock.system().nanoTime();
        snapshot().forEach(Mailbox::refuseOutside);
        boolean interrupted = hurry;
        boolean quiet = false;
        try {
            quiet = awaitQuiescence(hurry ? 0 : nanos);
        } catch (WaitInterruptedException e) {
            interrupted = Thread.interrupted();
        }
        List<Mailbox> last;
        synchronized (this) {
            state = ENDING;
            last = List.copyOf(actors);
        }
        for (Mailbox each : last) {
            each.stop();
            if (!quiet) {
                each.thread.interrupt();
            }
        }
        Condition allGone = new Condition("the actors' threads to end", () -> snapshot().isEmpty());
        interrupted |= awaitDeaf(allGone, toEnd(nanos, Clock.system().nanoTime() - start));
        for (Mailbox each : snapshot()) {
            report(
                    "actor "
                            + each.name
                            + " does not return from its call: its thread outlives the house",
                    null);
        }
        interrupted |= joinAll();
        last.forEach(Mailbox::sweepAgain);
        state = CLOSED;
        keeperWaiter.wake();
        actorIsIdle();
        return interrupted | join(keeper);
    }

    /** How long threads have to end, where so much of the limit is gone: the rest, or a second. */
    static long toEnd(long limitNanos, long passedNanos) {
        return limitNanos == Long.MAX_VALUE
                ? limitNanos // for ever
                : Math.max(limitNanos - passedNanos, LEAST_TO_END_NANOS);
    }

    private synchronized List<Mailbox> snapshot() {
        return List.copyOf(actors);
    }

    /** Waits for threads that have nothing more to do but to end. */
    private boolean joinAll() {
        List<Mailbox> all;
        synchronized (this) {
            all = List.copyOf(ended);
        }
        boolean interrupted = false;
        for (Mailbox each : all) {
            interrupted |= join(each.thread);
        }
        return interrupted;
    }

    private static boolean join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        return interrupted;
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
        return "house " + number + " " + snapshot();
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
