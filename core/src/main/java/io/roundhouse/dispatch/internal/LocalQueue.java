package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.Padding;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The runnable tasks of one worker, first in, first out; others may take from its front.
 *
 * <pre>
 *   field  written by  mode     read by   mode     what it carries
 *   head   all         CAS      all       acquire  the right to what is below it
 *   tail   owner       release  others    acquire  the tasks in every slot below it
 *   slots  owner       plain    all       plain    a task; valid only for who then wins head
 * </pre>
 *
 * <p>After the run queue of Go's scheduler.
 */
final class LocalQueue extends Padding {
    private static final int SLOTS = 256;
    private static final int MOST_AT_A_TIME = 32;

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Task[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(LocalQueue.class, "head", int.class);
            TAIL = lookup.findVarHandle(LocalQueue.class, "tail", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Task[] slots = new Task[SLOTS];

    @SuppressWarnings("unused") // through HEAD
    private int head;

    private int tail;

    /** Adds one; returns whether there was room. Owner only. */
    boolean add(Task task) {
        int t = tail;
        if (t - (int) HEAD.getAcquire(this) >= SLOTS) {
            return false;
        }
        SLOT.setOpaque(slots, t & (SLOTS - 1), task);
        TAIL.setRelease(this, t + 1);
        return true;
    }

    /** Takes the oldest. Owner only. */
    @Nullable Task poll() {
        while (true) {
            int h = (int) HEAD.getAcquire(this);
            if (h == tail) {
                return null;
            }
            Task task = (Task) SLOT.getOpaque(slots, h & (SLOTS - 1));
            if (HEAD.compareAndSet(this, h, h + 1)) {
                SLOT.setOpaque(slots, h & (SLOTS - 1), null); // ours alone now; do not hold it
                return task;
            }
        }
    }

    /** Does not hold tasks that others have taken. Owner only; when it is empty. */
    void forget() {
        if (isEmpty()) {
            Arrays.fill(slots, null);
        }
    }

    /** How many there are. Any thread; a moment ago. */
    int size() {
        return (int) TAIL.getAcquire(this) - (int) HEAD.getAcquire(this);
    }

    /** How many have been taken out. Any thread; a moment ago. */
    int taken() {
        return (int) HEAD.getAcquire(this);
    }

    /** Whether there is nothing. Any thread. */
    boolean isEmpty() {
        return (int) HEAD.getAcquire(this) == (int) TAIL.getAcquire(this);
    }

    /**
     * Takes half of what there is; returns the oldest and adds the others to {@code mine}, which is
     * empty and the caller's.
     */
    @Nullable Task steal(LocalQueue mine) {
        while (true) {
            int h = (int) HEAD.getAcquire(this);
            int count = (int) TAIL.getAcquire(this) - h;
            if (count <= 0) {
                return null;
            }
            if (count > SLOTS) {
                continue; // head has moved meanwhile
            }
            int half = Math.min((count + 1) / 2, MOST_AT_A_TIME);
            int to = mine.tail;
            for (int i = 1; i < half; i++) {
                Task task = (Task) SLOT.getOpaque(slots, (h + i) & (SLOTS - 1));
                SLOT.setOpaque(mine.slots, (to + i - 1) & (SLOTS - 1), task);
            }
            Task oldest = (Task) SLOT.getOpaque(slots, h & (SLOTS - 1));
            if (HEAD.compareAndSet(this, h, h + half)) {
                TAIL.setRelease(mine, to + half - 1);
                return oldest;
            }
        }
    }
}
