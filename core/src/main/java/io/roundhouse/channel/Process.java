package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.internal.InScope;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a scope: one that it started, or the one that opened it. Knows for what the thread
 * waits, if it waits at channels or for another one of the scope, without a limit of time.
 *
 * <p>A thread that has opened scopes is one for each of them, and for the one it was forked by; the
 * first of these knows for what it waits.
 */
final class Process extends InScope {
    private static final String HERE = Process.class.getPackageName() + ".";

    private static final VarHandle ENDED;

    static {
        try {
            ENDED = MethodHandles.lookup().findVarHandle(Process.class, "ended", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Scope scope;
    final Thread thread;

    /** Of its thread. */
    final Process first;

    /** The scope that its thread has opened and not closed; null if none. Written by its thread. */
    volatile @Nullable Scope inside;

    // of the first

    /** Where it waits; null while it does not. Written by its thread. */
    private volatile @Nullable Obstacle waitsFor;

    /** Of all scopes that its thread opens; null before the first. Written once, by its thread. */
    private volatile ScopeInterrupts.@Nullable OfThread interrupts;

    /**
     * Whether {@link #interrupt} was called. Written before the thread is interrupted. Stays: a
     * wait elsewhere may be told of that, which nobody here sees, and another call may come just
     * then.
     */
    private volatile boolean interruptedFromAround;

    /** How often it has begun to wait. Written by its thread, before {@link #waitsFor}. */
    private volatile int waits;

    private int waitsCounted; // its thread only

    /** How often it has begun or ended to run a handler in its wait: odd in one. By its thread. */
    private volatile int turns;

    // of each

    /** Whether its body has ended. Written by its thread, or by who could not start that. */
    @SuppressWarnings("unused") // through ENDED
    volatile boolean ended;

    private final End end = new End();

    /** One that a scope forks. */
    Process(Scope scope, Thread thread) {
        this.scope = scope;
        this.thread = thread;
        this.first = this;
    }

    /** The calling thread as the one that opens that scope. */
    Process(Scope opened, @Nullable Process before) {
        this.scope = opened;
        this.thread = Thread.currentThread();
        this.first = before == null ? this : before.first;
    }

    /** Its body has ended; returns whether that had not been said before. */
    boolean ends() {
        return ENDED.compareAndSet(this, false, true);
    }

    /** The process that the calling thread is; null if it is none. */
    static @Nullable Process current() {
        return (Process) InScope.here();
    }

    /** The first one's; by its thread. */
    ScopeInterrupts.@Nullable OfThread interrupts() {
        return interrupts;
    }

    /** Likewise; its thread opens its first scope. */
    void hasInterrupts(ScopeInterrupts.OfThread ofThread) {
        interrupts = ofThread;
    }

    /**
     * Interrupts its thread, from the scope that has forked it: that outlives what scopes of the
     * thread's own take back. Any thread.
     */
    void interrupt() {
        interruptedFromAround = true;
        ScopeInterrupts.OfThread known = interrupts;
        if (known == null) {
            interrupt(thread);
            known = interrupts; // it may have opened its first scope just before that
        }
        if (known != null) {
            known.interruptFromAround();
        }
    }

    /**
     * Interrupts a thread, whatever that throws: it may be to close what the thread waits at, which
     * is code of users. The others of a scope have to be interrupted all the same, and so has this
     * one, which would sleep on: it is closed once only.
     */
    static void interrupt(Thread thread) {
        try {
            thread.interrupt();
        } catch (Throwable e) {
            thread.interrupt();
            Watch.log("what a thread waited at could not be closed by its interrupt", e);
        }
    }

    boolean isInterruptedFromAround() {
        return interruptedFromAround;
    }

    /** The calling thread is this process; or none. */
    static void become(@Nullable Process process) {
        InScope.set(process);
    }

    /**
     * Whether that is what ends a wait of the thread which has opened a canceled scope, and the
     * calling one is such.
     */
    static boolean mayBeToldInAWait(RuntimeException thrown) {
        if (!(thrown instanceof ScopeDeadlineException
                || thrown instanceof ScopeFailedException
                || thrown instanceof DeadlockException
                || thrown instanceof ScopeCanceled)) {
            return false;
        }
        for (Process at = current(); at != null && at.scope.isOwner(at); at = at.scope.outer) {
            if (at.scope.isCanceled()) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void throwIfScopeInterrupted() {
        Cancellation.throwIfItInterrupted();
    }

    /**
     * Sleeps until the party is met; false if interrupted before. Its own thread.
     *
     * @throws RuntimeException of {@link Scope#join}, where a deadlock ends the wait of the opening
     *     thread; the party has given up
     */
    boolean sleep(Party party) {
        return scope.isOwner(this) ? sleepAndWatch(party) : first.sleepUntil(party);
    }

    private boolean sleepUntil(Party party) {
        Obstacle outer = begins(party);
        try {
            return Sleep.until(party, Long.MAX_VALUE);
        } finally {
            ends(outer);
        }
    }

    /** The thread that has opened the scope; likewise. */
    boolean sleepAndWatch(Obstacle obstacle) {
        Obstacle outer = first.begins(obstacle);
        try {
            return scope.sleepAndWatch(obstacle);
        } finally {
            first.ends(outer);
        }
    }

    /** Waits until another one has ended, of its scope or of one around it. Its own thread. */
    void join(Process other) throws InterruptedException {
        for (Process at = this; at != null && at.thread == thread; at = at.scope.outer) {
            if (other.scope.isOwner(at)) {
                at.sleepAndWatch(other.end); // it is woken by that end
                other.thread.join();
                return;
            }
        }
        Obstacle outer = first.begins(new Join(thread, other));
        try {
            other.thread.join();
        } finally {
            first.ends(outer);
        }
    }

    /** What it waits for already: in a handler of the scope's reports; null otherwise. */
    private @Nullable Obstacle begins(Obstacle obstacle) {
        Obstacle outer = waitsFor;
        waits = ++waitsCounted;
        waitsFor = obstacle;
        if (outer != null) {
            turn();
        }
        return outer;
    }

    private void ends(@Nullable Obstacle outer) {
        if (outer != null) {
            turn();
        }
        waitsFor = outer;
    }

    /** Runs a handler in the middle of a wait: to others it does not wait meanwhile. */
    void handles(Runnable handler) {
        first.turn();
        try {
            handler.run();
        } finally {
            first.turn();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by its thread only
    private void turn() {
        turns++;
    }

    /** The end of one, for those who join it but have not opened its scope. */
    private record Join(Thread joiner, Process joined) implements Obstacle {
        @Override
        public boolean met() {
            return joined.ended;
        }

        /** It takes its interrupt flag back before it says that it waits no longer. */
        @Override
        public boolean mayEnd() {
            return joined.ended || joiner.getState() != Thread.State.WAITING;
        }

        @Override
        public boolean isConfinedTo(Scope asked) {
            return joined.scope.isWithin(asked);
        }

        @Override
        public String toString() {
            return joined.end.toString();
        }
    }

    /** Its end, for the thread that has opened its scope. */
    private final class End implements Obstacle {
        @Override
        public boolean met() {
            return ended;
        }

        @Override
        public boolean mayEnd() {
            return ended;
        }

        @Override
        public boolean isConfinedTo(Scope asked) {
            return scope.isWithin(asked);
        }

        @Override
        public String toString() {
            return "joins " + thread.getName();
        }
    }

    /** Whether it waits for the end of that one. Any thread. */
    boolean joins(Process other) {
        return first.waitsFor == other.end;
    }

    /** Scopes that its thread has opened inside, and that are open, the last one first. */
    List<Scope> openedInside() {
        List<Scope> scopes = new ArrayList<>();
        for (Process at = current(); at != null; at = at.scope.outer) {
            if (at == this) {
                return scopes;
            }
            scopes.add(at.scope);
        }
        return List.of(); // it has been closed already
    }

    /**
     * Closes the scopes that its thread has opened inside and not closed. Its own thread.
     *
     * @return what to throw for that, with what they have thrown; null if there are none
     */
    @Nullable IllegalStateException closeInside(String problem) {
        List<Scope> left = openedInside();
        if (left.isEmpty()) {
            return null;
        }
        IllegalStateException thrown = new IllegalStateException(problem);
        for (Scope each : left) {
            try {
                each.close();
            } catch (RuntimeException e) {
                thrown.addSuppressed(e);
            }
        }
        return thrown;
    }

    // ---- looks of others

    /** One look at a thread that waits. */
    record Look(Process process, Obstacle obstacle, int waits, int turns) {
        /** Whether it has waited ever since, and could not go on at the moment. */
        boolean isStuck() {
            return !process.thread.isInterrupted() && !obstacle.mayEnd() && isStill();
        }

        boolean isStill() {
            return process.waitsFor == obstacle && process.waits == waits && process.turns == turns;
        }

        /** The same while it waits at the same places. */
        long state() {
            return 31L * System.identityHashCode(process) + obstacle.where();
        }

        /** Who waits, for what, and where in the code; which takes some time. */
        String report() {
            Thread who = process.thread;
            String name = who.getName().isEmpty() ? "thread #" + who.threadId() : who.getName();
            return name + " " + obstacle + where(who);
        }
    }

    /**
     * Adds a look at its thread, if that waits, and at the processes of the scopes that the thread
     * has opened inside; returns whether all of them wait.
     */
    boolean adds(List<Look> looks) {
        return first.addsItself(looks) && addsInside(looks);
    }

    private boolean addsItself(List<Look> looks) {
        int turn = turns;
        int count = waits;
        Obstacle obstacle = waitsFor;
        return obstacle != null
                && (turn & 1) == 0
                && looks.add(new Look(this, obstacle, count, turn));
    }

    boolean addsInside(List<Look> looks) {
        Scope opened = inside;
        return opened == null || opened.addsAsInner(looks);
    }

    /** Interrupts those that the scopes which its thread has opened have forked. */
    void interruptInside() {
        Scope opened = inside;
        if (opened != null) {
            opened.cancellation.interruptAll();
        }
    }

    /** The first line of the user's code in what a thread is doing. */
    private static String where(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame ->
                        !frame.getClassName().startsWith(HERE)
                                && !frame.getClassName().startsWith("java.")
                                && !frame.getClassName().startsWith("jdk.")
                                && !frame.getClassName().startsWith("io.roundhouse.waiting."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
