package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.railway.internal.RecordLoader;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Attempt;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.ForkJoinWorkerThread;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one thread to one actor, where that thread calls it again and again: a lane of a
 * railway, written without any atomic operation.
 */
public final class CallLane extends RecordLoader {
    private static final int FIRST_RECORDS = 256;
    private static final int KEPT_RECORDS = 16;
    private static final long CALLS_A_RECORD = 32;
    private static final long PATIENCE_NANOS = 1_000_000;

    final Thread thread;

    private final Actor actor;
    private final int longsEach;
    private final int referencesEach;
    private final Waiter waiter;
    private final Wait forMuchRoom = new ForMuchRoom();
    private volatile boolean takesAnyRoom;

    /**
     * Whether the thread waits until half of the lane is free, and has not been told that it is.
     */
    private volatile boolean waitsForMuch;

    private volatile @Nullable Stream stream;

    /** The thread's: how many calls are to be made before it shrinks. */
    private long mayShrinkFrom;

    /**
     * What the thread has at hand, as long as it lives: that knows the thread's other lanes, and so
     * other actors. Nothing where it may have something else another time, as the threads of
     * fork-join pools, which forget.
     */
    private final WeakReference<Caller> caller;

    CallLane(Actor actor, Caller caller, int room, Bell bell, Waiter waiter) {
        super(actor.longsEach(), actor.referencesEach(), FIRST_RECORDS, room, bell, waiter);
        this.actor = actor;
        this.waiter = waiter;
        this.thread = Thread.currentThread();
        this.caller = new WeakReference<>(thread instanceof ForkJoinWorkerThread ? null : caller);
        this.longsEach = actor.longsEach();
        this.referencesEach = actor.referencesEach();
    }

    /** Whether the calling thread, which is no carrier, may send by it without further looks. */
    boolean isCallers() {
        if (thread != Thread.currentThread()) {
            return false;
        }
        Caller mine = caller.get();
        return mine != null && mine.isOutside();
    }

    /** The claimed record is written: has it handled. For generated code. */
    public void tell() {
        Caller mine = caller.get(); // here: there may be no stack for it below
        try {
            sent();
        } catch (StackOverflowError e) {
            if (mine != null) { // it may have mail that nobody knows of
                mine.visits |= Caller.LEAVES_MORE_TO_DO;
                mine.untold = actor;
            }
            throw e;
        }
    }

    /** Sends the call that the thread has written; waits while too many are under way. */
    void send(Caller me) {
        int record;
        try {
            record = claim();
        } catch (Throwable e) { // refused: the thread does not hold it
            me.forget(referencesEach);
            throw e;
        }
        if (record < 0) {
            actor.deadOnArrival(me);
            return;
        }
        int first = me.first;
        if (referencesEach > 0) {
            int to = REFERENCES_EDGE + record * referencesEach;
            Rows.copy(me.references, first, references, to, referencesEach);
            me.forget(referencesEach);
        }
        int to = LONGS_EDGE + record * longsEach;
        Rows.copyBehindHeader(me.longs, first, longs, to, longsEach);
        longs[to] = me.longs[first];
        sent();
    }

    @Override
    protected boolean makeRoom() {
        while (true) {
            checkMayLoad();
            if (actor.isStopped()) {
                return false;
            }
            boolean small = records() < room();
            if ((small || hasMuchRoom()) && lookForRoom(false)) {
                // there is, unless the lane has been halted meanwhile
            } else if (small) {
                grow((int) Math.min(records() * 4L, room()), room());
            } else {
                Attempt attempt = Caller.current().tries();
                if (attempt == null) {
                    waitForMuchRoom();
                } else if (!lookForRoom(false)) {
                    throw attempt.refused(new Room());
                }
            }
            if (hasRoom()) {
                isUsed();
                return true;
            }
        }
    }

    /**
     * Waits until half of the lane is free: where there are more threads than processors, the one
     * that would go on for each single record takes the time of those who make room. Where that
     * lasts, because calls are long, any room will do.
     */
    private void waitForMuchRoom() {
        showAll();
        waitsForMuch = true;
        try {
            waiter.await(forMuchRoom, PATIENCE_NANOS);
        } finally {
            waitsForMuch = false;
        }
        checkMayLoad();
        if (!moreRoom()) {
            takesAnyRoom = true; // before it says that it sleeps: who sees the one sees the other
            try {
                waitForRoom(Long.MAX_VALUE);
            } finally {
                takesAnyRoom = false;
            }
        }
    }

    /** Whether the thread that waits for room is to go on. Any thread; a moment ago. */
    boolean hasEnoughRoom() {
        return takesAnyRoom || hasMuchRoom();
    }

    /**
     * Whether the thread may go on and is perhaps on no processor: said once a wait. The runner,
     * whose guess it is.
     */
    boolean mayGoOn() {
        boolean may = waitsForMuch && hasMuchRoom();
        if (may) {
            waitsForMuch = false;
        }
        return may;
    }

    private boolean hasMuchRoom() {
        return 2 * (reached() - taken()) <= room();
    }

    /**
     * Somebody sleeps, or the actor is idle, or it is the end. Behind a fence: where somebody has
     * left word of mail already, that is all there is to be done, and whoever takes that word is to
     * find what was loaded.
     */
    @Override
    protected void rang() {
        VarHandle.fullFence();
        bell.ring();
        actor.mailed(Caller.current());
    }

    @Override
    protected boolean closed() {
        return actor.isStopped() || actor.kind.house().isClosing();
    }

    @Override
    protected void checkMayLoad() {
        actor.kind.house().checkAcceptsFromOutside(actor);
    }

    @Override
    protected String describeWait() {
        return actor.describeWait(thread, reached() - taken());
    }

    // ---- memory

    /** The thread calls again: it tells when it has gone over to others. */
    private void isUsed() {
        Stream remembered = stream;
        Caller mine = caller.get();
        if (remembered != null && mine != null) {
            remembered.isLatest(actor.number(), mine);
        }
    }

    /**
     * The thread has gone over to calling others: memory for few calls is enough, and the actor
     * lets go of the rest when it has handled what is there. At once where that is for the first
     * time; who comes back keeps what it has until so many calls have been made that what is had
     * anew is about a byte for each. The thread.
     */
    void isLeft() {
        long calls = reached();
        int records = records();
        if (records <= KEPT_RECORDS || calls < mayShrinkFrom || closed()) {
            return;
        }
        mayShrinkFrom = calls + CALLS_A_RECORD * records;
        try {
            shrink(KEPT_RECORDS);
        } catch (OutOfMemoryError e) {
            return; // it is kept
        }
        actor.control(
                new Step() {
                    @Override
                    public void done() {
                        CallLanes all = actor.lanes();
                        if (all != null) {
                            all.haveBeenLeft();
                        }
                    }
                });
    }

    /** Returns whether the house is being closed: nobody may tell that stream of it any more. */
    boolean rememberedBy(Stream stream) {
        this.stream = stream;
        return actor.kind.house().isClosing();
    }

    /** The house is closed. The thread may be about to look at it: it is refused there, too. */
    void forget() {
        Stream remembered = stream;
        if (remembered != null) {
            remembered.forget();
        }
    }

    /** Whether there is something to unload. Any thread; a moment ago. */
    boolean isEmpty() {
        return taken() == reached();
    }

    /** For who looks now and then, and is not told. */
    private final class Room implements Attempt.Room {
        @Override
        public boolean isThere() {
            return reached() - taken() < room() || closed();
        }

        @Override
        public void add(Runnable whenThere) {}

        @Override
        public void remove(Runnable whenThere) {}
    }

    private final class ForMuchRoom extends WaitForRoom {
        @Override
        public boolean met() {
            return hasMuchRoom() || closed();
        }
    }
}
