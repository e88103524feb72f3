package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * One event is published in one lane, and then another one in the other lane, in both of which
 * there are some, while another thread puts events in order: what came later comes later.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class CausalOrderStress {
    private static final long BEFORE = 0;
    private static final long CAUSE = 1;
    private static final long CONSEQUENCE = 2;

    private final List<Long> seen = new ArrayList<>();
    private final StillLine still = StillLine.of(8, event -> seen.add(event.number));
    private final Lane<StillLine.Event> one = still.line.publishers.first();
    private final Lane<StillLine.Event> other = still.line.publishers.shared();

    public CausalOrderStress() {
        publish(one, BEFORE);
        publish(other, BEFORE);
    }

    private static void publish(Lane<StillLine.Event> lane, long number) {
        lane.publish(event -> event.number = number, 0);
    }

    @Actor
    public void publish() {
        publish(one, CAUSE);
        publish(other, CONSEQUENCE);
    }

    @Actor
    public void putInOrder() {
        still.line.source.merge();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        still.work(0);
        result.r1 = seen.size() == 4;
        result.r2 = seen.indexOf(CAUSE) < seen.indexOf(CONSEQUENCE);
    }
}
