package io.roundhouse.channel;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.internal.ByMail;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One of the things of which a {@link Select} does one. Made by {@link Receiver#whenReceived},
 * {@link Sender#whenSent}, {@link Select#whenAnswered}, {@link Select#asking}, {@link
 * Select#whenAccepted}, {@link Select#whenReturned}, {@link Select#after} and {@link
 * Select#otherwise}; part of one select at most.
 */
public abstract sealed class Clause
        permits Clause.AtChannel, Clause.OfStage, Calling, Clause.After, Clause.Otherwise {
    private @Nullable BooleanSupplier guard;
    @Nullable Runnable whenClosed;

    /** Its select; null as long as it is in none. */
    private @Nullable Select select;

    /** Whether it takes part in the wait that is on. */
    boolean active;

    /** Whether it can still happen in later waits. */
    boolean open = true;

    Clause() {}

    /** Takes part only in those waits at whose beginning the guard says so. */
    public final Clause onlyIf(BooleanSupplier condition) {
        guard =
                Objects.requireNonNull(
                        condition,
                        "a guard is needed: a clause without one takes part in each wait");
        return this;
    }

    /**
     * Runs this, once, where the clause drops out because its channel is closed; the select has
     * happened then. Without it a receiving clause drops out in silence if the channel was closed
     * without a cause; otherwise the select throws a {@link ChannelClosedException}.
     */
    public final Clause orClosed(Runnable then) {
        whenClosed = Needed.then(then);
        return this;
    }

    final boolean isJoined() {
        return select != null;
    }

    /** Becomes part of a select; it is of none yet. */
    void join(Select joined) {
        select = joined;
    }

    /** At the beginning of a wait. */
    void prepare() {
        active = open && (guard == null || guard.getAsBoolean());
    }

    /** Whether the select ends when all clauses like this one have dropped out. */
    boolean canDropOut() {
        return true;
    }

    /** What is done when it has happened. */
    abstract void act();

    /** At a channel. */
    abstract static sealed class AtChannel<T> extends Clause {
        final AnyChannel<T> channel;
        private final boolean sends;
        private @Nullable Place place;

        AtChannel(AnyChannel<T> channel, boolean sends) {
            this.channel = channel;
            this.sends = sends;
        }

        @Override
        void join(Select joined) {
            super.join(joined);
            place = new Place(joined.party(), channel, sends);
        }

        @Override
        void prepare() {
            super.prepare();
            place().first = false;
            if (active) {
                channel.touched();
            }
        }

        final Place place() {
            return Objects.requireNonNull(place);
        }

        /** Drops out. Whether that is worth telling: then {@link #actClosed} is called. */
        final boolean dropOut() {
            open = false;
            active = false;
            return whenClosed != null || sends || channel.cause() != null;
        }

        final void actClosed() {
            Runnable then = whenClosed;
            if (then == null) {
                throw sends ? channel.closedForSending() : channel.closedForReceiving();
            }
            then.run();
        }
    }

    /** See {@link Receiver#whenReceived}. */
    static final class Receiving<T> extends AtChannel<T> {
        private final Consumer<? super T> then;

        Receiving(AnyChannel<T> channel, Consumer<? super T> then) {
            super(channel, false);
            this.then = then;
        }

        @Override
        @SuppressWarnings("unchecked") // nothing but a T was sent
        void act() {
            Object element = Objects.requireNonNull(place().element);
            place().element = null;
            channel.give((T) element, then);
        }
    }

    /** See {@link Sender#whenSent}. */
    static final class Sending<T> extends AtChannel<T> {
        private final Supplier<? extends T> element;
        private final Runnable then;

        Sending(AnyChannel<T> channel, Supplier<? extends T> element, Runnable then) {
            super(channel, true);
            this.element = element;
            this.then = then;
        }

        @Override
        void prepare() {
            super.prepare();
            place().element =
                    active ? Objects.requireNonNull(element.get(), Slots.NULL_ELEMENT) : null;
        }

        @Override
        void act() {
            place().element = null;
            then.run();
        }
    }

    /** The answer of a stage. */
    abstract static sealed class OfStage<T> extends Clause {
        private final Consumer<? super T> then;
        private @Nullable Relay<T> relay;

        OfStage(Consumer<? super T> then) {
            this.then = then;
        }

        /** That stage's answer is the one that counts. */
        final void listen(CompletionStage<? extends T> stage) {
            relay = Relay.at(stage);
        }

        /**
         * An actor that waits reads no mail: what comes by it would never come. What is there
         * already, or comes by other ways, may be waited for.
         */
        static void mayBeAwaitedHere(CompletionStage<?> stage) {
            if (stage instanceof ByMail mail && mail.comesByMailHere()) {
                throw new IllegalStateException(
                        "an actor does not await its own answers in a select: they come as its"
                                + " mail, which it does not read meanwhile: attach what is to"
                                + " follow to the stage; or await the select in a process of a"
                                + " scope, or in a thread of your own");
            }
        }

        /** Whether its answer is there; in the turn of the clause. */
        boolean happens(Party party) {
            return isThere();
        }

        final boolean isThere() {
            Relay<T> asked = relay;
            return asked != null && asked.isThere();
        }

        final void forget() {
            relay = null;
        }

        /** A wait has begun that the answer may end. */
        final void attach(Party party) {
            if (relay != null) {
                relay.attach(party);
            }
        }

        /** The wait is over, and this clause is what happened, or not. */
        void leave(boolean happened) {
            if (relay != null) {
                relay.detach();
            }
        }

        @Override
        @SuppressWarnings("NullAway") // an answer may be null where its consumer takes that
        void act() {
            Relay<T> asked = Objects.requireNonNull(relay);
            relay = null;
            then.accept(asked.get());
        }
    }

    /** See {@link Select#whenAnswered}. */
    static final class Answered<T> extends OfStage<T> {
        private final CompletionStage<T> answer;

        Answered(CompletionStage<T> answer, Consumer<? super T> then) {
            super(then);
            this.answer = answer;
        }

        @Override
        void join(Select joined) {
            super.join(joined);
            listen(answer);
        }

        @Override
        void prepare() {
            super.prepare();
            if (active) {
                mayBeAwaitedHere(answer);
            }
        }

        @Override
        void act() {
            open = false;
            super.act();
        }
    }

    /** See {@link Select#asking}. */
    static final class Asking<T> extends OfStage<T> {
        private final Supplier<? extends CompletionStage<T>> call;

        /** The answer to come; null where this await has not asked yet. */
        private @Nullable CompletionStage<T> answer;

        Asking(Supplier<? extends CompletionStage<T>> call, Consumer<? super T> then) {
            super(then);
            this.call = call;
        }

        @Override
        boolean happens(Party party) {
            if (answer == null) {
                CompletionStage<T> asked =
                        Objects.requireNonNull(
                                call.get(),
                                "the call of a clause is to give a stage, and gave null");
                answer = asked;
                mayBeAwaitedHere(asked);
                listen(asked);
                attach(party);
            }
            return isThere();
        }

        @Override
        void leave(boolean happened) {
            super.leave(happened);
            CompletionStage<T> asked = answer;
            answer = null;
            if (!happened) {
                forget();
                withdraw(asked);
            }
        }

        /** A call to an actor that has not begun is not handled then. */
        private static void withdraw(@Nullable CompletionStage<?> asked) {
            if (asked instanceof Future<?> future) {
                try {
                    future.cancel(false);
                } catch (RuntimeException e) {
                    // a stage that only its maker can end: what has been chosen happens
                }
            }
        }
    }

    /** See {@link Select#after}. */
    static final class After extends Clause {
        final long nanos;
        long deadline;
        private final Runnable then;

        After(long nanos, Runnable then) {
            this.nanos = nanos;
            this.then = then;
        }

        @Override
        boolean canDropOut() {
            return false;
        }

        @Override
        void act() {
            then.run();
        }
    }

    /** See {@link Select#otherwise}. */
    static final class Otherwise extends Clause {
        private final Runnable then;

        Otherwise(Runnable then) {
            this.then = then;
        }

        /** That of those, if all of them may join a select; before one of them has. */
        static @Nullable Otherwise of(Clause[] clauses) {
            Otherwise found = null;
            Set<Clause> seen = new HashSet<>();
            for (Clause each : clauses) {
                Objects.requireNonNull(
                        each, "a clause is null: leave it out, or give one with onlyIf(…)");
                if (each.isJoined() || !seen.add(each)) {
                    throw new IllegalArgumentException(
                            "a clause is part of one select only: make another one");
                }
                if (each instanceof Otherwise one) {
                    if (found != null) {
                        throw new IllegalArgumentException(
                                "a select has one default clause at most: leave the others out");
                    }
                    found = one;
                }
            }
            return found;
        }

        @Override
        boolean canDropOut() {
            return false;
        }

        @Override
        void act() {
            then.run();
        }
    }
}
