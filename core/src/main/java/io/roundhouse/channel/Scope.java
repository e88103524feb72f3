package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A piece of code whose threads end with it. It forks processes, each on a virtual thread, and
 * joins them; if one fails, or the time is over, all others are canceled, by an interrupt, and
 * {@link #join} throws. When {@link #close} returns, none is left. A process that ends before a
 * scope which it has opened has failed, and that is closed first.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open(Duration.ofSeconds(5))) {
 *     Channel<Order> orders = scope.<Order>channel("orders").buffered(16);
 *     scope.go(() -> { read(orders); orders.close(); });
 *     scope.go(() -> orders.forEach(this::fill));
 *     scope.join();
 * }
 * }</pre>
 *
 * <p>An interrupt reaches whoever waits at a channel, in a select, for an answer of an actor
 * ({@code join} of it included), or anywhere else in the JDK that is not deaf to it. {@code
 * CompletableFuture.allOf(answers).join()} is: wait for such futures with {@code get()}, or for
 * what comes of the answers themselves, by {@code thenCombine} and the like. If a process fails, or
 * somebody else cancels the scope, while the thread that opened it is somewhere else than in {@link
 * #join}, that one is interrupted, too. At a channel, in a select, in {@link Fork#join}, for an
 * actor, in a scope inside and where it forks it gets what {@link #join} throws, or a {@link
 * CancellationException} where that throws nothing; elsewhere {@code close} takes the flag back.
 * Where it need not wait as the channel is closed it gets that, too, but in what a select has for
 * closed channels: a canceled process may have closed it and left elements out. Another process
 * that comes there before its interrupt finds the channel closed, and so does {@code tryReceive}.
 *
 * <p>Deadlocks. A channel of {@link #channel} is for the processes of its scope. When all of them,
 * the opening thread included, wait at such channels or join each other ({@link Fork#join}), in
 * this scope or in those that were opened inside of it and have no time that is not over, without a
 * limit of time, nothing can happen any more: the scope is canceled, and the opening thread gets a
 * {@link DeadlockException} which says who waits for what, and where. It is found within a second,
 * and never wrongly, unless somebody outside was given an end that he has not used yet, or is to
 * cancel the scope or a {@link Fork}: say so with {@link #share}. Where a channel is used outside
 * the scope, or was not made by it, the same is reported and not thrown: see {@link #whenStuck}.
 * Who waits for something else, or with a time, is taken for one that will go on.
 *
 * <p>Design. The opening thread looks after the others while it waits: there is no other thread for
 * it, and no other process does anything for it but write down where it waits. All are looked at
 * twice. If each waits, was not called, could not go on if it were, and has not gone on meanwhile,
 * then all of them waited at the moment between the two looks, and nobody was left to change that.
 *
 * <p>Threads: forks may be made by the processes of the scope; {@code join}, {@code close} are for
 * the thread that opened it. Roots. N. J. Smith, "Notes on structured concurrency" (2018).
 */
@SuppressWarnings("exports") // users may do without the module of the annotations
public final class Scope implements AutoCloseable {
    /**
     * More than it takes to start a virtual thread; small ones. More than for an interrupt: who
     * could fork can cancel.
     */
    private static final int FRAMES_TO_START = Cancellation.FRAMES + 16;

    /** What the thread that opened it is around it. */
    final @Nullable Process outer;

    final Process owner;

    final Processes processes;
    final Cancellation cancellation;

    private final OwnChannels channels = new OwnChannels();

    final Watch watch = new Watch(this);
    private @Nullable TimeLimit limit;

    private Scope() {
        this.outer = Process.current();
        this.owner = new Process(this, outer);
        AwakeLock lock = new AwakeLock();
        this.processes = new Processes(this, lock);
        Scope around = openedAround();
        this.cancellation =
                new Cancellation(
                        owner, processes, lock, around == null ? null : around.cancellation);
    }

    /** A scope without a limit of time. */
    public static Scope open() {
        Scope scope = new Scope();
        scope.begin();
        return scope;
    }

    /**
     * A scope whose processes are canceled when so much time, 0 or more, is over. One thread does
     * that for all scopes: where an interrupt is to close what a process waits at (a channel of the
     * JDK's or of yours) and that takes time, others are late; where it waits for another process
     * of the scope, which may not have been interrupted yet, none is ever told. What the thread
     * that opened the scope waits at may wait for its processes: they are interrupted before.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public static Scope open(Duration time) {
        long nanos = Clock.nanos(time);
        Scope scope = new Scope();
        if (nanos <= Deadlines.LONGEST_NANOS) {
            TimeLimit limit = new TimeLimit(nanos, () -> scope.timeIsOver(time));
            scope.limit = limit;
            Deadlines.ALL.add(limit);
        }
        scope.begin();
        return scope;
    }

    private void begin() {
        Process.become(owner);
        if (outer != null) {
            outer.inside = this;
        }
    }

    // ---- forking

    /** Code that may throw what it likes. */
    @FunctionalInterface
    public interface Body {
        /** Runs once. */
        void run() throws Exception;
    }

    /**
     * Starts a process.
     *
     * @throws CancellationException if the scope has been canceled; the thread that opened it gets
     *     what {@link #join} throws instead, if there is such a reason and it has not got it
     * @throws IllegalStateException if it is closed, or the caller is not of the scope
     */
    public Fork<?> go(Body body) {
        Needed.body(body);
        return this.<@Nullable Object>fork(() -> {
            body.run();
            return null;
        });
    }

    /**
     * Starts a process with a result.
     *
     * @throws CancellationException if the scope has been canceled; the thread that opened it gets
     *     what {@link #join} throws instead, if there is such a reason and it has not got it
     * @throws IllegalStateException if it is closed, or the caller is not of the scope
     */
    public <T extends @Nullable Object> Fork<T> fork(Callable<? extends T> body) {
        Needed.body(body);
        StackRoom.needs(FRAMES_TO_START); // a start half way leaves a scheduler that was not told
        Fork<T> fork = new Fork<>(this, processes.nextName(), body);
        if (!cancellation.hasEnded() && !isInside()) {
            throw new IllegalStateException("only processes of a scope fork others");
        }
        cancellation.admit(fork.process());
        processes.start(fork.process());
        return fork;
    }

    /**
     * A process has ended; well if there is no problem. Without the lock then: many that are woken
     * together end together, and all would wait for it.
     */
    void ended(Process process, @Nullable Throwable problem) {
        try {
            if (problem != null) {
                cancellation.failed(ScopeFailedException.of(process, problem), problem);
            }
        } finally {
            hasEnded(process);
        }
    }

    /**
     * It has ended as a scope around this one was canceled, and so is this one now: others here may
     * wait for what it was to do.
     *
     * @param problem what it has thrown, which may be for something else: nobody can tell
     */
    void endedFromAround(Process process, Throwable problem) {
        try {
            cancellation.begin(new ScopeCanceled(problem));
        } finally {
            hasEnded(process);
        }
    }

    private void hasEnded(Process process) {
        // then reads for what the owner waits, who does it in turn
        if (processes.hasEnded(process) || owner.joins(process)) {
            Sleep.end(owner.thread);
        }
    }

    // ---- canceling

    /**
     * Cancels all processes: they are interrupted. So is the thread that opened the scope, if it is
     * another one, and neither joins nor closes the scope, and gets a {@link CancellationException}
     * where it waits: see the class. {@link #join} throws nothing for it. Where a process cannot be
     * interrupted at once, as what it waits at cannot be closed, that is logged. One after the
     * other: what a process waits at must not wait for another one as it is closed. Where one
     * cannot be interrupted at all, for want of memory, all others are, that is thrown, and to
     * cancel or close again interrupts again; but JDK 25.0.3 may lose a virtual thread that it was
     * to wake then, and nobody can wake that any more. Any thread.
     *
     * @throws StackOverflowError if there is too little stack to interrupt them all; nothing is
     *     canceled then
     */
    public void cancel() {
        cancellation.begin(null);
    }

    /** Whether it has been canceled, by whomever. Any thread. */
    boolean isCanceled() {
        return cancellation.hasBegun();
    }

    /**
     * Likewise of one around it: what a process waits for may end by that before the thread that
     * opened this one has canceled it in turn. Any thread.
     */
    boolean isCanceledAround() {
        Process at = outer;
        while (at != null && !at.scope.isCanceled()) {
            at = at.scope.outer;
        }
        return at != null;
    }

    private void timeIsOver(Duration time) {
        cancellation.begin(new ScopeDeadlineException(time));
    }

    // ---- joining

    /**
     * Waits until all processes have ended. Where the scope has failed, each call throws the same
     * exception, whoever has thrown it before; {@link #close} and {@link #fork} throw only what has
     * not been thrown yet.
     *
     * @throws InterruptedException if interrupted while it waits; the processes have been canceled,
     *     and have ended; if one of them failed meanwhile, that is thrown, and the interrupt flag
     *     set
     * @throws ScopeFailedException if one of them failed; all others have ended, too
     * @throws ScopeDeadlineException if the time was over before; likewise
     * @throws DeadlockException if they wait for each other; likewise
     * @throws IllegalStateException if another thread has opened the scope
     */
    public void join() throws InterruptedException {
        mustBeOwner();
        boolean interrupted = false;
        cancellation.ownerJoins(true);
        try {
            while (!processes.areQuiet()) {
                if (!owner.sleepAndWatch(processes)) {
                    Thread.interrupted();
                    interrupted = true;
                    cancel();
                }
            }
        } finally {
            cancellation.ownerJoins(false);
        }
        RuntimeException why = cancellation.tellReason();
        if (why != null) {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            throw why;
        }
        if (interrupted) {
            Cancellation.throwIfItInterrupted(); // a scope around this one
            throw new InterruptedException("interrupted while it waited for the scope's processes");
        }
    }

    /**
     * Cancels the processes that have not ended, waits until they have, and ends the scope. Those
     * that wait for each other all the same, where they clean up, are found and interrupted again,
     * if it is certain that they do (see the class); else that is reported, and closing waits on.
     * The channels of {@link #channel} that store elements are canceled then, unless they were
     * shared or used outside: what is left in one is counted ({@link Receiver#undelivered}) and
     * handed to its hook; what the hook throws is logged. Where there is no hook one warning is
     * logged that names the channels and how much was left, but not of kinds that drop elements
     * anyway, nor of those that nobody holds any more, and only if all processes had ended well
     * before: that something is left where they are canceled is no news. To read what is left after
     * the scope, say {@link #share}. The interrupt flag stays as it is, but for an interrupt by
     * others that came after one by the scope, which cannot be told from it.
     *
     * @throws RuntimeException of those of {@link #join}, if there is one that it has not thrown
     * @throws IllegalStateException if there are scopes that its thread has opened after it and has
     *     not closed; they have been closed before it; or if another thread has opened the scope:
     *     nothing is done then
     */
    @Override
    public void close() {
        mustBeOwner();
        IllegalStateException problem =
                owner.closeInside(
                        "a scope was closed before one that was opened inside of it;"
                                + " that has been closed, too");
        RuntimeException why = closeThis();
        if (problem != null) {
            if (why != null) {
                problem.addSuppressed(why);
            }
            throw problem;
        }
        if (why != null) {
            throw why;
        }
    }

    /** Returns what it has not thrown yet. */
    private @Nullable RuntimeException closeThis() {
        boolean endedWell = processes.areQuiet() && !isCanceled();
        cancel();
        cancellation.ownerJoins(true);
        boolean interrupted = awaitQuiet();
        interrupted |= processes.joinThreads();
        if (limit != null) {
            Deadlines.ALL.remove(limit); // where it is over just now, it does nothing any more
        }
        RuntimeException why = cancellation.takeReason(); // the hooks' waits are not to throw it
        cancellation.ownerJoins(false);
        String left = channels.cancel(this);
        if (!left.isEmpty() && endedWell && why == null) {
            Watch.log("a scope has ended with elements that nobody received: " + left);
        }
        end();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return why;
    }

    /** Waits until all bodies have ended; returns whether it was interrupted meanwhile. */
    private boolean awaitQuiet() {
        boolean interrupted = false;
        while (!processes.areQuiet()) {
            try {
                if (!owner.sleepAndWatch(processes)) {
                    Thread.interrupted();
                    interrupted = true;
                }
            } catch (Throwable e) { // checked ones, too: not all languages check
                Watch.handlerFailed(e);
            }
        }
        return interrupted;
    }

    private void end() {
        if (cancellation.end()) {
            Process.become(outer);
            if (outer != null) {
                outer.inside = null;
            }
        }
    }

    private void mustBeOwner() {
        if (Thread.currentThread() != owner.thread) {
            throw new IllegalStateException("the thread that opened a scope joins and closes it");
        }
    }

    // ---- channels

    /**
     * For a channel that only the processes of this scope use, and that ends with it: see {@link
     * #close}. One that gets a hook for undelivered elements is held by the scope until then.
     *
     * @throws IllegalStateException by the builder, if the scope is closed when it makes one
     */
    public <T> ChannelBuilder<T> channel(String name) {
        return new ChannelBuilder<T>(this).named(name);
    }

    /** What is left in it when the scope ends goes to its hook, or is told. Any thread. */
    void keeps(StoringChannel<?> channel, boolean hasHook) {
        channels.add(channel, hasHook);
    }

    /** How many channels without a hook it knows. */
    int channelsWithoutHook() {
        return channels.others();
    }

    /**
     * Somebody outside of the scope is given an end of a channel of it: see the class.
     *
     * @throws IllegalArgumentException if it was not made by {@link #channel} of this scope
     */
    public <T> Channel<T> share(Channel<T> channel) {
        ((AnyChannel<T>) Objects.requireNonNull(channel, "a channel of this scope is needed"))
                .shareBy(this);
        return channel;
    }

    /** Whether the calling thread is a process of this scope, or of one inside. */
    boolean isInside() {
        for (Process at = Process.current(); at != null; at = at.scope.outer) {
            if (at.scope == this) {
                return true;
            }
        }
        return false;
    }

    /** The scope around it, if the same thread has opened that, too. */
    @Nullable Scope openedAround() {
        return outer != null && outer.scope.isOwner(outer) ? outer.scope : null;
    }

    /** Whether it is that one, or inside of it. */
    boolean isWithin(Scope asked) {
        Scope at = this;
        while (at != asked && at.outer != null) {
            at = at.outer.scope;
        }
        return at == asked;
    }

    // ---- deadlocks

    /**
     * Is told when all processes wait at channels for a second, but others than they might use one
     * of them; not again before other processes wait, or at other channels: a server that has been
     * idle, has worked, and is idle as before is told once. Logged as a warning unless set. Called
     * by the opening thread; what the handler throws ends the wait of that thread, or is logged if
     * something else has.
     */
    public Scope whenStuck(Consumer<DeadlockException> handler) {
        watch.whenStuck(handler);
        return this;
    }

    boolean isOwner(Process process) {
        return process == owner;
    }

    /**
     * The owner waits without a limit of time; false if it is interrupted before.
     *
     * @throws DeadlockException if it waits at a channel, and so do all others; or another one of
     *     {@link #join}; the party has given up
     */
    boolean sleepAndWatch(Wait wait) {
        return watch.sleep(wait);
    }

    /**
     * A look at all that have not ended, those of scopes inside included, if each of them waits;
     * empty otherwise. By the owner, who waits.
     */
    List<Process.Look> allWait() {
        List<Process.Look> looks = new ArrayList<>();
        return owner.adds(looks) && processes.add(looks) ? looks : List.of();
    }

    /** The same of a scope inside: one whose time is not over goes on when it is. */
    boolean addsAsInner(List<Process.Look> looks) {
        return (limit == null || isCanceled()) && processes.add(looks) && owner.addsInside(looks);
    }
}
