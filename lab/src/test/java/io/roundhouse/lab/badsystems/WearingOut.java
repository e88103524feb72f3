package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;

/** Delivers soundly for some samples; then it loses a good. */
@SystemInfo(name = "wearing-out", version = "0", guarantees = "none")
public final class WearingOut extends Handing {

    private static final int SOUND_SAMPLES = 60;

    private int samples;

    @Override
    long counted(long count) {
        samples++;
        return samples <= SOUND_SAMPLES ? count : count - 1;
    }
}
