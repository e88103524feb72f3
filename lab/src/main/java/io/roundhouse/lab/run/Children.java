package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All children of a run, so that they can be ended together. One thread starts and ends them; any
 * thread may stop them.
 *
 * <p>Where a run says that they may serve again, one that has done its part waits, idle, for the
 * next setting of the same system: a start takes longer than the little that is done at the scale
 * {@code smoke}. What is measured for its figures has fresh ones.
 */
public final class Children {

    private final List<String> flags;
    private final Set<ChildProcess> living = ConcurrentHashMap.newKeySet();
    private final Map<ChildProcess, Kind> kinds = new HashMap<>();
    private final Map<Kind, ChildProcess> idle = new HashMap<>();
    private final boolean serveAgain;
    private volatile boolean stopped;

    /** What a child was started as; those of one kind can stand in for each other. */
    private record Kind(List<Path> classPath, List<String> flags, String workload, String system) {}

    /** No children yet; each will get these JVM flags. */
    public Children(List<String> flags) {
        this(flags, false);
    }

    /** The same, and whether one may serve in one setting after the other. */
    public Children(List<String> flags, boolean serveAgain) {
        this.flags = List.copyOf(flags);
        this.serveAgain = serveAgain;
    }

    /** A child for that system, with these JVM flags on top. */
    ChildProcess start(FoundSystem system, Workload workload, List<String> more)
            throws IOException {
        List<String> all = new ArrayList<>(flags);
        all.addAll(more);
        Kind kind =
                new Kind(
                        system.classPath(),
                        all,
                        workload.getClass().getName(),
                        system.implementation(workload.adapter()).className());
        ChildProcess waiting = idle.remove(kind);
        if (waiting != null) {
            return waiting;
        }
        ChildProcess child =
                ChildProcess.start(kind.classPath, kind.flags, kind.workload, kind.system);
        kinds.put(child, kind);
        living.add(child);
        if (stopped) {
            child.kill();
        }
        return child;
    }

    /** One has done its part. */
    void end(ChildProcess child) {
        Kind kind = kinds.get(child);
        boolean waits = serveAgain && !stopped && kind != null && !idle.containsKey(kind);
        if (waits) {
            idle.put(kind, child);
        } else {
            discard(child);
        }
    }

    /** Ends one that is not to be asked again, and waits until it is gone. */
    void discard(ChildProcess child) {
        child.close();
        living.remove(child);
        kinds.remove(child);
    }

    /** Ends those that wait for a setting which does not come. */
    void endIdle() {
        idle.values().forEach(this::discard);
        idle.clear();
    }

    /** Ends all that there are, and waits until they are gone: who started them has failed. */
    void discardAll() {
        idle.clear();
        List.copyOf(living).forEach(this::discard);
    }

    /** Ends all of them at once and every later one as soon as it starts. */
    public void stop() {
        stopped = true;
        living.forEach(ChildProcess::kill);
    }

    /** Whether {@link #stop} was called. */
    public boolean stopped() {
        return stopped;
    }

    /** The JVM flags that children get. */
    public List<String> flags() {
        return flags;
    }
}
