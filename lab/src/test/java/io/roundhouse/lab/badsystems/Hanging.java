package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.util.concurrent.CountDownLatch;

/** Never delivers its fifth good. */
@SystemInfo(name = "hanging", version = "0", guarantees = "none")
public final class Hanging extends Handing {

    @Override
    long arrives(long good) throws InterruptedException {
        if (good % 100 == 4) {
            new CountDownLatch(1).await();
        }
        return good;
    }
}
