package io.roundhouse.lab.workload;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What this process's heap holds. */
final class Heap {

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private static final int MOST_COLLECTIONS = 8;

    /** Bytes; what changes by less is taken to have settled. */
    private static final long SETTLED = 4_096;

    private Heap() {}

    /** Bytes that are left after full collections, as many as it takes until they find no more. */
    static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MOST_COLLECTIONS; i++) {
            System.gc();
            long used = MEMORY.getHeapMemoryUsage().getUsed();
            if (used >= least - SETTLED) {
                return Math.min(used, least);
            }
            least = used;
        }
        return least;
    }
}
