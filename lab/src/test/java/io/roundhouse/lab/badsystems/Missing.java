package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;

/** Finds out in its process that it cannot run here. */
@SystemInfo(name = "missing", version = "0", guarantees = "none")
public final class Missing extends Handing {

    @Override
    public Optional<String> unavailable() {
        return Optional.of("the planet is wrong; install another");
    }
}
