package io.roundhouse.channel;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for one of several things, and does that one: receives here, sends there, takes an answer,
 * or goes on when a time is over.
 *
 * <pre>{@code
 * Select next = Select.of(
 *         orders.whenReceived(this::fill),
 *         ticks.whenReceived(this::price),
 *         Select.after(Duration.ofMillis(50), this::idle));
 * while (next.await()) {}
 * }</pre>
 *
 * <p>Each {@link #await} does one thing exactly; if it returns false, or throws something that is
 * not of an action, it has done none, but for a clause that sends at a channel which drops elements
 * and whose hook throws (see {@link Sender}): an element is received, or sent, at one channel at
 * most, and its action is run by the calling thread, when all is done and nothing is held. Nothing
 * is left registered at the others. A select is prepared once and awaited again and again, by one
 * thread at a time; to await allocates nothing, asleep or not, but for calls of actors, and for the
 * looks at the others of a thread that has opened a {@link Scope}.
 *
 * <p>Design. First every clause is tried, in turn ({@link Turns}). If none can happen, the select
 * tries for a moment longer. Where it does nothing but meet others, it waits at one {@link Door}
 * meanwhile, as any thread that comes, and leaves it before it tries another clause. If still none
 * can happen, it takes a place in the line of each channel, and sleeps ({@link Asleep}). At
 * channels that store, a place only calls it to try again. At a rendezvous somebody may do the
 * thing itself with the one compare-and-set that ends the select's wait ({@link Party}); places
 * there are taken under the locks of all rendezvous channels of the select at once, in the order of
 * their numbers, after a last look at the other line of each. So of two selects that could meet,
 * the second sees the first.
 *
 * <p>Roots. Go's {@code select} holds the locks of all its channels, too; and Reppy, "Concurrent
 * Programming in ML" (1999).
 */
public final class Select {
    private final Clause[] clauses;

    private final boolean canEnd;
    private final Party party = new Party();
    private final Turns turns;

    /** Whether waiting a moment was worth it: what is stored may grow to a run, others are met. */
    private final BooleanSupplier worthIt;

    /** Whether all that it does is to meet somebody, at one channel each. */
    private final boolean meetsOnly;

    private final AtChannels channels;
    private final @Nullable AtStages stages;
    private final @Nullable AtActors actors;
    private final Asleep asleep;
    private final Patience patience;
    private final Clause.@Nullable Otherwise otherwise;

    /** What has happened while waiting a moment. */
    private @Nullable Clause ready;

    private boolean inUse;

    private Select(boolean fair, Clause[] clauses) {
        if (clauses.length == 0) {
            throw new IllegalArgumentException(
                    "a select has at least one clause: name what it waits for");
        }
        this.clauses = clauses;
        turns = new Turns(fair, clauses);
        otherwise = Clause.Otherwise.of(clauses);
        for (Clause each : clauses) {
            each.join(this);
        }
        channels = new AtChannels(clauses);
        meetsOnly = channels.allMeet();
        stages = AtStages.of(party, clauses);
        actors = AtActors.of(party, clauses);
        asleep = new Asleep(party, channels, stages, actors);
        patience = channels.anyStores() ? Patience.forRuns() : Patience.forMeetings();
        worthIt = channels.anyStores() ? channels::anyHasRun : this::isNowReady;
        canEnd = Arrays.stream(clauses).anyMatch(Clause::canDropOut);
    }

    /**
     * A fair select: where several clauses can happen, they take turns.
     *
     * @throws IllegalArgumentException if there are no clauses, one of them is part of another
     *     select, or there are two defaults
     * @throws NullPointerException if a clause is null
     */
    public static Select of(Clause... clauses) {
        return new Select(true, Needed.clauses(clauses));
    }

    /**
     * A select by priority: where several clauses can happen, the first of them does.
     *
     * @throws IllegalArgumentException like {@link #of}
     * @throws NullPointerException likewise
     */
    public static Select inOrder(Clause... clauses) {
        return new Select(false, Needed.clauses(clauses));
    }

    /**
     * A clause that happens where no other has for so long, from each {@link #await} on.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public static Clause after(Duration time, Runnable then) {
        return new Clause.After(Clock.nanos(time), Needed.then(then));
    }

    /** A clause that happens where no other can at once: such a select never waits. */
    public static Clause otherwise(Runnable then) {
        return new Clause.Otherwise(Needed.then(then));
    }

    /**
     * A clause that happens once, when an answer is there: that of an actor's method that has been
     * called (see {@link #asking} for one that the select calls), or any other stage. If it has
     * failed, {@link #await} throws a {@link java.util.concurrent.CompletionException}.
     *
     * <p>Stages do not forget who listens before they are complete. So a stub of a few dozen bytes
     * stays there for each clause that was made part of a select; between waits it knows nothing of
     * the select. Where a stage may never be complete, make the select once and await it again and
     * again. An actor gets the answers to its own calls as its mail, and so not while it waits:
     * {@link #await} throws an {@link IllegalStateException} where that is to be waited for. One
     * that is there already, or comes by other ways, may be; of what was put together outside, by
     * {@code CompletableFuture.allOf} and the like, nobody knows.
     */
    public static <T> Clause whenAnswered(CompletionStage<T> answer, Consumer<? super T> then) {
        return new Clause.Answered<>(
                Objects.requireNonNull(answer, "a stage is needed whose answer is waited for"),
                Needed.taker(then));
    }

    /**
     * A clause that calls an actor's method, or anything else that is answered later, in each
     * {@link #await} anew, and happens when the answer is there:
     *
     * <pre>{@code
     * Select.of(Select.asking(kitchen::cooked, this::show), Select.after(time, this::late));
     * }</pre>
     *
     * <p>The call is made by the awaiting thread when the turn first comes to the clause: not if a
     * clause before it happens at once, but once in an await at most. What it throws {@link #await}
     * throws; if the answer is a failure, that is thrown in a {@link
     * java.util.concurrent.CompletionException}. The clause stays: the next await asks again. A
     * call that waits, for room in a mailbox or to be taken by a rendezvous, holds up the whole
     * select; if that wait is interrupted, the call throws its unchecked {@link
     * io.roundhouse.waiting.WaitInterruptedException}, the flag stays set, and nothing has
     * happened.
     *
     * <p>If the await ends otherwise, by another clause or an exception, the answer is canceled
     * ({@link java.util.concurrent.Future#cancel}); so each call is to return a stage of its own. A
     * call to an actor's method that has not begun by then is never handled, as if it had not been
     * made. One that has begun runs to its end, and its answer is dropped: that it lost does not
     * mean that it did nothing. Of a stage that comes of an answer by {@code thenApply} and the
     * like only the last step is canceled, and not the call.
     *
     * <p>Not for an actor that asks another one: answers come as its mail, and so not while it
     * waits. {@link #await} throws an {@link IllegalStateException} then, and the call is canceled.
     * As the clause stays, such an await never returns false, whatever else is closed; and beside
     * {@link #otherwise} most calls are made and withdrawn at once.
     */
    public static <T> Clause asking(
            Supplier<? extends CompletionStage<T>> call, Consumer<? super T> then) {
        return new Clause.Asking<>(Needed.call(call), Needed.taker(then));
    }

    /**
     * A clause that calls an actor's {@code void} method, and happens when the call is accepted:
     *
     * <pre>{@code
     * Select.of(
     *         Select.whenAccepted(() -> kitchen.cook("soup"), this::ordered),
     *         Select.after(Duration.ofMillis(50), this::nobodyCooks));
     * }</pre>
     *
     * <p>That is when there is room in its mailbox; at an actor that is a {@code rendezvous()},
     * when it begins with the call. A call of a clause that does not happen has not been made: at a
     * rendezvous the actor, when it has come to it, asks the select, which has one answer for all.
     * That is while the select waits, and so never beside {@link #otherwise}.
     *
     * <p>The code is to make one call, of one actor, the same one each time, and nothing that may
     * not be done again: it is run by the awaiting thread in the turn of the clause, as {@link
     * #asking} does, and again whenever there may be room, or the actor has come while the select
     * was awake; at a rendezvous twice at least. What comes before the call is not to wait for an
     * actor: of {@code kitchen.cook(menu.dish())} the select would wait for the dish, and the
     * clause happen with that; then the kitchen is waited for without any limit. Ask for the dish
     * before. What the code throws {@link #await} throws, in a {@link
     * java.util.concurrent.CompletionException} if it is checked; nothing has happened then. Where
     * it would wait it is broken off by an exception, which it may catch, or wrap and throw.
     *
     * <p>A call that was offered to a rendezvous and has been withdrawn stays in its mailbox until
     * the actor comes to it, and counts to the {@linkplain io.roundhouse.actor.ActorOptions#bounded
     * bound}: so threads find no room there when as many have been withdrawn.
     *
     * <p>Not for an actor: {@link #await} throws an {@link IllegalStateException} where it runs
     * one, as that would handle no calls meanwhile, and nobody would know for whom it waits. An
     * actor asks, and attaches what follows to the stage; or a process of a scope, or a thread of
     * your own, awaits the select. Nor is it for a house that goes step by step, unless another
     * thread steps.
     */
    public static Clause whenAccepted(Scope.Body call, Runnable then) {
        Needed.call(call);
        Needed.then(then);
        return Select.<@Nullable Object>whenReturned(
                () -> {
                    call.run();
                    return null;
                },
                _ -> then.run());
    }

    /**
     * A clause that calls an actor's method whose callers wait for its result, and happens when
     * that is there:
     *
     * <pre>{@code
     * Select.of(Select.whenReturned(till::count, this::show), Select.after(time, this::late));
     * }</pre>
     *
     * <p>The call is made as by {@link #asking}: in the turn of the clause, once an await where
     * there is room for it, and then the others can happen before its answer. If one does it is
     * withdrawn: if it has not begun it is never handled; if it has it runs to its end, and what it
     * returns or throws is dropped. It is never run on the spot. When the answer is there the code
     * is run once more, and the call in it returns that at once, or throws it; {@link #await}
     * throws what the code throws, in a {@link java.util.concurrent.CompletionException} if it is
     * checked. That it has lost does not make room: a call that is withdrawn stays in the mailbox
     * until the actor comes to it.
     *
     * <p>The code is to make one call, the same one each time, and nothing before it that waits, as
     * that of {@link #whenAccepted}; what it does with the result is up to it. Where it calls a
     * method that does not wait it is as there. Likewise it is not for an actor, nor for a house
     * that goes step by step, unless another thread steps.
     */
    @SuppressWarnings("exports") // users may do without the module of the annotations
    public static <T extends @Nullable Object> Clause whenReturned(
            Callable<? extends T> call, Consumer<? super T> then) {
        return new Calling<T>(Needed.call(call), Needed.taker(then));
    }

    // ---- awaiting

    /**
     * Waits until one of the clauses happens, and runs its action.
     *
     * @return false, without waiting, if all channels are closed and drained and all answers taken,
     *     so that nothing but time could ever happen
     * @throws InterruptedException if interrupted while it waits: nothing has happened
     * @throws io.roundhouse.waiting.WaitInterruptedException if interrupted while a call of {@link
     *     #asking} waits for room, or to be taken: likewise; or of an action that waits
     * @throws java.util.concurrent.CompletionException if an answer is a failure, or a call of
     *     {@link #whenAccepted} or {@link #whenReturned} throws a checked exception
     * @throws ChannelClosedException if a clause would send to a closed channel, or a channel was
     *     closed with a cause, and the clause has no {@link Clause#orClosed}
     * @throws IllegalStateException if another thread awaits it, guards leave nothing to wait for,
     *     or an actor is run by this thread, and there is a clause of {@link #whenAccepted} or
     *     {@link #whenReturned}, or one that waits for an answer which comes as its mail: nothing
     *     has happened
     */
    public boolean await() throws InterruptedException {
        if (inUse) {
            throw new IllegalStateException(
                    "a select is for one thread at a time: make one for each");
        }
        if (actors != null) {
            Calling.mayBeAwaitedHere();
        }
        inUse = true;
        Clause chosen = null;
        try {
            long deadline = prepare();
            chosen = choose(deadline);
        } catch (StackOverflowError e) {
            chosen = metAtDoor(channels.door.go(), e);
        } finally {
            try {
                leave(chosen);
            } finally {
                inUse = false;
            }
        }
        if (chosen == null) {
            AnyChannel.throwIfCanceled();
            return false;
        }
        if (turns.choseClosed()) {
            ((Clause.AtChannel<?>) chosen).actClosed();
        } else {
            chosen.act();
        }
        return true;
    }

    /**
     * The stack has ended, perhaps at a door, which took more stack to come to than to leave from
     * here: who is met there has that.
     */
    private Clause metAtDoor(@Nullable Place met, StackOverflowError thrown) {
        if (met == null) {
            throw thrown;
        }
        Clause happened = channels.clauseOf(met);
        turns.hasHappened(happened);
        return happened;
    }

    /** Asks guards and elements; returns when the first time is over. */
    long prepare() {
        turns.begin();
        long first = Long.MAX_VALUE;
        for (Clause each : clauses) {
            each.prepare();
            if (each instanceof Clause.After timer && timer.active) {
                timer.deadline = Sleep.deadline(timer.nanos);
                first = earlier(first, timer.deadline);
            }
        }
        boolean answers = stages != null && stages.attach();
        party.elsewhere = answers || (actors != null && actors.isActive());
        return first;
    }

    static long earlier(long one, long other) {
        if (one == Long.MAX_VALUE || other == Long.MAX_VALUE) {
            return Math.min(one, other);
        }
        return one - other <= 0 ? one : other;
    }

    /** The clause that has happened; null if none ever will. */
    private @Nullable Clause choose(long deadline) throws InterruptedException {
        Clause happened = turns.tryEach(party);
        if (happened == null && otherwise == null) {
            happened = waitAMoment();
        }
        if (happened != null) {
            return happened;
        }
        if (hasEnded()) {
            return null;
        }
        if (otherwise != null && otherwise.active) {
            return otherwise;
        }
        try {
            return waitFor(deadline);
        } finally {
            channels.passOnAll();
        }
    }

    private @Nullable Clause waitFor(long deadline) throws InterruptedException {
        while (true) {
            Clause happened = asleep.until(deadline, turns.first());
            if (happened != null) {
                turns.hasHappened(happened);
                return happened;
            }
            happened = turns.tryEach(party);
            if (happened == null) {
                happened = waitAMoment();
            }
            if (happened != null) {
                return happened;
            }
            if (hasEnded()) {
                return null;
            }
        }
    }

    /** What has happened in a moment, if it is worth to wait that long. */
    private @Nullable Clause waitAMoment() {
        if (!patience.isWorthIt()) {
            return null;
        }
        if (meetsOnly) {
            comesToDoor();
        }
        if (!waits()) {
            return null;
        }
        Clause happened = ready;
        ready = null;
        return happened == null ? turns.tryEach(party) : happened;
    }

    private boolean waits() {
        try {
            return patience.waits(worthIt);
        } catch (StackOverflowError e) {
            if (!channels.isAtDoor()) {
                throw e;
            }
            return false; // who would end now would be met at the door all the same
        }
    }

    /**
     * Waits at one of its channels to be met without being tried: so a sender there need not wait,
     * and the next is tried at once. The others are looked at meanwhile.
     */
    void comesToDoor() {
        channels.comesToDoor(turns.atDoor());
    }

    /** Whether a clause has happened in the moment that it waits awake. */
    boolean isNowReady() {
        if (!channels.isAtDoor()) {
            ready = turns.tryEach(party);
        } else if (channels.mayLeaveDoor()) {
            Clause met = channels.leaveDoor();
            if (met != null) {
                turns.hasHappened(met);
            }
            ready = met == null ? turns.tryEach(party) : met;
        }
        return ready != null;
    }

    private boolean hasEnded() {
        boolean active = false;
        boolean open = false;
        for (Clause each : clauses) {
            active |= each.active;
            open |= each.open && each.canDropOut();
        }
        if (!active && (open || !canEnd)) {
            throw new IllegalStateException(
                    "the guards leave nothing to wait for: add Select.after or Select.otherwise");
        }
        return canEnd && !open;
    }

    /** No actor and no stage knows of this select any more. */
    private void leave(@Nullable Clause happened) {
        if (actors != null) {
            actors.leave(happened);
        }
        if (stages != null) {
            stages.leave(happened);
        }
    }

    // ---- inspection

    /** What it waits at, besides actors and stages. */
    AtChannels channels() {
        return channels;
    }

    /** Who waits here. */
    Party party() {
        return party;
    }

    /** The clauses at channels: what it sends to and receives from. */
    @Override
    public String toString() {
        return "select: " + party;
    }
}
