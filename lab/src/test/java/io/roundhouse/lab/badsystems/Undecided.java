package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Refuses nothing, and has no configuration either. */
@SystemInfo(name = "undecided", version = "0", guarantees = "none")
public final class Undecided extends Handing {

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return List.of();
    }
}
