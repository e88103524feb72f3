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
 * One publishes, and tells another one, who publishes if it has been told, while a third one puts
 * events in order: what was published in consequence comes behind.
 */
@JCStressTest
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "was not told")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "comes behind")
@State
public class CausalOrderStress {
    private static final long BEFORE = 0;
    private static final long CAUSE = 1;
    private static final long CONSEQUENCE = 2;

    private final List<Long> seen = new ArrayList<>();
    private final StillLine still = StillLine.of(8, event -> seen.add(event.number));
    private volatile boolean told;
    private boolean wasTold;

    @Actor
    public void tell() {
        still.publish(BEFORE);
        still.publish(CAUSE);
        told = true;
    }

    @Actor
    public void hear() {
        still.publish(BEFORE);
        wasTold = told;
        if (wasTold) {
            still.publish(CONSEQUENCE);
        }
    }

    @Actor
    public void putInOrder() {
        still.line.source.merge();
        still.line.source.merge();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        still.work(0);
        result.r1 = wasTold;
        result.r2 =
                seen.indexOf(CONSEQUENCE) < 0 || seen.indexOf(CAUSE) < seen.indexOf(CONSEQUENCE);
    }
}
