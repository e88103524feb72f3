package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * What a caller does where there is no room in a queue, or nothing there. Such queues leave it to
 * the caller; so these are tried.
 */
public enum Pause {
    SPIN,
    YIELD,
    PARK;

    /**
     * A configuration for each that is worth trying, the most promising first: where there are more
     * busy threads than cores, spinning keeps others from working, and those who park leave them
     * most.
     */
    public static List<Variant> variants(boolean crowded) {
        return crowded
                ? Variant.each("wait", "park", "yield")
                : Variant.each("wait", "spin", "yield");
    }

    /**
     * The same, each with two bounds. All are tried with the first bound before the second: how to
     * wait matters more.
     */
    public static List<Variant> boundedVariants(boolean crowded) {
        return Variant.withEach(variants(crowded), "slots", 65536, 1024);
    }

    /** That of a configuration. */
    public static Pause of(Variant variant) {
        return valueOf(variant.word("wait").toUpperCase(Locale.ROOT));
    }

    /** Lets some time pass. */
    public void pause() {
        switch (this) {
            case SPIN -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case PARK -> LockSupport.parkNanos(1);
        }
    }
}
