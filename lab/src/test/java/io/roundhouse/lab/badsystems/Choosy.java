package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Has three configurations: a slow one, which is its default, one that fails, and a fast one. */
@SystemInfo(name = "choosy", version = "0", guarantees = "none", showDefault = true)
public final class Choosy extends Handing {

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return List.of(
                Variant.of("way", "slow"), Variant.of("way", "wrong"), Variant.of("way", "fast"));
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) throws Exception {
        return switch (variant.word("way")) {
            case "slow" -> new Slow().open(spec, variant);
            case "wrong" -> new Lying().open(spec, variant);
            default -> super.open(spec, variant);
        };
    }

    private static final class Slow extends Handing {
        @Override
        long arrives(long good) {
            LockSupport.parkNanos(100_000);
            return good;
        }
    }
}
