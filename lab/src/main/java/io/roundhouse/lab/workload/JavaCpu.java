package io.roundhouse.lab.workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** CPU time of all Java threads of this process, those of the system under test included. */
final class JavaCpu {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private JavaCpu() {}

    /** Nanoseconds so far; finer than the process's own count, which goes by ticks. */
    static long nanos() {
        long[] ids = THREADS.getAllThreadIds();
        return Arrays.stream(THREADS.getThreadCpuTime(ids)).filter(nanos -> nanos > 0).sum();
    }
}
