package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSpec.Argument;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Players.Ball;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Alice and Bob as Kontraktor's actors; Bob gets Alice's proxy with every ball. */
@SystemInfo(
        name = "kontraktor",
        artifact = "kontraktor",
        guarantees = "fifo, exactly once, unbounded")
public final class KontraktorCalls implements CallsSystem {

    @Override
    public List<Variant> variants(CallsSpec spec) {
        return Schedulers.variants(2);
    }

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        Schedulers schedulers = Schedulers.start(variant);
        AliceActor a = schedulers.actor(AliceActor.class, 0, 2);
        Schedulers.behind(AliceActor.class, a).alice = alice;
        BobActor b = schedulers.actor(BobActor.class, 1, 2);
        return new Session(schedulers, a, b, spec.argument());
    }

    private record Session(Schedulers schedulers, AliceActor a, BobActor b, Argument argument)
            implements CallsSession {

        @Override
        public void ping(long first, long count) {
            if (argument == Argument.PRIMITIVE) {
                for (long ball = first; ball < first + count; ball++) {
                    b.play(a, ball);
                }
            } else {
                for (long ball = first; ball < first + count; ball++) {
                    b.playBall(a, new Ball(ball));
                }
            }
        }

        @Override
        public void close() {
            a.stop();
            b.stop();
            schedulers.close();
        }
    }
}
