package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** The Disruptor's wait strategies by name. */
final class Waits {

    private Waits() {}

    /**
     * A configuration for each that its guide advises: the fast ones where every thread has a core,
     * else those that let others run.
     */
    static List<Variant> variants(boolean crowded) {
        return crowded
                ? Variant.each("wait", "yielding", "blocking", "sleeping")
                : Variant.each("wait", "yielding", "busy-spin");
    }

    /**
     * The same, each with two sizes of the ring. All are tried with the first size before the
     * second: how to wait matters more, and time may be too short for all.
     */
    static List<Variant> ringVariants(boolean crowded) {
        return Variant.withEach(variants(crowded), "slots", 65536, 8192);
    }

    static WaitStrategy strategy(String name) {
        return switch (name) {
            case "yielding" -> new YieldingWaitStrategy();
            case "busy-spin" -> new BusySpinWaitStrategy();
            case "blocking" -> new BlockingWaitStrategy();
            case "sleeping" -> new SleepingWaitStrategy();
            default -> throw new IllegalArgumentException("no wait strategy " + name);
        };
    }
}
