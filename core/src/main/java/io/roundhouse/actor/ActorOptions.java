package io.roundhouse.actor;

import io.roundhouse.waiting.WaitStrategy;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** How one actor is run; see {@code Roundhouse.actor}. Not thread-safe. */
public final class ActorOptions {
    /** The greatest bound. */
    public static final int GREATEST_BOUND = 1 << 20;

    /** The bound of an actor for which nothing else is said. */
    public static final int DEFAULT_BOUND = 4_096;

    /** The {@link #bound} of an actor that is {@link #unbounded()}. */
    public static final int NO_BOUND = Integer.MAX_VALUE;

    /** Who runs the actor. */
    public enum Dispatch {
        /** One of the house's workers, whichever is free: the default for all that queue. */
        WORKERS,
        /** A platform thread of its own. */
        PINNED,
        /** A virtual thread of its own. */
        VIRTUAL,
        /** An executor. */
        EXECUTOR
    }

    private int bound = DEFAULT_BOUND;
    private @Nullable Dispatch dispatch;
    private boolean rendezvous;
    private WaitStrategy waiting = WaitStrategy.adaptive();
    private MethodHandles.@Nullable Lookup lookup;
    private @Nullable String name;
    private @Nullable Executor executor;
    private final List<Class<?>> others = new ArrayList<>(0);

    /** The defaults. */
    public ActorOptions() {}

    /**
     * How many calls may be under way to the actor, the one being handled included; 4,096 unless
     * set. A thread that sends more waits; an actor that does rests after the call that it is
     * handling until there is room: where calls are short, until half of the bound is free, unless
     * this actor waits for it meanwhile. Memory for calls is had when it is first needed.
     *
     * <p>From 1,024 on, a platform thread that is none of the house's and streams calls may have as
     * many again under way (rounded down to a power of two), on a lane of its own. An actor has up
     * to 64 such lanes.
     *
     * @throws IllegalArgumentException if less than 1 or more than {@link #GREATEST_BOUND}
     */
    public ActorOptions bounded(int calls) {
        if (calls < 1 || calls > GREATEST_BOUND) {
            throw new IllegalArgumentException(
                    "a mailbox is bounded to 1 to " + GREATEST_BOUND + " calls, not " + calls);
        }
        bound = calls;
        return this;
    }

    /**
     * As many calls may be under way to the actor as there is memory for: nobody who sends one
     * waits or rests. What is beyond 65,536 calls counts to the house's {@link
     * HouseOptions#ceiling(long) ceiling}; who sends more than that allows gets a {@link
     * MailboxFullException}, and nothing was sent. Threads that call again and again have no lanes
     * of their own to such an actor, so each of their calls takes some more time.
     */
    public ActorOptions unbounded() {
        bound = NO_BOUND;
        return this;
    }

    /**
     * Calls are not queued: who makes one waits until the actor begins with it, as at a rendezvous
     * {@code Channel}. The actor is a process of CSP then.
     *
     * <p>A {@code void} call, and one whose answer comes later, returns when the actor's thread has
     * taken it, and before it has ended; a call that waits for its answer does so as ever. In the
     * code of a clause of a {@code Select} it does not wait: the select does. When it has returned
     * elsewhere it has been accepted, and is handled, once. If it throws, it is not handled: with
     * {@link ActorStoppedException} as the actor was stopped before, with {@link AskCycleException}
     * as the actor waits for the one that calls, directly or through others, or is that one itself;
     * with {@code WaitInterruptedException} as the caller was interrupted, in a {@code Scope} by a
     * failure, a cancellation or a deadline; with {@code IllegalStateException} as nothing is left
     * to run, or the house is closed, in a house that goes {@link HouseOptions#stepping() step by
     * step}. {@link #bounded} says how many may wait in the mailbox, those included that have been
     * withdrawn, by an interrupt or in a {@code Select}, and to which the actor has not come yet.
     *
     * <p>Each call wakes two threads. So such an actor has a virtual thread of its own unless
     * {@link #onWorkers}, {@link #pinned()} or {@link #on} is said; an actor on a worker that calls
     * one is replaced by another thread each time that it waits. Where both are on one executor and
     * none of its threads comes, for half a second at first, the caller's thread makes the call,
     * and it returns when that has ended.
     */
    public ActorOptions rendezvous() {
        rendezvous = true;
        return this;
    }

    /** On one of the house's workers: the default unless it is a {@link #rendezvous()}. */
    public ActorOptions onWorkers() {
        dispatch = Dispatch.WORKERS;
        return this;
    }

    /** On a platform thread of its own, which waits as {@link WaitStrategy#adaptive()} does. */
    public ActorOptions pinned() {
        return pinned(WaitStrategy.adaptive());
    }

    /** On a platform thread of its own, which waits for calls as the strategy says. */
    public ActorOptions pinned(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
        dispatch = Dispatch.PINNED;
        return this;
    }

    /**
     * On a virtual thread of its own: for calls that block, on files, sockets or locks. On workers
     * such calls are made up for by up to 32 spare ones; where more block at a time than there are
     * workers and spares together, all other actors of the house stand still until one returns.
     */
    public ActorOptions virtual() {
        dispatch = Dispatch.VIRTUAL;
        return this;
    }

    /**
     * On an executor: whenever there are calls, it is asked to run some of them. It may run what it
     * is given late, or on the spot; where it refuses twice in a row, calls are dead letters, and
     * that is logged. An actor that waits in a call for another one of the same executor runs that
     * one itself where no thread comes, on top of its own call: some hundreds deep, 64 on a virtual
     * thread; the ask for which the stack may not suffice fails with an {@link
     * IllegalStateException}, not handled if it has not begun. Where no thread comes, others of
     * this executor run there likewise without whom the wait never ends, directly or through
     * others, as answers and what is attached to them tell: within a second of being due, or some
     * where threads come to others meanwhile. Whoever that goes through and rests until there is
     * room at one of this executor goes on without, where all threads that it has lent to actors
     * wait and none has come for a while: that mailbox grows. An answer that is completed by hand
     * does not tell by whom, and who waits for a time only, or where one of two answers is enough,
     * waits for that: they may need a thread of the executor more. It is not closed with the house,
     * and what it has not run when the house is closed is dead letters. The house holds the actor
     * until it is stopped or the house is closed, though nobody may call it any more.
     *
     * <p>What an executor would run on the spot in a call of another actor, as {@code
     * Runnable::run} does and a pool whose callers run what it has no thread for, is not run there:
     * a virtual thread asks the executor once more, and so the call goes on, as with any other
     * executor. Who wants calls to run on one thread and in one order opens a house that is
     * {@linkplain HouseOptions#stepping() stepped}.
     *
     * <p>A thread that is interrupted while it runs calls is so when the executor has it again; the
     * call at hand may see that, the next one does not. A call that throws takes the interrupt with
     * it.
     */
    public ActorOptions on(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        dispatch = Dispatch.EXECUTOR;
        return this;
    }

    /**
     * Called through this interface, too, which the object must implement: {@code Roundhouse.as}
     * and {@link ActorContext#self} give handles of it. Calls through all of them are in one order.
     */
    public ActorOptions also(Class<?> type) {
        if (!others.contains(Objects.requireNonNull(type, "type"))) {
            others.add(type);
        }
        return this;
    }

    /**
     * What may see the actor's interface where the library may not: {@code MethodHandles.lookup()}
     * of a class in the interface's own package.
     */
    public ActorOptions in(MethodHandles.Lookup lookup) {
        this.lookup = Objects.requireNonNull(lookup, "lookup");
        return this;
    }

    /**
     * What the actor is called in messages, and its thread; the name of its class and a number
     * unless set. Actors may have the same name.
     *
     * @throws IllegalArgumentException if there is nothing in it to be read
     */
    public ActorOptions named(String name) {
        Objects.requireNonNull(
                name, "a name is needed: without named(…) an actor is called after its class");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "a name is needed that can be read; without named() an actor is called after"
                            + " its class");
        }
        this.name = name;
        return this;
    }

    /** See {@link #on}; null unless set. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public @Nullable Executor executor() {
        return executor;
    }

    /** See {@link #also}. */
    public List<Class<?>> others() {
        return List.copyOf(others);
    }

    /** See {@link #bounded}; {@link #NO_BOUND} where there is none. */
    public int bound() {
        return bound;
    }

    /** See {@link #onWorkers}, {@link #pinned}, {@link #virtual} and {@link #on}. */
    public Dispatch dispatch() {
        if (dispatch != null) {
            return dispatch;
        }
        return rendezvous ? Dispatch.VIRTUAL : Dispatch.WORKERS;
    }

    /** See {@link #rendezvous}. */
    public boolean isRendezvous() {
        return rendezvous;
    }

    /** See {@link #pinned(WaitStrategy)}. */
    public WaitStrategy waiting() {
        return waiting;
    }

    /** See {@link #in}; null unless set. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public MethodHandles.@Nullable Lookup lookup() {
        return lookup;
    }

    /** See {@link #named}; null unless set. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public @Nullable String name() {
        return name;
    }
}
