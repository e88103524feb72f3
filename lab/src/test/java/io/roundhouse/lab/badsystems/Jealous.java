package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A process that has seen one of its configurations will have no other. */
@SystemInfo(name = "jealous", version = "0", guarantees = "none")
public final class Jealous extends Handing {

    private static @Nullable Variant first;

    private boolean slow;

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return List.of(Variant.of("way", "slow"), Variant.of("way", "fast"));
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) throws Exception {
        if (first != null && !first.equals(variant)) {
            throw new IllegalStateException("this process has known " + first);
        }
        first = variant;
        slow = variant.word("way").equals("slow");
        return super.open(spec, variant);
    }

    @Override
    long arrives(long good) {
        if (slow) {
            LockSupport.parkNanos(100_000);
        }
        return good;
    }
}
