package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Says that it saw one good less. */
@SystemInfo(name = "losing", version = "0", guarantees = "none")
public final class Losing extends Handing {

    @Override
    long counted(long count) {
        return count - 1;
    }
}
