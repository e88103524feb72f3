package io.roundhouse.channel;

import io.roundhouse.waiting.internal.Attempt;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** See {@link Select#whenAccepted} and {@link Select#whenReturned}. */
final class Calling<T extends @Nullable Object> extends Clause {
    /** How often in a row there seems to be room and is none, before it is waited for. */
    private static final int MOST_REFUSALS = 8;

    private enum State {
        NEW,
        NO_ROOM,
        ASKED,
        MEETS,
        RETURNED
    }

    private final Callable<? extends T> call;
    private final Consumer<? super T> then;
    private final Try attempt = new Try();
    private @Nullable AtActors actors;
    private @Nullable Runnable wakes;
    private State state = State.NEW;
    private int refusals;
    private @Nullable Relay<?> relay;
    private @Nullable T returned;

    Calling(Callable<? extends T> call, Consumer<? super T> then) {
        this.call = call;
        this.then = then;
    }

    @Override
    void join(Select joined) {
        super.join(joined);
        Party party = joined.party();
        wakes =
                () -> {
                    if (party.meet(Party.LOOK_AGAIN)) {
                        party.wake();
                    }
                };
    }

    void join(AtActors those) {
        actors = those;
    }

    /**
     * An actor would wait for another one in a way that no dispatcher knows of: nobody runs what it
     * waits for in its place, and no circle is found.
     */
    static void mayBeAwaitedHere() {
        if (Attempt.isInActor()) {
            throw new IllegalStateException(
                    "an actor does not await a select that calls actors, and would handle no"
                            + " calls meanwhile: ask, and attach what is to follow to the"
                            + " stage; or await the select in a process of a scope, or in a"
                            + " thread of your own");
        }
    }

    // ---- in its turn

    /** Makes the call, or looks what has become of it. */
    boolean happens(Party party) {
        boolean again = state == State.NO_ROOM;
        if (state == State.NEW || (again && isThere())) {
            tries(false);
            refusals = again && state == State.NO_ROOM ? refusals + 1 : 0;
            if (relay != null) {
                relay.attach(party);
            }
        }
        return isThere() && state != State.NO_ROOM;
    }

    /** Whether it has happened, or is to be tried again. */
    boolean isThere() {
        return switch (state) {
            case NEW, MEETS -> false;
            case NO_ROOM -> Objects.requireNonNull(attempt.fullRoom()).isThere();
            case ASKED -> Objects.requireNonNull(relay).isThere();
            case RETURNED -> true;
        };
    }

    private void tries(boolean offers) {
        attempt.endsOffer();
        state = State.NEW;
        try {
            returned = attempt.calls(offers, call);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        }
        state = attempt.becomes(offers);
        if (state == State.ASKED) {
            relay = Relay.at((CompletionStage<?>) Objects.requireNonNull(attempt.coming()));
        }
    }

    // ---- in a wait

    /** The party waits, and has looked at all else. Its thread. */
    void begins(Party party) {
        if (state == State.MEETS && !attempt.isOffered()) {
            tries(true);
            if (relay != null) {
                relay.attach(party);
            }
        }
        if (state == State.NO_ROOM) {
            Objects.requireNonNull(attempt.fullRoom()).add(Objects.requireNonNull(wakes));
        }
    }

    /** It waits no longer. */
    void ends() {
        if (state == State.NO_ROOM) {
            Objects.requireNonNull(attempt.fullRoom()).remove(Objects.requireNonNull(wakes));
        }
    }

    /** Whether there is room, it seems, but not for this one. */
    boolean isRefusedAgain() {
        return state == State.NO_ROOM && refusals > MOST_REFUSALS;
    }

    /** Whether there may be room though nobody has told. */
    boolean wantsRoom() {
        return active && state == State.NO_ROOM;
    }

    /** The select is over, and this clause is what happened, or not. */
    void leave(boolean happened) {
        Relay<?> asked = relay;
        if (asked != null) {
            asked.detach();
        }
        if (!happened) {
            attempt.withdraws();
            forget();
        }
    }

    private void forget() {
        attempt.forgets();
        state = State.NEW;
        refusals = 0;
        relay = null;
        returned = null;
    }

    @Override
    @SuppressWarnings("NullAway") // what a call returns may be null where its consumer takes that
    void act() {
        T value;
        try {
            value = state == State.ASKED ? attempt.again(call) : returned;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new CompletionException(e);
        } finally {
            forget();
        }
        then.accept(value);
    }

    private final class Try extends Attempt {
        private AtActors.@Nullable Offered offered;

        <R> @Nullable R calls(boolean offers, Callable<R> call) throws Exception {
            return offers ? offers(call) : tries(call);
        }

        <R> R again(Callable<R> call) throws Exception {
            return repeats(call);
        }

        State becomes(boolean offers) {
            if (room() != null) {
                endsOffer(); // it was not sent
                return State.NO_ROOM;
            }
            if (answer() != null) {
                return State.ASKED;
            }
            return meets() || (offers && offered != null) ? State.MEETS : State.RETURNED;
        }

        @Nullable Room fullRoom() {
            return room();
        }

        @Nullable Future<?> coming() {
            return answer();
        }

        boolean isOffered() {
            AtActors.Offered mine = offered;
            return mine != null && !mine.hasPassed();
        }

        @Override
        protected Offer offers(Future<?> offeredCall) {
            offered = Objects.requireNonNull(actors).offers(Calling.this, offeredCall);
            return offered;
        }

        void endsOffer() {
            AtActors.Offered mine = offered;
            offered = null;
            if (mine != null) {
                mine.ends();
            }
        }

        void withdraws() {
            endsOffer();
            Future<?> asked = answer();
            if (asked != null) {
                asked.cancel(false);
            }
        }

        void forgets() {
            offered = null;
            clear();
        }
    }
}
