package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.Jobs;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that computes jobs and sends the results on. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class ComputerActor extends Actor<ComputerActor> {

    int steps;
    @Nullable TotalActor total;

    /** {@link Jobs#compute}. */
    public void compute(int job) {
        TotalActor to = total;
        if (to != null) {
            to.add(PiParts.job(job, steps));
        }
    }
}
