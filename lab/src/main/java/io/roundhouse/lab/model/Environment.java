package io.roundhouse.lab.model;

import java.util.List;

/**
 * Where and when a run took place. A figure without it means nothing.
 *
 * @param cpu the processor's own name, and on Linux its family, model and stepping: a virtual
 *     machine's processor may have its maker's name only
 * @param cores processors the JVM may use
 * @param memory physical memory, such as {@code 24.0 GB}
 * @param os name, version and architecture
 * @param jdk version and vendor of the JVM that ran the systems
 * @param flags JVM flags given to every system on top of the defaults; empty for default flags
 * @param commit abbreviated commit of the project, with {@code -dirty} when its code had changed;
 *     {@code unknown} outside a checkout
 * @param date start of the run, ISO 8601 in UTC, to the second
 * @param load the machine's load average over one minute before the run; negative where it is not
 *     known
 */
public record Environment(
        String cpu,
        int cores,
        String memory,
        String os,
        String jdk,
        List<String> flags,
        String commit,
        String date,
        double load) {

    public Environment {
        flags = List.copyOf(flags);
    }
}
