package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.Spin;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Attempt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one call, on its way or there.
 *
 * <pre>
 *   progress:  OFFERED → BEGUN (a select has done nothing else: see Attempt), WITHDRAWN (it has, or is to try again)
 *              SENT → BEGUN (the call is handled) → PROMISED (it comes later, or at the actor's end) → ARRIVED
 *              SENT → BEGUN → ARRIVED (in the mail of who asked; there at once otherwise)
 *              SENT → REFUSED (it is a dead letter) → BEGUN (who waits has been told so)
 *              SENT → WITHDRAWN (who waited does so no longer, whatever has ended that, or is told that it
 *                                is given up: the call is not handled any more)
 * </pre>
 *
 * Who tells has made the step before that, alone: an answer is put into a mail once.
 *
 * <p>The answer to an actor that goes on meanwhile arrives as mail of that actor, so that what was
 * attached to it runs there, one at a time with its calls; any other answer is there at once. An
 * actor that waits for an answer that it meant to have later takes it out of its mail: see {@link
 * Joining}.
 */
public final class Answer extends Coming<@Nullable Object> implements Control {
    private static final int REFUSED = -2;
    private static final int OFFERED = -1;
    private static final int SENT = 0;
    private static final int BEGUN = 1;
    private static final int WITHDRAWN = 2;
    private static final int PROMISED = 3;
    private static final int ARRIVED = 4;

    private static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findVarHandle(Answer.class, "progress", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** In whose mail it arrives; null for one that is there at once. */
    private final @Nullable Actor asker;

    private final Actor asked;
    private final int method;

    @SuppressWarnings("unused") // through PROGRESS
    private int progress;

    private volatile @Nullable Waiter waiter;

    /**
     * The value, or what was thrown: written before it is put into the asker's mail. Until then of
     * one that is offered the offer, and of one that is promised that of which it comes.
     */
    private @Nullable Object value;

    private boolean isThrown;

    private @Nullable Control before;

    Answer(Actor asked, int method, @Nullable Actor asker) {
        this.asked = asked;
        this.method = method;
        this.asker = asker;
    }

    // ---- who answers

    /**
     * For generated code: the call is about to be handled; returns whether it is to be. It is if
     * its time is over or somebody gave another answer, but not if that was cancelled before.
     */
    public boolean begins() {
        return !isCancelled() && (PROGRESS.compareAndSet(this, SENT, BEGUN) || beginsOffered());
    }

    private boolean beginsOffered() {
        Attempt.Offer offer = takeOffer();
        if (offer == null) {
            return false;
        }
        boolean taken = false;
        try {
            taken = offer.take();
        } catch (StackOverflowError e) {
            offered(offer);
            throw e;
        }
        if (taken) {
            PROGRESS.setVolatile(this, BEGUN);
        }
        return taken;
    }

    /** The actor that would take it has ended, or does not come to it: nobody makes this call. */
    private void pass() {
        Attempt.Offer offer = takeOffer();
        if (offer == null) {
            return;
        }
        try {
            offer.pass();
        } catch (StackOverflowError e) {
            offered(offer);
            throw e;
        }
    }

    /** It is withdrawn, but for whoever gets this, once. */
    private Attempt.@Nullable Offer takeOffer() {
        if (!isOffered()) {
            return null;
        }
        Object offer = value; // it is that as long as it is offered
        if (!PROGRESS.compareAndSet(this, OFFERED, WITHDRAWN)) {
            return null;
        }
        value = null;
        return (Attempt.Offer) Objects.requireNonNull(offer);
    }

    /** It is taken only if that says so. Who calls, before it is sent. */
    void offered(Attempt.Offer offer) {
        value = offer;
        PROGRESS.setVolatile(this, OFFERED);
    }

    boolean isOffered() {
        return (int) PROGRESS.getVolatile(this) == OFFERED;
    }

    /**
     * It comes when somebody gives it, or at the end of the actor, whichever is first. The runner.
     */
    void promise() {
        PROGRESS.setVolatile(this, PROMISED);
    }

    /** What it will come of is known, and about to be promised. The runner. */
    void promises(Coming<?> of) {
        value = of; // published by the promise
    }

    boolean isPromised() {
        return (int) PROGRESS.getVolatile(this) >= PROMISED;
    }

    /**
     * The answer is there, or will never be; returns whether it was the first. Any thread; only one
     * that is promised may come twice.
     */
    boolean arrive(@Nullable Object value, @Nullable Throwable thrown) {
        if (isPromised()) {
            if (!PROGRESS.compareAndSet(this, PROMISED, ARRIVED)) {
                return false;
            }
            asked.gave(this);
        }
        this.value = thrown == null ? value : thrown;
        this.isThrown = thrown != null;
        if (asker == null) {
            open();
            return true;
        }
        boolean begun = (int) PROGRESS.get(this) == BEGUN;
        if (begun) { // first: who has given it may wait for the asker
            PROGRESS.setRelease(this, ARRIVED);
        }
        boolean sent = false;
        try {
            asker.control(this);
            sent = true;
        } finally {
            if (begun && !sent) { // no stack, or no memory: what is told instead is to arrive
                PROGRESS.setRelease(this, BEGUN);
            }
        }
        return true;
    }

    /** What was attached runs now, here. */
    void open() {
        if (isThrown) { // it is not owed: see arrive
            super.completeExceptionally((Throwable) Objects.requireNonNull(value));
        } else {
            super.complete(value);
        }
        wake();
    }

    /** Who waits for it looks again. For generated code, too: the call has begun. */
    public void wake() {
        Waiter waiting = waiter;
        if (waiting != null) {
            waiting.wake();
        }
    }

    /**
     * The call is a dead letter, and is not handled from now on. Returns whether who waits for it
     * is to be told, by {@link #refuse}; not if he knows, or may do something else. The runner, or
     * who sends it.
     */
    boolean refuses() {
        pass();
        return !isCancelled() && PROGRESS.compareAndSet(this, SENT, REFUSED);
    }

    /** It was not handled, for that reason. */
    void refuse(Throwable why) {
        boolean told = false;
        try {
            arrive(null, why);
            told = true;
        } finally {
            PROGRESS.setVolatile(this, told ? BEGUN : SENT); // behind it: see Meeting
            wake();
        }
    }

    /**
     * The call at hand does not return, or the one before it, and the house is closed: who waits is
     * told; it is not handled any more if it has not begun. Any thread.
     */
    void giveUp(Throwable why) {
        pass();
        if (isPromised() || PROGRESS.compareAndSet(this, SENT, WITHDRAWN)) {
            arrive(null, why);
        } else if ((int) PROGRESS.getVolatile(this) == BEGUN) {
            giveUpBegun(why);
            if (isPromised()) { // just now
                arrive(null, why);
            }
        }
    }

    /** What the call may return yet comes too late. */
    private void giveUpBegun(Throwable why) {
        Actor waiting = asker;
        if (waiting == null) {
            fails(why);
            return;
        }
        Brought.to(waiting, this, null, why); // also where it waits for it in the middle of a call
    }

    private void fails(Throwable why) {
        completeExceptionally(why);
        wake();
    }

    // ---- who ends it otherwise: whoever has it, a time, or who gives it up

    @Override
    public boolean complete(@Nullable Object value) {
        boolean first = super.complete(value);
        isOwedNoLonger();
        return first;
    }

    @Override
    public boolean completeExceptionally(Throwable thrown) {
        boolean first = super.completeExceptionally(thrown);
        isOwedNoLonger();
        return first;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean isCancelled = super.cancel(mayInterruptIfRunning);
        isOwedNoLonger();
        return isCancelled;
    }

    @Override
    public CompletableFuture<@Nullable Object> completeAsync(
            Supplier<? extends @Nullable Object> supplier, Executor executor) {
        return super.completeAsync(
                supplier,
                gives ->
                        executor.execute(() -> {
                            gives.run();
                            isOwedNoLonger();
                        }));
    }

    @Override
    public void obtrudeValue(@Nullable Object value) {
        super.obtrudeValue(value);
        isOwedNoLonger();
    }

    @Override
    public void obtrudeException(Throwable thrown) {
        super.obtrudeException(thrown);
        isOwedNoLonger();
    }

    /**
     * It is there, and what may come yet comes too late. Where it is promised just now, who
     * promises it sees that it is there: see {@link Life#owes}. Any thread.
     */
    private void isOwedNoLonger() {
        if ((int) PROGRESS.getVolatile(this) == PROMISED) {
            asked.gave(this);
        }
    }

    // ---- in the mail

    @Override
    public void done() {
        open();
    }

    @Override
    public @Nullable Control before() {
        return before;
    }

    @Override
    public void before(@Nullable Control before) {
        this.before = before;
    }

    // ---- who waits

    /** The answer, which is there; what the call threw is thrown here. */
    @Nullable Object here() {
        if (isCompletedExceptionally()) {
            throw Answer.<RuntimeException>asIs(tracedHere(whatWasThrown()));
        }
        return resultNow();
    }

    /**
     * The very exception, which {@link #exceptionNow} does not give: it takes that of a future of
     * the actor's own for one of this one's, and has its cause, or none.
     */
    private Throwable whatWasThrown() {
        return Objects.requireNonNull(handle((_, thrown) -> thrown).resultNow());
    }

    /** Those that were told with many others do not say where; who waits in its call does. */
    private static Throwable tracedHere(Throwable thrown) {
        return thrown instanceof ActorStoppedException stopped
                        && stopped.getStackTrace().length == 0
                ? new ActorStoppedException(
                        String.valueOf(stopped.getMessage()), stopped.getCause())
                : thrown;
    }

    /**
     * Throws it as it is, whatever the compiler thinks of it: the method that was called declares
     * it.
     */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asIs(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Waits until it is there, without looking what it is; for who waits in its call. */
    void awaitArrival(Caller me) {
        await(me, new ForAnswer(me, me.running instanceof Actor waiting ? waiting : null));
        if (!isDone() && asked.kind.house().isClosed()) {
            ActorStoppedException why = GivenUp.why(this);
            giveUp(why);
            fails(why); // where another thread is about to complete it
        }
    }

    /** Waits for something that {@link #wake} tells of. */
    void await(Caller me, Wait wait) {
        waiter = me.waiter();
        asked.dispatching().await(me, wait);
    }

    /** The same, while the other one is run by others; returns whether it was. */
    boolean awaitOthers(Caller me, Wait wait) {
        waiter = me.waiter();
        return asked.dispatching().awaitOthers(me, wait);
    }

    /** The call is not handled any more; returns whether it was not before. */
    boolean withdraw() {
        boolean first = !isDone() && PROGRESS.compareAndSet(this, SENT, WITHDRAWN);
        if (first) {
            cancel(false);
        }
        return first;
    }

    /** Likewise, unless it has begun; waits a moment for who refuses it, and has not told why. */
    void withdrawOrSettle() {
        for (int spins = 0; !withdraw() && (int) PROGRESS.getVolatile(this) == REFUSED; ) {
            spins = Spin.onceOrNap(spins);
        }
    }

    /** Whether the call is not handled any more, as who made it has said. */
    boolean isWithdrawn() {
        return neverBegins() || isCancelled();
    }

    /** Whether it has not begun and is withdrawn, or given up. */
    boolean neverBegins() {
        return (int) PROGRESS.getVolatile(this) == WITHDRAWN;
    }

    /** Whether the call has begun, or it is known that it never will. */
    boolean isTaken() {
        int now = (int) PROGRESS.getVolatile(this);
        return (now != SENT && now != REFUSED) || isDone();
    }

    /** It is there, or comes from elsewhere: who owes it goes on with other calls. */
    @Override
    public boolean isOver() {
        return isDone() || (isPromised() && super.isOver());
    }

    @Override
    public Bounded whom(Bounded said) {
        return isPromised() ? super.whom(said) : said;
    }

    /** Whether it is owed, and it is known of what it comes. Any thread; out of date at once. */
    boolean isOwed() {
        return comesOf() != null;
    }

    private @Nullable Coming<?> comesOf() {
        if ((int) PROGRESS.getVolatile(this) != PROMISED) {
            return null;
        }
        Object of = value;
        VarHandle.loadLoadFence(); // it is that as long as it is promised
        return of instanceof Coming<?> coming && (int) PROGRESS.getOpaque(this) == PROMISED
                ? coming
                : null;
    }

    @Override
    List<Coming<?>> comesOf(Predicate<Coming<?>> isStuck) {
        Coming<?> of = comesOf();
        return of == null ? List.of() : List.of(of);
    }

    /**
     * Whether who owes it waits meanwhile and does not look into its mail, by which it comes. Any
     * thread; out of date at once.
     */
    boolean isHeldUp(boolean forGood) {
        Coming<?> of = comesOf();
        return of != null
                && !of.isDone()
                && !(forGood && of.mayComeOtherwise())
                && of.root().asker() == asked
                && !(asked.awaited() instanceof Joining<?>);
    }

    /** A call that has its caller wait returns what is there, or what comes from elsewhere. */
    @Override
    boolean mayLeadOn() {
        return method != NO_METHOD
                && asked.kind.protocol().answersLater(method)
                && !isPromised()
                && !isDone();
    }

    @Override
    public Runnable tellsOfMore(Actor waiting, Waiter waiter) {
        return mayLeadOn() || isOwed() ? super.tellsOfMore(waiting, waiter) : NOBODY_WAITS;
    }

    @Override
    public int method() {
        return method;
    }

    // ---- who meant to have it later, and waits all the same

    @Override
    Answer root() {
        return this;
    }

    @Override
    boolean isApart() {
        return false;
    }

    Actor asked() {
        return asked;
    }

    @Nullable Actor asker() {
        return asker;
    }

    private final class ForAnswer implements Wait {
        private final Caller me;
        private final @Nullable Actor waiting;

        ForAnswer(Caller me, @Nullable Actor waiting) {
            this.me = me;
            this.waiting = waiting;
        }

        @Override
        public boolean met() {
            return isDone()
                    || (waiting != null && waiting.isToLookAgain())
                    || asked.kind.house().isClosed();
        }

        @Override
        public String toString() {
            return me.waits(waiting) + " waits for an answer of " + asked;
        }
    }
}
