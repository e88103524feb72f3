package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Waiters;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A thread, platform or virtual, that runs one task and nothing else. */
public final class OwnThread extends Dispatching {
    private static final int CALLS_A_TURN = 64;

    private final Thread thread;
    private final Waiter waiter;
    private final Runnable whenResting;
    private final Consumer<OwnThread> whenGone;
    private @Nullable Task task;
    private volatile @Nullable Caller caller;
    private volatile boolean ended;

    /** Nothing more is to be handled, perhaps from the very beginning. */
    private volatile boolean hurried;

    private volatile boolean resting;
    private volatile boolean away;

    /** Whether the thread has done its last turn. */
    private volatile boolean gone;

    /** Whether somebody gets rid of what came after that. */
    private final AtomicBoolean ridding = new AtomicBoolean();

    private volatile long turns;
    private long turnsHere;

    /**
     * Starts no thread yet.
     *
     * @param virtual whether the thread is virtual
     * @param name of the thread
     * @param waiting how it waits for mail
     * @param whenResting called when there is no mail
     * @param whenGone called by the thread behind its last turn: whoever brings mail from then on
     *     gets rid of it, so this needs no more looks
     */
    public OwnThread(
            boolean virtual,
            String name,
            WaitStrategy waiting,
            Runnable whenResting,
            Consumer<OwnThread> whenGone) {
        super(CALLS_A_TURN, true);
        this.waiter = Waiters.madeBy(waiting);
        this.whenResting = whenResting;
        this.whenGone = whenGone;
        this.thread =
                virtual
                        ? Thread.ofVirtual()
                                .name(name)
                                .inheritInheritableThreadLocals(false)
                                .unstarted(this::run)
                        : new Own(name, this::run);
    }

    /** Before it starts. */
    public void isNamed(String name) {
        thread.setName(name);
    }

    /** Runs this task from now on. */
    public void start(Task task) {
        this.task = task;
        thread.start();
    }

    /** The thread will never be started: what its task is sent is got rid of. */
    public void doesNotStart() {
        gone = true;
    }

    @Override
    public void mailed(Task task, Caller me) {
        boolean claimed = task.claimIfIdle();
        if (gone) { // its mail is there already; pairs with run
            rid(task);
        } else if (claimed) {
            resume(task, me);
        }
    }

    @Override
    public void resume(Task task, Caller me) {
        away = false;
        waiter.wake();
    }

    /**
     * Gets rid of what is left in the mail of a thread that is gone, and so has the claim for ever:
     * by one thread at a time, which looks once more when it has said that it is done. Whoever
     * brings mail meanwhile goes on, be it another thread or one who is told of dead letters here.
     */
    private void rid(Task task) {
        Caller me = Caller.ofTheEnd();
        while (task.hasMail() && ridding.compareAndSet(false, true)) {
            try {
                while (task.hasMail()) {
                    turnOf(task, me); // all of it is got rid of
                }
            } finally {
                ridding.set(false); // a full fence: who found it set has brought mail before
            }
        }
    }

    @Override
    public void sweep() {
        Task mine = task;
        if (mine != null && gone) {
            rid(mine);
        }
    }

    private void run() {
        Caller me = Caller.current();
        me.isOwn();
        caller = me;
        if (hurried) { // behind the store: see interrupt
            me.hurry();
        }
        Task mine = Objects.requireNonNull(task);
        me.running = mine;
        Wait forMail = new ForMail(mine);
        while (true) {
            await(mine, forMail);
            if (mine.isIdle() && mine.claim()) {
                gone = true; // and nobody claims it any more
                VarHandle.fullFence(); // who has mailed sees that, or its mail is seen here
                rid(mine);
                whenGone.accept(this);
                return;
            }
            turnsHere++;
            turns = turnsHere + me.done;
            int end = turn(mine, me);
            turns = turnsHere + me.done;
            if (end == Task.DONE || end == Task.LISTENS) {
                mine.release();
                VarHandle.fullFence();
                mine.claimIfMail();
                released(mine);
            } else if (end == Task.AWAY) {
                away = true;
                if (!restsElsewhere(mine)) {
                    away = false;
                }
            }
        }
    }

    private static int turn(Task mine, Caller me) {
        try {
            int end = mine.turn(me);
            tell(me);
            return end;
        } catch (Throwable e) {
            return Carrier.survive(e);
        }
    }

    private void rests() {
        try {
            whenResting.run();
        } catch (Throwable e) {
            Carrier.survive(e);
        }
    }

    /** Waits until the task has been claimed or the end has come. */
    private void await(Task mine, Wait forMail) {
        while (true) {
            try {
                if (mine.isIdle()) {
                    resting = true;
                    rests();
                }
                waiter.await(forMail);
                resting = false;
                return;
            } catch (WaitInterruptedException e) {
                Thread.interrupted(); // meant for a handler that has returned
            } catch (OutOfMemoryError e) {
                // nobody else runs the task: it looks again, as in Search.rest
            }
        }
    }

    @Override
    public boolean isQuiet() {
        Task mine = task;
        return mine == null
                || (gone ? !mine.hasMail() && !ridding.get() : mine.isIdle() && resting);
    }

    @Override
    public long turns() {
        return turns;
    }

    @Override
    public void interrupt() {
        hurried = true;
        Caller its = caller; // null where the thread has not begun, and will see it
        if (its != null) {
            its.hurry();
        }
        if (!resting) {
            thread.interrupt();
        }
    }

    @Override
    public void end() {
        ended = true;
        waiter.wake();
    }

    @Override
    public List<Thread> threads() {
        return List.of(thread);
    }

    @Override
    void addInCalls(Set<Task> tasks) {
        Caller its = caller;
        if (its != null && thread.isAlive()) {
            its.addRunningTo(tasks);
        }
    }

    @Override
    public void ended(Task task) {
        end();
    }

    private final class ForMail implements Wait {
        private final Task mine;

        ForMail(Task mine) {
            this.mine = mine;
        }

        @Override
        public boolean met() {
            return mine.isIdle() ? ended || mine.claimIfMail() : !away;
        }

        @Override
        public void beforePark() {
            mine.listen();
        }

        @Override
        public String toString() {
            return mine + " waits for calls";
        }
    }

    private static final class Own extends Carrier {
        private final Runnable body;

        Own(String name, Runnable body) {
            super(name);
            this.body = body;
        }

        @Override
        public void run() {
            body.run();
        }
    }
}
