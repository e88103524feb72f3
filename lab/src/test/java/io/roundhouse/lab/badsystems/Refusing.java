package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import java.util.Optional;

/** Can do no setting. */
@SystemInfo(name = "refusing", version = "0", guarantees = "none")
public final class Refusing extends Handing {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return Optional.of("a matter\n\tof\u001bprinciple");
    }
}
