package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two workers share four events: each is handled once, and whoever reads how far the stage has come
 * sees everything below that handled. Two threads only, as jcstress passes over tests for which
 * there are no cores.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class SharingStress {
    private static final int EVENTS = 4;

    private final StillLine still = StillLine.shared(EVENTS, event -> event.handled++);

    public SharingStress() {
        for (int i = 0; i < EVENTS; i++) {
            still.publish(i);
        }
        still.line.source.merge();
    }

    @Actor
    public void work() {
        still.work(0);
    }

    @Actor
    public void workTooAndLook(ZZ_Result result) {
        result.r1 = true;
        for (int i = 0; i < EVENTS; i++) {
            result.r1 &= handledBelow(still.stage().reached());
            still.workOnce(1);
            result.r1 &= handledBelow(still.stage().reached());
        }
    }

    private boolean handledBelow(long reached) {
        Lane<StillLine.Event> lane = still.line.source.lane(0);
        boolean all = true;
        for (long at = 0; at < reached; at++) {
            all &= lane.event(at).handled == 1;
        }
        return all;
    }

    @Arbiter
    public void all(ZZ_Result result) {
        result.r2 = still.stage().reached() == EVENTS && handledBelow(EVENTS);
    }
}
