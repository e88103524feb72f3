package io.roundhouse.channel;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A select that sleeps: it is in the lines of all its channels at once, known to its stages, and
 * its calls are with the actors. What ends its wait is the one step of its {@link Party}; whoever
 * comes later finds it met. Used by the thread of the select.
 *
 * <p>First it takes its places, and looks once more at what nobody calls for: so what has become
 * possible before is seen, and what becomes possible after ends the wait. When it wakes up it
 * leaves all lines, whatever has ended the wait.
 */
final class Asleep {
    private final Party party;
    private final AtChannels channels;
    private final @Nullable AtStages stages;
    private final @Nullable AtActors actors;

    Asleep(Party party, AtChannels channels, @Nullable AtStages stages, @Nullable AtActors actors) {
        this.party = party;
        this.channels = channels;
        this.stages = stages;
        this.actors = actors;
    }

    /**
     * Sleeps until then, or something has happened, or may be possible.
     *
     * @param first the clause that is the first to meet somebody
     * @return the clause that has happened; null to try again
     */
    @Nullable Clause until(long deadline, int first) throws InterruptedException {
        boolean over = false;
        Place met = null;
        party.begin();
        try {
            channels.waitWhereStored();
            met = channels.meetOrWait(first);
            if (met == null) {
                callActors();
                over = isOver(deadline);
                if (!party.giveUp() && party.end() instanceof Place found) {
                    met = found;
                }
            } else {
                met.channel.attempted(met);
            }
        } finally {
            channels.leaveAll(met);
            leaveActors();
        }
        if (met != null && !met.closed) {
            return channels.clauseOf(met);
        }
        if (party.end() instanceof Clause called) {
            return called;
        }
        if (over && Thread.interrupted()) {
            Cancellation.throwIfItInterrupted();
            throw new InterruptedException("interrupted while it " + party);
        }
        return null; // a time that is over is found when all are tried again
    }

    /** Calls those that are to be met. What a call throws counts if nothing else has happened. */
    private void callActors() {
        if (actors == null) {
            return;
        }
        try {
            actors.begin();
        } catch (RuntimeException | Error e) {
            if (isMetByNobody()) {
                throw e;
            }
        }
    }

    /** Nor will it be. Who has met it goes on as if both had. */
    private boolean isMetByNobody() {
        return party.giveUp() || party.end() == Party.LOOK_AGAIN;
    }

    /** Sleeps; whether nothing has ended that before. */
    private boolean isOver(long deadline) {
        try {
            return !isReady() && !isMet(deadline);
        } catch (Error e) { // such as one of the stack, or of a class that could not be loaded
            if (isMetByNobody()) {
                throw e;
            }
            return false;
        }
    }

    private boolean isMet(long deadline) {
        return actors == null ? party.await(deadline) : actors.await(deadline);
    }

    /** Whether there is something that nobody will call this thread for. */
    private boolean isReady() {
        VarHandle.fullFence(); // the places are taken, and then looked from
        return channels.anyIsReady()
                || (stages != null && stages.isAnyThere())
                || (actors != null && actors.isReady());
    }

    private void leaveActors() {
        if (actors != null) {
            actors.end();
        }
    }
}
