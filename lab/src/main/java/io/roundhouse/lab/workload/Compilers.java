package io.roundhouse.lab.workload;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** What this JVM's compilers have done. Any thread. */
public final class Compilers {
    /** None where the JVM interprets only. */
    private static final @Nullable CompilationMXBean COMPILERS =
            ManagementFactory.getCompilationMXBean();

    private Compilers() {}

    /** The time of all compilations that have ended; 0 for ever where the JVM does not tell. */
    public static long millis() {
        return COMPILERS == null ? 0 : COMPILERS.getTotalCompilationTime();
    }
}
