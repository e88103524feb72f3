package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.PiParts.Total;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that adds up. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class TotalActor extends Actor<TotalActor> {

    @Nullable Total total;

    /** {@link Total#add}. */
    public void add(double result) {
        Total own = total;
        if (own != null) {
            own.add(result);
        }
    }
}
