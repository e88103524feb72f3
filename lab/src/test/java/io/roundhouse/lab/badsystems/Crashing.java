package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Ends its process in the middle of a transfer. */
@SystemInfo(name = "crashing", version = "0", guarantees = "none")
public final class Crashing extends Handing {

    @Override
    long arrives(long good) {
        if (good % 100 == 4) {
            System.err.println("a planted crash");
            Runtime.getRuntime().halt(42);
        }
        return good;
    }
}
