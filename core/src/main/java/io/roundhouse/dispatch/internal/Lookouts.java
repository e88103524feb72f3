package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.Nullable;

/**
 * Tasks that a worker has let go without mail, listening: another look is due when whatever a
 * thread has published without a fence has arrived in memory.
 *
 * <p>See docs/design/0002-who-wakes-whom.md. Used by one worker; others may only {@link #remind}.
 */
final class Lookouts {
    /** After this time stores have arrived. */
    static final long STORES_ARRIVE_NANOS = 100_000;

    private static final int MOST = 16;

    private final Workers workers;
    private final Worker worker;
    private final @Nullable Task[] tasks = new Task[MOST];
    private final long[] since = new long[MOST];
    private int count;

    Lookouts(Workers workers, Worker worker) {
        this.workers = workers;
        this.worker = worker;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Whether it can be added, if need be after a look. */
    boolean isRoomFor(Task task) {
        if (count == MOST && indexOf(task) == MOST) {
            look();
        }
        return count < MOST || indexOf(task) < MOST;
    }

    /** This one was let go just now. It is there once, and its time begins anew. */
    void add(Task task) {
        int at = indexOf(task);
        tasks[at] = task;
        since[at] = workers.now();
        count = Math.max(count, at + 1);
    }

    /** Where it is; behind all others if it is not there. */
    private int indexOf(Task task) {
        int at = 0;
        while (at < count && tasks[at] != task) {
            at++;
        }
        return at;
    }

    /**
     * Looks at all of them, and forgets those that were looked at long enough. One that has a turn
     * because of that stays until then: its turn may be for other mail than that on its way.
     */
    void look() {
        long now = workers.now();
        int left = 0;
        for (int i = 0; i < count; i++) {
            Task task = tasks[i];
            if (task != null && task.isIdle() && task.claimIfMail()) {
                workers.schedule(task, worker);
            }
            if (now - since[i] < STORES_ARRIVE_NANOS) {
                tasks[left] = task;
                since[left] = since[i];
                left++;
            }
        }
        for (int i = left; i < count; i++) {
            tasks[i] = null;
        }
        count = left;
    }

    /** Has others look at all that have mail: their worker does not come to it. Any thread. */
    boolean remind() {
        boolean any = false;
        for (Task task : tasks) { // a race: one that is seen too late has been looked at
            if (task != null && task.hasMail()) {
                workers.notice(task);
                any = true;
            }
        }
        return any;
    }
}
