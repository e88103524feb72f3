package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.StackRoom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How an executor is asked to run a task: what it refuses, drops, and runs on the spot. Any thread.
 *
 * <p><b>On the spot.</b> An executor that runs what it is given before it returns, on the thread
 * that has asked it, does so in the middle of a send. Where that thread runs nothing else, that is
 * as good as any other. Where it runs an actor, the turn would be on top of that one, which has not
 * said that it waits, and does not know: nobody would see that it does. So nothing is run then, and
 * a virtual thread, which runs no actor, asks the executor once more. Not this one's business is
 * who runs things in a turn without having been asked on this stack: an executor that is an actor.
 */
final class Requests {
    private static final int FRAMES_TO_EXECUTE = 256;

    private final Executor executor;
    private final OnExecutor runs;
    private final Consumer<Throwable> onRefusal;

    /** How often the executor was asked and has not come yet; less if it comes unasked. */
    private final AtomicInteger open = new AtomicInteger();

    /** Whether it was asked a second time, by who has helped, and has not come since. */
    private volatile boolean isAskedAgain;

    /** Whether it has refused, as has been told, and has not come since. */
    private volatile boolean refuses;

    /** Whether the executor was asked in vain, perhaps: who mails next asks it. */
    volatile boolean isUnsure;

    /** The last thread that has asked, or asks, in place of one that runs an actor. */
    private volatile @Nullable Thread elsewhere;

    /**
     * None yet.
     *
     * @param executor is asked
     * @param runs what it is asked to run
     * @param onRefusal told when it throws instead, and not again until it has come
     */
    Requests(Executor executor, OnExecutor runs, Consumer<Throwable> onRefusal) {
        this.executor = executor;
        this.runs = runs;
        this.onRefusal = onRefusal;
    }

    /** Whether it has been asked and has not come. A moment ago. */
    boolean areOpen() {
        return open.get() > 0;
    }

    /** It runs what it was asked to. */
    void haveCome() {
        open.decrementAndGet();
        isAskedAgain = false;
        refuses = false;
    }

    /** The task is the caller's, who leaves it to the executor; who is told if that refuses. */
    void ask(Task mine, Caller me) {
        OnExecutor before = me.asks;
        me.asks = runs;
        try {
            ask(mine);
        } finally {
            me.asks = before;
        }
    }

    /** Likewise, by a thread that runs nothing else. */
    void ask(Task mine) {
        StackRoom.needs(FRAMES_TO_EXECUTE); // else its lock may stay locked
        open.incrementAndGet();
        try {
            executor.execute(runs);
        } catch (StackOverflowError e) {
            open.decrementAndGet();
            throw e; // the executor has it, or has not
        } catch (RuntimeException | Error refused) {
            askAfterRefusal(mine, refused);
        }
    }

    /**
     * Once more: it may have been busy, or short of memory, for a moment. If it has kept what it
     * has refused, it runs it twice, which does no harm.
     */
    private void askAfterRefusal(Task mine, Throwable refused) {
        try {
            executor.execute(runs);
        } catch (StackOverflowError e) {
            open.decrementAndGet();
            throw e;
        } catch (RuntimeException | Error again) {
            open.decrementAndGet();
            boolean isKnown = refuses;
            refuses = true;
            try {
                if (!isKnown) {
                    onRefusal.accept(refused);
                }
            } finally {
                runs.isRefused(mine);
            }
        }
    }

    /**
     * It may have dropped what it was asked before: asks it once more, and not again until it
     * comes. If it has not dropped that, nothing is lost by a refusal.
     */
    void askAgain(Caller me) {
        if (isAskedAgain) {
            return;
        }
        isAskedAgain = true;
        open.incrementAndGet();
        OnExecutor before = me.asks;
        me.asks = runs;
        try {
            StackRoom.needs(FRAMES_TO_EXECUTE);
            executor.execute(runs);
        } catch (RuntimeException | Error refused) {
            open.decrementAndGet();
            isUnsure = true;
        } finally {
            me.asks = before;
        }
    }

    /**
     * Whether the executor runs it while that thread asks it to, which runs actors: then it is
     * asked once more by a thread that runs none; but not for want of memory.
     */
    boolean areMadeElsewhere(Task mine, Thread thread) {
        Caller me = Caller.current();
        boolean isOnTop = me.asks == runs && (me.running != null || thread instanceof Carrier);
        return isOnTop && isMadeElsewhere(mine);
    }

    private boolean isMadeElsewhere(Task mine) {
        try {
            StackRoom.needs(FRAMES_TO_EXECUTE);
            Thread asks =
                    Thread.ofVirtual()
                            .name(mine + "-on-the-spot")
                            .inheritInheritableThreadLocals(false)
                            .unstarted(() -> runs.askFromElsewhere(mine));
            elsewhere = asks;
            asks.start();
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** The last thread that has asked in place of another one; null where none has. */
    @Nullable Thread elsewhere() {
        return elsewhere;
    }
}
