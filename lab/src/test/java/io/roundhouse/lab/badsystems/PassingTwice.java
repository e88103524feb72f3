package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Delivers one message twice. */
@SystemInfo(name = "passing-twice", version = "0", guarantees = "none")
public final class PassingTwice extends Passing {

    @Override
    int deliveries(long number) {
        return number == 20 ? 2 : 1;
    }
}
