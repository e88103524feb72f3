package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All children of a run, so that they can be ended together. Any thread may stop them. */
public final class Children {

    private final List<String> flags;
    private final Set<ChildProcess> living = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** No children yet; each will get these JVM flags. */
    public Children(List<String> flags) {
        this.flags = List.copyOf(flags);
    }

    /** Starts a child for that system, with these JVM flags on top. */
    ChildProcess start(FoundSystem system, Workload workload, List<String> more)
            throws IOException {
        List<String> all = new ArrayList<>(flags);
        all.addAll(more);
        ChildProcess child =
                ChildProcess.start(
                        system.classPath(),
                        all,
                        workload.getClass().getName(),
                        system.classFor(workload.adapter()));
        living.add(child);
        if (stopped) {
            child.kill();
        }
        return child;
    }

    /** Ends one. */
    void end(ChildProcess child) {
        child.close();
        living.remove(child);
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
