package io.roundhouse.lab.peers.jctools;

import java.util.List;
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
     * The names of those worth trying: with more busy threads than cores, spinning keeps others
     * from working.
     */
    static List<Pause> worthTrying(boolean crowded) {
        return crowded ? List.of(YIELD, PARK) : List.of(SPIN, YIELD);
    }

    void pause() {
        switch (this) {
            case SPIN -> Thread.onSpinWait();
            case YIELD -> Thread.yield();
            case PARK -> LockSupport.parkNanos(1);
        }
    }
}
