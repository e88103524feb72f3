package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Throws in a producer. */
@SystemInfo(name = "throwing", version = "0", guarantees = "none")
public final class Throwing extends Handing {

    @Override
    long arrives(long good) {
        if (good % 100 == 4) {
            throw new IllegalStateException("a planted exception");
        }
        return good;
    }
}
