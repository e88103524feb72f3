package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Changes one good. */
@SystemInfo(name = "lying", version = "0", guarantees = "none")
public final class Lying extends Handing {

    @Override
    long arrives(long good) {
        return good % 100 == 7 ? good + 1 : good;
    }
}
