package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Leaves a thread spinning between samples. */
@SystemInfo(name = "restless", version = "0", guarantees = "none")
public final class Restless extends Handing {

    private volatile boolean started;

    @Override
    long arrives(long good) {
        if (!started) {
            started = true;
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> {
                        while (started) {
                            Thread.onSpinWait();
                        }
                    });
        }
        return good;
    }
}
