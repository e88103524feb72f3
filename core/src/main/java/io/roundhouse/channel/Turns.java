package io.roundhouse.channel;

import io.roundhouse.channel.AnyChannel.Outcome;
import io.roundhouse.waiting.Sleep;
import org.jspecify.annotations.Nullable;

/**
 * Which clause of a select happens where several can: the first of them, from the one on whose turn
 * it is. In a fair select that is the one behind the last that has happened: so whatever can happen
 * all the time does, at the latest, in as many awaits as there are clauses. In one by priority it
 * is always the first. Used by the thread of the select.
 */
final class Turns {
    private final Clause[] clauses;
    private final boolean fair;

    /** Which clause is tried first. */
    private int start;

    /** Which clause has happened last. */
    private int last;

    /** Whether the chosen clause has not happened: its channel is closed. */
    private boolean choseClosed;

    Turns(boolean fair, Clause[] clauses) {
        this.fair = fair;
        this.clauses = clauses;
    }

    /** A new wait: nothing is chosen. */
    void begin() {
        choseClosed = false;
    }

    /** Does the first thing that needs no waiting; returns its clause, null if there is none. */
    @Nullable Clause tryEach(Party party) {
        for (int i = 0, at = start; i < clauses.length; i++, at = next(at)) {
            Clause each = clauses[at];
            if (each.active && happens(each, party)) {
                hasHappened(at);
                return each;
            }
        }
        return null;
    }

    private boolean happens(Clause clause, Party party) {
        if (clause instanceof Clause.AtChannel<?> atChannel) {
            return happens(atChannel);
        }
        if (clause instanceof Clause.After timer) {
            return Sleep.isOver(timer.deadline);
        }
        if (clause instanceof Calling<?> calling) {
            return calling.happens(party);
        }
        return clause instanceof Clause.OfStage<?> answer && answer.happens(party);
    }

    private boolean happens(Clause.AtChannel<?> clause) {
        Outcome outcome = AtChannels.attempt(clause.place());
        choseClosed = outcome == Outcome.CLOSED && clause.dropOut();
        return outcome == Outcome.HAPPENED || choseClosed;
    }

    /** That clause has happened without being tried. */
    void hasHappened(Clause happened) {
        for (int i = 0; i < clauses.length; i++) {
            if (clauses[i] == happened) {
                hasHappened(i);
            }
        }
    }

    private void hasHappened(int happened) {
        last = happened;
        if (fair) {
            start = next(happened);
        }
    }

    private int next(int at) {
        return at + 1 == clauses.length ? 0 : at + 1;
    }

    /**
     * Whether the clause that {@link #tryEach} has given has not happened: its channel is closed.
     */
    boolean choseClosed() {
        return choseClosed;
    }

    /** Which clause is tried first. */
    int first() {
        return start;
    }

    /**
     * At whose door it is worth to wait: where something has happened last, or in order the first.
     * At the door of any other, one that comes before could be passed over.
     */
    Clause atDoor() {
        return clauses[fair ? last : 0];
    }
}
