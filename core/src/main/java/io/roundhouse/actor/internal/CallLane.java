package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.railway.internal.Bell;
import io.roundhouse.railway.internal.RecordLoader;
import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one thread to one actor, where that thread calls it again and again: a lane of a
 * railway, written without any atomic operation.
 */
final class CallLane extends RecordLoader {
    private static final int FIRST_RECORDS = 256;

    final Thread thread;

    private final Actor actor;
    private final int longsEach;
    private final int referencesEach;
    private @Nullable Stream stream;

    CallLane(Actor actor, int room, Bell bell, Waiter waiter) {
        super(actor.longsEach(), actor.referencesEach(), FIRST_RECORDS, room, bell, waiter);
        this.actor = actor;
        this.thread = Thread.currentThread();
        this.longsEach = actor.longsEach();
        this.referencesEach = actor.referencesEach();
    }

    /** Sends the call that the thread has written; waits while too many are under way. */
    void send(Caller me) {
        int record = claim();
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
            if (lookForRoom(!small)) {
                // there is, unless the lane has been halted meanwhile
            } else if (small) {
                grow((int) Math.min(records() * 4L, room()), room());
            } else {
                waitForRoom(Long.MAX_VALUE);
            }
            if (hasRoom()) {
                return true;
            }
        }
    }

    /** Somebody sleeps, or the actor is idle, or it is the end. */
    @Override
    protected void rang() {
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

    void rememberedBy(Stream stream) {
        this.stream = stream;
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
}
