package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import io.roundhouse.waiting.internal.Sleeper;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two workers claim an event each, and one of them loses the claim of the first to the other one,
 * which handles it; then the stage behind goes to sleep while the second is still in hand. It sees
 * the first event in its last look, or is woken: the loser has held it back until then. It stays at
 * its bell, as it does where it sleeps without a nap; else who moves its hold has no fence.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class LostClaimStress {
    private static final int PAIRS = 32;

    private final Sleeper behind = new Sleeper();
    private final StillLine still = StillLine.sharedBefore(2 * PAIRS, behind);
    private final Stage<StillLine.Event> shared = still.stage();
    private final Rounds rounds = new Rounds(2 * PAIRS);
    private boolean isSeen;

    public LostClaimStress() {
        shared.bell().listen();
    }

    /**
     * The stage behind needs no nap before it sleeps: whoever rings in the next rounds has a fence.
     */
    private void stayOn() {
        shared.bell().stay();
        shared.bell().listen();
    }

    @Actor
    public void one(ZZ_Result result) {
        result.r1 = rounds.run(0, round -> go(0, round), this::isSeenOrWoken);
    }

    @Actor
    public void other(ZZ_Result result) {
        result.r2 = rounds.run(1, round -> go(1, round), _ -> true);
    }

    /** Claims one of a pair in every second round, and handles what is left of it in the next. */
    private void go(int number, int round) {
        Worker<StillLine.Event> worker = shared.workers()[number];
        if (isBetweenPairs(round)) {
            still.finish(worker);
            return;
        }
        worker.look();
        long first = round - 1L;
        if (worker.hasLeft(first)) {
            still.finish(worker);
            behind.sleeps();
            isSeen = shared.reached() > first;
        }
    }

    private boolean isSeenOrWoken(int round) {
        boolean woken = behind.wakesUp();
        if (isBetweenPairs(round)) {
            still.publish(round);
            still.publish(round + 1);
            still.line.source.merge();
            stayOn();
            return true;
        }
        return isSeen || woken;
    }

    private static boolean isBetweenPairs(int round) {
        return (round & 1) == 0;
    }
}
