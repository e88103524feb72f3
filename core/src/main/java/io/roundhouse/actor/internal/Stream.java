package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * How often one thread has called one actor, kept by the thread: who calls again and again gets a
 * lane of its own. Does not hold the actor, once its house is closed.
 */
final class Stream {
    private static final int SMALLEST_BOUND_FOR_LANES = 1024;
    private static final int CALLS_UNTIL_LANE = 64;

    private final WeakReference<Actor> actor;
    private @Nullable CallLane lane;
    private int calls;

    private Stream(Actor actor) {
        this.actor = new WeakReference<>(actor);
    }

    /** The lane of the calling thread to that actor; null if it calls by mail. */
    static @Nullable CallLane lane(Actor actor, Caller me) {
        Stream stream = (Stream) me.stream(actor.number());
        if (stream == null || stream.actor.get() != actor) {
            CallLanes lanes = actor.lanes();
            stream = new Stream(actor);
            stream.has(lanes == null ? null : lanes.of(Thread.currentThread()));
            stream.isLatest(actor.number(), me);
        }
        CallLane lane = stream.lane;
        if (lane == null && ++stream.calls == CALLS_UNTIL_LANE) {
            lane = newLane(actor, me);
            stream.has(lane);
        }
        return lane;
    }

    /** The thread calls that actor; one that it remembers less than others has been left. */
    void isLatest(int number, Caller me) {
        Stream before = (Stream) me.stream(number);
        me.stream(number, this);
        CallLane left = before == null || before == this ? null : before.lane;
        if (left != null) {
            left.isLeft();
        }
    }

    /** Until the house is closed, which may have begun just now. */
    private void has(@Nullable CallLane mine) {
        lane = mine;
        if (mine != null && mine.rememberedBy(this)) {
            lane = null;
        }
    }

    private static @Nullable CallLane newLane(Actor actor, Caller me) {
        int bound = actor.kind.bound();
        if (Thread.currentThread().isVirtual()
                || bound < SMALLEST_BOUND_FOR_LANES
                || actor.isUnbounded()) { // who has filled a lane waits
            return null;
        }
        int threads = actor.dispatching().threads().size() + 1;
        synchronized (actor) {
            if (actor.isStopped()) {
                return null;
            }
            CallLanes lanes = actor.lanes();
            Waiter waiter = WaitStrategy.adaptive().newWaiter(threads);
            int room = Integer.highestOneBit(bound);
            if (lanes != null) {
                CallLane lane = new CallLane(actor, me, room, lanes.bell(), waiter);
                if (!lanes.add(lane)) {
                    return null;
                }
                actor.rare().hasLanes(lanes); // the first one may have gone
                return lane;
            }
            Bell bell = new Bell();
            CallLane lane = new CallLane(actor, me, room, bell, waiter);
            actor.lanes(new CallLanes(actor, lane, bell));
            return lane;
        }
    }

    /** Calls by mail again: the house is closed. */
    void forget() {
        lane = null;
    }
}
