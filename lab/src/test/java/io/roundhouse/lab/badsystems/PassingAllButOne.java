package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Loses one message. */
@SystemInfo(name = "passing-all-but-one", version = "0", guarantees = "none")
public final class PassingAllButOne extends Passing {

    @Override
    int deliveries(long number) {
        return number == 20 ? 0 : 1;
    }
}
