package io.roundhouse.channel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The clauses of a select whose answers come by stages, while it waits: each stage knows of its
 * party meanwhile, by a {@link Relay}, and of nobody before or after. Used by the thread of the
 * select.
 */
final class AtStages {
    private final Party party;
    private final Clause.OfStage<?>[] clauses;

    private AtStages(Party party, Clause.OfStage<?>[] clauses) {
        this.party = party;
        this.clauses = clauses;
    }

    /** Those of these clauses; null if there are none. */
    static @Nullable AtStages of(Party party, Clause[] all) {
        Clause.OfStage<?>[] found =
                Arrays.stream(all)
                        .filter(Clause.OfStage.class::isInstance)
                        .toArray(Clause.OfStage<?>[]::new);
        return found.length == 0 ? null : new AtStages(party, found);
    }

    /** The answers end the party's wait from now on. Returns whether one of them may. */
    boolean attach() {
        boolean any = false;
        for (Clause.OfStage<?> each : clauses) {
            if (each.active) {
                each.attach(party);
                any = true;
            }
        }
        return any;
    }

    /** Whether one of the answers that are waited for is there. */
    boolean isAnyThere() {
        for (Clause.OfStage<?> each : clauses) {
            if (each.active && each.isThere()) {
                return true;
            }
        }
        return false;
    }

    /** No stage knows of the party any more; that clause has happened. */
    void leave(@Nullable Clause happened) {
        for (Clause.OfStage<?> each : clauses) {
            each.leave(each == happened);
        }
    }
}
