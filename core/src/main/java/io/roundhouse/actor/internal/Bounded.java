package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox with a bound: what happens when it is full.
 *
 * <p>A thread that is no actor waits for room. An actor does not wait while it handles a call: its
 * call is accepted, whatever the bound, and it rests after the call that it is handling, until
 * there is room where it sent. So no thread is ever held up, and what an actor can send too much is
 * what it sends while it handles one call, or a run of calls that was handed over to it. Where the
 * other one rests in its turn, directly or through others, until there is room with this one, this
 * one goes on: a cycle of full mailboxes grows (Parks' rule for Kahn networks).
 */
abstract class Bounded extends Controlled {
    private static final int SMALL_BOUND = 128;

    /** In {@link #marks}: it has come to its end, and whoever waits for room waits no longer. */
    private static final int STOPPED = 1;

    /** In {@link #marks}: threads stream calls by lanes of their own. */
    private static final int HAS_LANES = 2;

    /** In {@link #marks}: somebody waits for room here, or has ever waited. */
    private static final int IS_WAITED_FOR = 4;

    /** In {@link #marks}: what is sent may be too much for the house. */
    private static final int HAS_GROWN_FAR = 8;

    /** Half of the bound that an actor has if nothing else is said. */
    private static final int MUCH_MAIL = ActorOptions.DEFAULT_BOUND / 2;

    private static final VarHandle MARKS;
    private static final VarHandle RARE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            MARKS = lookup.findVarHandle(Bounded.class, "marks", int.class);
            RARE = lookup.findVarHandle(Bounded.class, "rare", Rare.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Kind kind;

    /** That of its kind: one line less to look at for who runs it on the spot. */
    private final Dispatching dispatching;

    /** What takes more than a look at the mail when a turn begins or ends. */
    @SuppressWarnings("UnusedVariable") // through MARKS, too
    private volatile int marks;

    /** What few actors have; null for the others. For generated code, see {@link HandleWriter}. */
    public volatile @Nullable Rare rare;

    Bounded(Kind kind) {
        this.kind = kind;
        this.dispatching = kind.dispatching();
    }

    @Override
    protected final Dispatching dispatching() {
        return dispatching;
    }

    /** What few actors have, if it has that. */
    final @Nullable Rare rareIfAny() {
        return rare;
    }

    /** The same, made if it is not there. */
    final Rare rare() {
        Rare mine = rare;
        if (mine == null) {
            RARE.compareAndSet(this, null, new Rare());
            mine = Objects.requireNonNull(rare);
        }
        return mine;
    }

    /** The lanes of threads that stream calls, if there are such. */
    final @Nullable CallLanes lanes() {
        Rare rare = this.rare;
        return rare == null ? null : rare.lanes();
    }

    /** The answer to the call at hand; null for a call that has none. The runner. */
    final @Nullable Answer answering() {
        Rare rare = this.rare;
        return rare == null ? null : rare.answering;
    }

    /** The call at hand has that answer from now on. The runner. */
    final void answering(@Nullable Answer answer) {
        if (answer != null) {
            rare().answering = answer;
            return;
        }
        Rare rare = this.rare;
        if (rare != null) {
            rare.answering = null;
        }
    }

    final boolean isStopped() {
        return (marks & STOPPED) != 0;
    }

    /** Nothing but its mail is to be looked at. Any thread; a moment ago. */
    final boolean isUnmarked() {
        return marks == 0;
    }

    /**
     * Whether it has got memory far beyond its bound: calls are not handed over then, since those
     * are accepted whatever the house may have.
     */
    final boolean hasGrownFar() {
        return (marks & HAS_GROWN_FAR) != 0;
    }

    /**
     * It has grown far, or has shrunk. Who says so may be late, and find the other: whoever is the
     * last to mark it looks behind that.
     */
    final void marksGrowth() {
        boolean has;
        do {
            has = isFarBeyond();
            if (has) {
                MARKS.getAndBitwiseOr(this, HAS_GROWN_FAR);
            } else {
                MARKS.getAndBitwiseAnd(this, ~HAS_GROWN_FAR);
            }
        } while (isFarBeyond() != has);
    }

    /** Has these lanes from now on. Its lock is held. */
    final void hasLanes(CallLanes lanes) {
        MARKS.getAndBitwiseOr(this, HAS_LANES); // before anything is found there
        rare().hasLanes(lanes);
    }

    /** Whether the caller is the one who has stopped it, just now. */
    final boolean isFirstToStop() {
        return ((int) MARKS.getAndBitwiseOr(this, STOPPED) & STOPPED) == 0;
    }

    // ---- senders

    /** Throws if its house takes no calls from outside; the call at hand is not held then. */
    final void checkAcceptsFromOutside(Caller me) {
        try {
            kind.house().checkAcceptsFromOutside(this);
        } catch (HouseClosedException e) {
            me.forget(referencesEach());
            throw e;
        }
    }

    /** Whether the calling thread is about to make its object: until then it handles nothing. */
    abstract boolean isMadeHere();

    final void awaitRoom(Caller me) {
        dispatching().await(me, new ForRoom(this, me.waiter(), pressure().threads));
    }

    /** Waits until there is room, and takes none. */
    final void awaitRoomForOthers(Caller me) {
        try {
            awaitRoom(me);
        } finally {
            tellsOfRoom();
        }
    }

    /** Whether there is room, or it is not to be waited for any longer. */
    final boolean isRoomWorthALook() {
        return hasRoom() || isStopped() || kind.house().isClosing();
    }

    /** Has that one told where there is room, who is not to sleep before it has looked. */
    final void tellsOfRoom(RoomLine.Place place) {
        boolean first = pressureIfAny() == null;
        pressure().threads.enter(place);
        VarHandle.fullFence(); // the runner sees it when it lets go, or who asks sees the room
        if (first) {
            dispatching().mailed(this, Caller.current());
        }
    }

    /** Likewise no longer; it may take no place. */
    final void tellsNoLonger(RoomLine.Place place) {
        if (pressure().threads.leave(place)) {
            tellsOfRoom();
        }
    }

    final String describeWait(Thread thread, long calls) {
        return "thread \""
                + thread.getName()
                + "\" waits until actor "
                + this
                + " has handled some of its "
                + calls
                + " calls";
    }

    // ---- room

    @Override
    int bound() {
        return kind.bound();
    }

    @Override
    boolean isUnbounded() {
        return kind.isUnbounded();
    }

    @Override
    int longsEach() {
        return kind.protocol().longsEach();
    }

    @Override
    int referencesEach() {
        return kind.protocol().referencesEach();
    }

    @Override
    boolean publishesEachHead() {
        Pressure pressure = pressureIfAny();
        return kind.bound() < SMALL_BOUND || (pressure != null && pressure.isAny());
    }

    @Override
    protected boolean hasMuchMail() {
        return 2 * underWay() >= kind.bound();
    }

    /**
     * Whether much has come: half of its bound, or of the bound that an actor has if nothing else
     * is said, where its own is larger or it has none. The runner.
     */
    final boolean isBehind() {
        return underWay() >= Math.min(kind.bound() / 2, MUCH_MAIL);
    }

    @Override
    protected boolean isWaitedFor() {
        return (marks & IS_WAITED_FOR) != 0;
    }

    final boolean hasRoom() {
        return places() > 0;
    }

    private long places() {
        return kind.bound() - underWay();
    }

    /**
     * Whether half of it is room: so much is made quickly where calls are short, and an actor that
     * rests until then comes to rest again less often.
     */
    private boolean hasMuchRoom() {
        return 2 * underWay() <= kind.bound();
    }

    @Override
    void madeRoom(boolean quickly) {
        Pressure pressure = pressureIfAny();
        if (pressure != null) {
            pressure.quick(quickly);
            if (pressure.isAny()) {
                relieve(pressure, quickly);
            }
        }
    }

    private void relieve(Pressure pressure, boolean quickly) {
        tell(pressure.threads);
        long newest = pressure.newest(); // who rests behind the look may have filled what it finds
        if (isStopped() || (quickly ? hasMuchRoom() : hasRoom())) {
            pressure.relieveActors(newest);
        }
    }

    /** As many of them as there is room for. */
    private void tell(RoomLine threads) {
        if (isStopped()) {
            threads.tellAll();
            return;
        }
        long most = threads.isAny() ? places() : 0;
        while (most > 0 && threads.tell(places())) {
            most--;
        }
    }

    /** Who waited for room does not take any, and may have been told of some: another one is. */
    final void tellsOfRoom() {
        Pressure pressure = pressureIfAny();
        if (pressure != null) {
            tell(pressure.threads);
        }
    }

    /** No more room is made for a while: if there is any, all who wait for it go on. Any thread. */
    @Override
    protected final void relieves() {
        Pressure pressure = pressureIfAny();
        if (pressure != null && pressure.isAny()) {
            relieve(pressure, false);
        }
    }

    @Override
    protected void released() {
        relieves();
    }

    /** Nobody rests any longer until there is room here: the house comes to its end. */
    final void relievesAll() {
        Pressure pressure = pressureIfAny();
        if (pressure != null) {
            pressure.relieve();
        }
    }

    /** Somebody who rests until there is room here goes on without, if it is still there. */
    final void relieves(Bounded resting) {
        Pressure pressure = pressureIfAny();
        if (pressure != null) {
            pressure.relieve(resting);
        }
    }

    private Pressure pressure() {
        if ((marks & IS_WAITED_FOR) == 0) {
            kind.house().staff().isWaitedFor(this); // first: nobody is to wait unknown
            MARKS.getAndBitwiseOr(this, IS_WAITED_FOR);
        }
        return rare().pressure();
    }

    private @Nullable Pressure pressureIfAny() {
        Rare rare = this.rare;
        return rare == null ? null : rare.pressureIfAny();
    }

    /**
     * Rests until there is room where it sent too much, unless that one rests until there is room
     * here.
     */
    @Override
    protected boolean goesAway() {
        Bounded where = Objects.requireNonNull(waitsFor());
        boolean rests = false;
        try {
            relieves();
            rests = restsUntilRoomAt(where);
        } finally { // for want of memory, too
            if (!rests) {
                waitsNoLonger();
            }
        }
        return rests;
    }

    private boolean restsUntilRoomAt(Bounded where) {
        boolean first = where.pressureIfAny() == null;
        Pressure pressure = where.pressure();
        if (where.kind.house() != kind.house()) { // whose own end relieves it, too
            kind.house().staff().isWaitedForElsewhere(where);
        }
        pressure.add(this);
        boolean goesOn = false;
        try {
            VarHandle.fullFence(); // it is seen there, or what is there is seen here
            goesOn = isToGoOn(where, pressure) && pressure.remove(this);
            if (first) { // a soloist may have let it go without a fence: it looks again
                where.dispatching().mailed(where, Caller.current());
            }
        } catch (Throwable e) { // who is on the list must not run, and who is not may rest already
            Carrier.survive(e);
            goesOn = goesOn || pressure.remove(this);
        }
        return !goesOn;
    }

    private boolean isToGoOn(Bounded where, Pressure pressure) {
        return where.isStopped()
                || kind.house().isEnding()
                || where.kind.house().isEnding()
                || (where.makesRoomQuickly(pressure) ? where.hasMuchRoom() : where.hasRoom())
                || mayBeInACircle();
    }

    /**
     * Whether who rests here may wait for more than some room. Not if this one waits itself: it has
     * said so before it relieved all who rested, and nothing else would.
     */
    private boolean makesRoomQuickly(Pressure pressure) {
        return pressure.isQuick() && !isWaiting();
    }

    /** Who goes on though it could have rested does no harm; who is on the list and runs would. */
    private boolean mayBeInACircle() {
        try {
            return WaitCycle.isClosedBy(this);
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    /**
     * Whether it rests until there is room, or waits in a call. Any thread; out of date at once.
     */
    final boolean isWaiting() {
        Rare rare = this.rare;
        return rare != null && rare.isWaiting();
    }

    final void goesOn() {
        waitsNoLonger();
        dispatching.resume(this, Caller.current());
    }

    /** It waits for that of that one. */
    final void waitsFor(Bounded other, Awaited what) {
        waitsFor(other, what, false);
    }

    /** Likewise, for a time only if so said. */
    final void waitsFor(Bounded other, Awaited what, boolean forATime) {
        rare().waitsFor(other, what, forATime);
    }

    /** It does so once more; see {@link #isToLookAgain}. The runner. */
    final void waitsAgainFor(Bounded other, Awaited what, boolean forATime) {
        rare().waitsAgainFor(other, what, forATime);
    }

    /** For whom it said that it waits, whatever has come of it. The runner. */
    final @Nullable Bounded saidToWaitFor() {
        Rare rare = this.rare;
        return rare == null ? null : rare.saidToWaitFor();
    }

    /**
     * Whether it has waited for somebody else on top of its wait, which then ends: the one who
     * waits looks for cycles once more, and waits anew. The runner.
     */
    final boolean isToLookAgain() {
        Rare rare = this.rare;
        return rare != null && rare.isToLookAgain();
    }

    /** Whether its wait, if it waits, comes to an end by time. Any thread. */
    final boolean waitsForATime() {
        Rare rare = this.rare;
        return rare != null && rare.waitsForATime();
    }

    /** It is to look, as more is awaited of what it may wait for. Any thread. */
    final void awaitsMore() {
        rare().awaitsMore();
    }

    /** Likewise; it looks. The runner. */
    final boolean looksAgain() {
        Rare rare = this.rare;
        return rare != null && rare.looksAgain();
    }

    final void waitsNoLonger() {
        rare().waitsNoLonger();
    }

    /** What it waits for there. Likewise. */
    final @Nullable Awaited awaited() {
        Rare rare = this.rare;
        return rare == null ? null : rare.awaited();
    }

    /** For whom it waits; null for nobody. Any thread; out of date at once. */
    final @Nullable Bounded waitsFor() {
        Rare rare = this.rare;
        return rare == null ? null : rare.waitsFor();
    }

    @Override
    protected final @Nullable Task needed(Predicate<Task> those) {
        return WaitCycle.needed(this, those::test);
    }

    @Override
    protected final boolean endsRests(Predicate<Task> those) {
        return WaitCycle.endsRestsBefore(this, those::test);
    }

    // ---- memory beyond the bound, which the house counts

    @Override
    boolean takes(long bytes, boolean inAnyCase) {
        return kind.house().ceiling.takes(bytes, inAnyCase);
    }

    @Override
    void settled() {
        kind.house().ceiling.settled();
    }

    @Override
    void gives(long bytes) {
        kind.house().ceiling.gives(bytes);
    }
}
