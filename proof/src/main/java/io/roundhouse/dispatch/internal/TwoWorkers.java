package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.Nullable;

/** Two workers whose threads are never started: the threads of a test do what those would. */
final class TwoWorkers {
    final Workers all = new Workers(2, "worker", () -> {});
    final Worker one = (Worker) all.threads().get(0);
    final Worker other = (Worker) all.threads().get(1);

    /** They go on until {@link Workers#end}. */
    static TwoWorkers thatGoOn() {
        return new TwoWorkers();
    }

    /** They return when they find nothing to run. */
    static TwoWorkers thatEnd() {
        TwoWorkers workers = new TwoWorkers();
        workers.all.end();
        return workers;
    }

    /** What the worker's thread would do. */
    static void run(Runnable worker) {
        worker.run();
    }

    /** What a thread of the other worker would run, as long as there is something. */
    void runAllByOther() {
        for (Task task = nextOfOther(); task != null; task = nextOfOther()) {
            while (task.turn(other.caller) == Task.MORE) {
                // goes on
            }
            other.letGo(task);
        }
    }

    private @Nullable Task nextOfOther() {
        Task own = other.queue.poll();
        return own == null ? all.pollOutside(false) : own;
    }

    /** A call of the task that runs here, sent as an actor sends it. */
    void send(Caller me, Numbers to, long number) {
        me.longs[me.first] = number;
        Worker worker = me.worker;
        if (worker == null) {
            throw new AssertionError("not a worker");
        }
        if (to.isIdle() && worker.hand(to)) {
            return;
        }
        worker.keepOrder(to);
        to.bring(me.longs[me.first]);
        all.mailed(to, me);
    }
}
