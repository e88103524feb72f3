package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * What a thread does when a queue is full or empty. JCTools leaves it to the caller; so these are
 * tried.
 */
enum Pause {
    SPIN,
    YIELD,
    PARK;

    /**
     * A configuration for each that is worth trying: with more busy threads than cores, spinning
     * keeps others from working.
     */
    static List<Variant> variants(boolean crowded) {
        return crowded
                ? Variant.each("wait", "yield", "park")
                : Variant.each("wait", "spin", "yield");
    }

    /** That of a configuration. */
    static Pause of(Variant variant) {
        return valueOf(variant.word("wait").toUpperCase(Locale.ROOT));
    }

    void pause() {
        switch (this) {
            case SPIN -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case PARK -> LockSupport.parkNanos(1);
        }
    }
}
