package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.internal.Attempt;
import java.util.Arrays;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a select that call actors, while it waits.
 *
 * <p>An actor that meets its callers is offered the call: it is in the mailbox, and when its turn
 * has come the actor ends the wait of the select's party, as who meets it at a channel does, or
 * passes on. It does so through a gate, which is open only while the select does nothing itself:
 * after its last look at the rendezvous channels. So at most one clause happens. Who comes while
 * the gate is closed does not wait for the select: the offer has been passed over, and another one
 * is made when the select waits again. One that nobody has come to keeps its place.
 */
final class AtActors {
    /** Where nobody tells of room, it is looked for. */
    private static final long NAP_NANOS = 1_000_000;

    /** To wake a virtual thread takes many: who is met is to be woken. */
    private static final int FRAMES_TO_WAKE = 128;

    private final Party party;
    private final Calling<?>[] clauses;
    private final ShortLock gate = new ShortLock();

    /** Guarded by the gate. */
    private boolean open;

    private AtActors(Party party, Calling<?>[] clauses) {
        this.party = party;
        this.clauses = clauses;
        for (Calling<?> each : clauses) {
            each.join(this);
        }
    }

    /** Those of these clauses; null if there are none. */
    static @Nullable AtActors of(Party party, Clause[] all) {
        Calling<?>[] found =
                Arrays.stream(all).filter(Calling.class::isInstance).toArray(Calling<?>[]::new);
        return found.length == 0 ? null : new AtActors(party, found);
    }

    /** The party waits, and has looked at all else. Runs calls, which may throw. */
    void begin() {
        open(true);
        for (Calling<?> each : clauses) {
            if (each.active && !party.met()) {
                each.begins(party);
            }
        }
    }

    /** It waits no longer: nothing is taken from now on. */
    void end() {
        open(false);
        for (Calling<?> each : clauses) {
            if (each.active) {
                each.ends();
            }
        }
    }

    private void open(boolean is) {
        gate.lock();
        open = is;
        try {
            gate.unlock();
        } catch (StackOverflowError e) { // see ShortLock
            gate.held = 0;
        }
    }

    /** Whether one of them takes part in the wait. */
    boolean isActive() {
        for (Calling<?> each : clauses) {
            if (each.active) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of them has happened, or is to be tried without a nap before. */
    boolean isReady() {
        for (Calling<?> each : clauses) {
            if (each.active && each.isThere() && !each.isRefusedAgain()) {
                return true;
            }
        }
        return false;
    }

    private boolean isThere() {
        for (Calling<?> each : clauses) {
            if (each.active && each.isThere()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sleeps as {@link Party#await} does. Where room is to be looked for it does so now and then,
     * and the party keeps its places in the lines of channels meanwhile.
     *
     * @return false if time is up, the thread was interrupted, or there is room
     */
    boolean await(long deadline) {
        boolean met;
        boolean napped;
        do {
            long until = Select.earlier(deadline, Sleep.deadline(nap()));
            napped = until != deadline;
            met = party.await(until);
        } while (!met && napped && !Thread.currentThread().isInterrupted() && !isThere());
        return met;
    }

    private long nap() {
        for (Calling<?> each : clauses) {
            if (each.wantsRoom()) {
                return NAP_NANOS;
            }
        }
        return Long.MAX_VALUE;
    }

    /** The select is over. */
    void leave(@Nullable Clause happened) {
        for (Calling<?> each : clauses) {
            each.leave(each == happened);
        }
    }

    Offered offers(Calling<?> clause, Future<?> call) {
        return new Offered(clause, call);
    }

    /** One call that is offered, while its select goes on. */
    final class Offered implements Attempt.Offer {
        private final Calling<?> clause;
        private final Future<?> call;

        // guarded by the gate
        private boolean passed;
        private boolean ended;

        private Offered(Calling<?> clause, Future<?> call) {
            this.clause = clause;
            this.call = call;
        }

        @Override
        public boolean take() {
            StackRoom.needs(FRAMES_TO_WAKE);
            gate.lock();
            try {
                if (ended || !open || !party.meet(clause)) {
                    passed = true;
                    return false;
                }
            } finally {
                gate.unlock();
            }
            party.wake();
            return true;
        }

        @Override
        public void pass() {
            StackRoom.needs(FRAMES_TO_WAKE);
            gate.lock();
            try {
                passed = true;
            } finally {
                gate.unlock();
            }
            if (party.meet(Party.LOOK_AGAIN)) {
                party.wake();
            }
        }

        boolean hasPassed() {
            gate.lock();
            try {
                return passed;
            } finally {
                gate.unlock();
            }
        }

        /** It is not to be taken any more, if it has not been. */
        void ends() {
            gate.lock();
            try {
                ended = true;
            } finally {
                gate.unlock();
            }
            call.cancel(false); // its actor need not come to it
        }
    }
}
