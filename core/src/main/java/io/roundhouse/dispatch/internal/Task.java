package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Something that is run whenever it has mail, by one thread at a time.
 *
 * <pre>
 *            claim (whoever brought mail)              release, when there is no mail
 *   IDLE ───────────────────────────────→ SCHEDULED ────────────────────────────────→ IDLE …
 *   IDLE ── visit (a caller runs it) ───→ its number ─ endVisit, without a look ────→ IDLE …
 *
 * Invariants
 *   I1  who has claimed it sees to it that it is run; nobody else touches what belongs to its runner
 *   I2  it does not stay IDLE with mail: who brings mail looks at the state afterwards, and who
 *       releases it looks for mail afterwards, each behind a full fence (Dekker)
 * </pre>
 */
public abstract class Task {
    /** Of {@link #state}: nobody runs it or is about to. */
    public static final int IDLE = 0;

    private static final int SCHEDULED = 1;

    /** The least number of a visitor: the state says whose visit it is. */
    static final int FIRST_VISITOR = 2;

    private static final VarHandle STATE;
    private static final VarHandle NEXT;

    static {
        try {
            var lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(Task.class, "state", int.class);
            NEXT = lookup.findVarHandle(Task.class, "next", Task.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** See above. Changed here, and by a visitor that ends where there is no stack for a call. */
    public volatile int state;

    /**
     * The next one in an {@link Injection}, {@link Injection#END} where there is none; null where
     * it is in none, nobody is about to put it there, and who has taken it has said so.
     */
    volatile @Nullable Task next;

    /** Starts idle. */
    protected Task() {}

    // ---- who runs it

    /** Whether nobody runs it or is about to. Any thread; out of date at once. */
    public final boolean isIdle() {
        return (int) STATE.getOpaque(this) == IDLE;
    }

    /**
     * Makes it the caller's, who must run it or have it run, if it is idle; returns whether it was.
     * A full fence in either case.
     */
    public final boolean claim() {
        return STATE.compareAndSet(this, IDLE, SCHEDULED);
    }

    /** Like {@link #claim}, by the only thread that claims at the time: without a fence. */
    final boolean claimAlone() {
        if ((int) STATE.getAcquire(this) != IDLE) {
            return false;
        }
        STATE.setOpaque(this, SCHEDULED);
        return true;
    }

    /**
     * Like {@link #claimAlone}, if there is nothing for it to do but calls that were handed over,
     * and nobody waits for anything here.
     */
    final boolean claimPlainAlone() {
        if ((int) STATE.getAcquire(this) != IDLE || !isPlain()) {
            return false;
        }
        STATE.setOpaque(this, SCHEDULED);
        return true;
    }

    /** Like {@link #claim}; a look first, so that it costs little where it is not idle. */
    public final boolean claimIfIdle() {
        return (int) STATE.getVolatile(this) == IDLE && claim();
    }

    /**
     * Like {@link #claimIfIdle}; also says whether it is visited where it is not idle. One look
     * tells both: between two the visitor may let it go.
     */
    final Claim claimOrFindVisited() {
        int was = (int) STATE.getVolatile(this);
        if (was == IDLE) {
            was = (int) STATE.compareAndExchange(this, IDLE, SCHEDULED);
        }
        return was == IDLE ? Claim.MINE : was >= FIRST_VISITOR ? Claim.VISITED : Claim.RUN;
    }

    /** What came of an attempt to claim. */
    enum Claim {
        /** It is the caller's now. */
        MINE,
        /** A caller runs it on the spot, and will let it go without a look. */
        VISITED,
        /** Somebody runs it, or is about to, and will look for mail. */
        RUN
    }

    /** Like {@link #claim}, by a caller with that number who runs it on the spot. */
    public final boolean visit(int visitor) {
        return (int) STATE.getAcquire(this) == IDLE && becomes(IDLE, visitor);
    }

    /** Whether a caller runs it on the spot. Who runs it, about itself. */
    public final boolean isVisited() {
        return (int) STATE.getOpaque(this) >= FIRST_VISITOR;
    }

    /**
     * Whether that visit still stands: called behind a look that found no soloist. One who is no
     * soloist any more may have claimed it by a plain store meanwhile, and another visitor after
     * that.
     */
    public final boolean isVisitedBy(int visitor) {
        return (int) STATE.getVolatile(this) == visitor;
    }

    /**
     * Takes a visit back, unless it stands no more. Where the stack has ended just behind {@link
     * #visit}, there is as much for this as there was for that.
     */
    public final void takeBackVisit(int visitor) {
        becomes(visitor, IDLE);
    }

    private boolean becomes(int from, int to) {
        return (int) STATE.compareAndExchange(this, from, to) == from;
    }

    /**
     * Ends a visit that stood. Needs no stack beyond its own frame. No fence: who looks, behind
     * this, whether it should do more may not have been seen to end it; see {@link
     * Workers#pollOutside}.
     */
    public final void endVisit() {
        try {
            STATE.setRelease(this, IDLE);
        } catch (StackOverflowError e) {
            state = IDLE;
        }
    }

    /** Puts it where those are that have mail, whatever their state, if it is not there already. */
    final boolean isNoted(Injection in) {
        boolean mine = false;
        try {
            mine = notifies();
            if (mine) {
                in.add(this);
            }
            return mine;
        } catch (StackOverflowError e) {
            if (mine) {
                next = null;
            }
            throw e;
        }
    }

    /**
     * Lets it go (release; pairs with {@link #claim}). The runner, which then needs a full fence
     * and {@link #claimIfMail}.
     */
    public final void release() {
        STATE.setRelease(this, IDLE);
    }

    /** Claims it if it is idle with mail; behind the fence that follows {@link #release}. */
    public final boolean claimIfMail() {
        return hasMail() && claim();
    }

    /** Whether as much mail is there as half of what may be. Any thread; a moment ago. */
    protected boolean hasMuchMail() {
        return false;
    }

    /** Whether somebody waits until it has handled some of its mail, or has ever waited. */
    protected boolean isWaitedFor() {
        return false;
    }

    /** Who gives it threads; null for one that nobody does. */
    protected @Nullable Dispatching dispatching() {
        return null;
    }

    // ---- what it does

    /** A turn has ended, and there is no mail. */
    public static final int DONE = 0;

    /** A turn has ended, and there is more mail. */
    public static final int MORE = 1;

    /** A turn has ended, and the task wants to rest until somebody else schedules it. */
    public static final int AWAY = 2;

    /**
     * A turn has ended, and there is no mail; but some may come in ways that need {@link #listen},
     * and another look a while later.
     */
    public static final int LISTENS = 3;

    /**
     * A turn has ended, and nothing is left to be done on this thread: mail that has come meanwhile
     * is known of in another way. The end of {@link #turnWith}.
     */
    public static final int PLAINLY_DONE = 4;

    /** Called by the runner before it lets the task go after {@link #LISTENS}. A full fence. */
    protected void listen() {}

    /**
     * Whether it has no mail, and nothing that takes a look when it is let go. Any thread; may be
     * wrong while somebody runs it.
     */
    protected boolean isPlain() {
        return false;
    }

    /** Whether there is mail. Any thread; may be wrong while somebody runs it. */
    protected abstract boolean hasMail();

    /** Handles mail, a turn's worth at most; returns one of the above. The runner. */
    public abstract int turn(Caller me);

    /** The position behind all mail that came so far. */
    protected abstract long sent();

    /** Whether there is mail before that position. The runner. */
    protected abstract boolean isBefore(long end);

    /** Handles the mail before these calls, then them, then a turn's worth of mail. The runner. */
    protected abstract int turn(Caller me, HandedCalls calls);

    /**
     * Likewise, for so many calls in the arrays of {@code me}, by the only worker that is at work,
     * where the task {@link #isPlain}. Ends with {@link #PLAINLY_DONE}, too. The runner.
     */
    protected abstract int turnWith(Caller me, int first, int count);

    /** How many calls may be handed over to it at a time; they count as mail that it has. */
    protected int mostHanded() {
        return 1;
    }

    /**
     * Puts a call into the mail, whatever its bound, and has it handled; if that is beyond the
     * bound, what the caller runs is {@link Caller#pressed}. Any thread.
     */
    protected abstract void append(
            Caller me, long[] longs, @Nullable Object[] references, int first);

    /**
     * Puts so many calls that {@code me} has written, the first one at {@code first}, into the mail
     * at once, and has them handled, if that is easy; returns how many it has put there.
     */
    protected int appendMany(Caller me, int first, int count) {
        return 0;
    }

    /**
     * The call that it has handed over was too much for whom it is for: the end of its turn, which
     * has ended otherwise, after all. The runner.
     */
    protected int isPressed(Caller me) {
        me.pressed = null;
        return MORE;
    }

    /**
     * Called by the runner when a turn has ended with {@link #AWAY}: returns whether somebody else
     * will schedule it; then the runner must not touch it any more. If not, the runner schedules
     * it.
     */
    protected boolean goesAway() {
        return false;
    }

    /** Somebody brought mail, perhaps, and could not say so: has it handled. Any thread. */
    protected void mayHaveMail(Caller me) {}

    /**
     * Its call takes long: whoever waits until it has handled more than it has, but need not, goes
     * on. Any thread.
     */
    protected void relieves() {}

    /**
     * Whether answers wait for it that it does not take while it is in a call, as far as it knows.
     * Any thread; a guess.
     */
    protected boolean leavesAnswers() {
        return false;
    }

    /** Called after the runner has released it, behind a fence. */
    protected void released() {}

    /**
     * One of those without whom its wait in a call never ends, directly or through others; null if
     * it waits for none of them. It was so at one moment, and is until that one has gone on. The
     * thread that waits.
     */
    protected @Nullable Task needed(Predicate<Task> those) {
        return null;
    }

    /**
     * Its wait in a call depends on others that rest until one of those has made room: they go on
     * without. Returns whether there were such. The thread that waits.
     */
    protected boolean endsRests(Predicate<Task> those) {
        return false;
    }

    // ---- in a queue of those that have mail, whatever their state

    /** Whether the caller is the one who must put it there; it is there once only. */
    final boolean notifies() {
        return next == null && NEXT.compareAndSet(this, null, Injection.END);
    }

    /** It was taken out of there (a full fence follows); what comes from now on notifies anew. */
    final void noticed() {
        next = null;
    }
}
