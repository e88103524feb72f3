package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.railway.internal.RecordInbound;
import io.roundhouse.railway.internal.RecordLoader;
import io.roundhouse.railway.internal.RecordUnloader;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.internal.Bell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of those threads that call one actor again and again, and the end where its runner
 * unloads them.
 *
 * <p>Lanes beside mail, and still in order: a thread calls by mail first and by its lane from then
 * on. The runner looks how far it can unload lanes before it looks how far the mail goes, and
 * handles the mail first: so whatever mail the thread sent before what is found in its lane comes
 * before it.
 *
 * <p>A thread that loads a lane does not fence between publishing and looking at the bell. When the
 * runner finds nothing it has the bell ring from then on and looks once more; what was still on its
 * way into memory at that look is found by a later one: see {@code Lookouts}, and
 * docs/design/0002-who-wakes-whom.md.
 */
final class CallLanes extends RecordUnloader {
    private static final int MOST_LANES = 64;
    private static final CallLane[] NONE = {};

    private final Actor actor;
    private final Bell bell;

    /** Grows and shrinks under the lock. */
    private volatile CallLane[] lanes;

    private CallLane[] unloaded = NONE;

    /** Whether the bell is to be rung. The runner. */
    private boolean listening;

    /** Whether there may be memory that threads have left. The runner. */
    private boolean haveLeft;

    CallLanes(Actor actor, CallLane first, Bell bell) {
        super(inbound(new CallLane[] {first}), WaitStrategy.adaptive().newWaiter());
        this.actor = actor;
        this.bell = bell;
        this.lanes = new CallLane[] {first};
        this.unloaded = lanes;
        listen(); // nobody has looked at them yet
    }

    private static RecordInbound[] inbound(CallLane[] lanes) {
        RecordInbound[] inbound = new RecordInbound[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            inbound[i] = lanes[i].inbound();
        }
        return inbound;
    }

    // ---- threads that call

    /** The lane of that thread, if it has one. */
    @Nullable CallLane of(Thread thread) {
        for (CallLane each : lanes) {
            if (each.thread == thread) {
                return each;
            }
        }
        return null;
    }

    /** That of the thread that was the first to stream calls. */
    CallLane first() {
        return lanes[0];
    }

    /** Rung by those who load, while the runner listens. */
    Bell bell() {
        return bell;
    }

    /** Adds a lane, unless there are many. The actor's lock is held. */
    boolean add(CallLane lane) {
        List<CallLane> now = new ArrayList<>(Arrays.asList(lanes));
        now.removeIf(each -> !each.thread.isAlive() && each.isEmpty());
        if (now.size() >= MOST_LANES) {
            return false;
        }
        now.add(lane);
        lanes = now.toArray(CallLane[]::new);
        return true;
    }

    /** Whether something is in a lane. Any thread; a moment ago. */
    boolean hasMail() {
        for (CallLane each : lanes) {
            if (!each.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** What calls in them refer to. Any thread; a guess. */
    void forEachReference(Consumer<Object> taker) {
        for (CallLane each : lanes) {
            each.inbound().forEachReference(taker);
        }
    }

    /** Those who load look at the state of things from now on. */
    void haltLoaders() {
        bell.close();
        for (CallLane each : lanes) {
            each.inbound().haltLoader();
        }
    }

    /** The house is closed: threads do not remember their lanes. */
    void forget() {
        for (CallLane each : lanes) {
            each.forget();
        }
    }

    // ---- the runner

    /**
     * Whether nothing is in them, and whoever loads something rings, behind a fence, and has the
     * actor run: a turn of mail only leaves that as it is. A lane that is called now and then so
     * costs calls by mail a look.
     */
    boolean areSilent() {
        return listening && !hasMail();
    }

    /**
     * Looks for calls, after a short pause where they come in a stream; returns whether there are.
     */
    boolean look() {
        if (unloaded[lane()].mayGoOn()) {
            actor.dispatching().givesWay();
        }
        if (listening) {
            listening = false;
            bell.ignore();
        }
        return lookForMore(true);
    }

    /** From now on whoever loads something has the actor run. A full fence. */
    void listen() {
        if (!listening) {
            if (haveLeft) {
                letsGoOfWhatIsLeft();
            }
            listening = true;
            bell.listen();
        }
    }

    /** Handles what {@link #look} has found. */
    void unload(Caller me) {
        enter();
        int longsEach = actor.longsEach();
        int referencesEach = actor.referencesEach();
        long[] longs = this.longs;
        @Nullable Object[] references = this.references;
        boolean more;
        do {
            int record = record();
            int firstLong = RecordLoader.LONGS_EDGE + record * longsEach;
            try {
                actor.handle(
                        me,
                        (int) longs[firstLong],
                        longs,
                        references,
                        firstLong,
                        RecordLoader.REFERENCES_EDGE + record * referencesEach);
            } catch (Throwable e) { // it is not handled again: what it refers to has been taken
                next();
                throw e;
            }
            taken(longs, firstLong, longsEach);
            more = next();
            if (more) {
                me.settle();
            }
        } while (more && me.pressed == null && !me.full);
    }

    /** Threads have left memory, which goes when what is in it has been handled. The runner. */
    void haveBeenLeft() {
        haveLeft = true;
        if (areSilent()) {
            letsGoOfWhatIsLeft();
        }
    }

    private void letsGoOfWhatIsLeft() {
        haveLeft = !letsGo();
    }

    @Override
    protected void refresh() {
        CallLane[] now = lanes;
        if (now != unloaded) {
            unloaded = now;
            inbound(inbound(now));
        }
    }

    /** Who waits for room sleeps on until there is much of it. */
    @Override
    protected void rang(Bell room) {
        if (unloaded[lane()].hasEnoughRoom()) {
            room.ring();
        }
    }

    @Override
    protected boolean over() {
        return true;
    }

    @Override
    protected String describeWait() {
        return "actor " + actor + " looks for calls";
    }
}
