package io.roundhouse.dispatch.internal;

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
