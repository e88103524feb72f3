package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that are to be run and are in no worker's queue: a list through the tasks themselves, so
 * that nothing is allocated.
 *
 * <p>Any thread appends: it swaps itself in as the tail and then links its predecessor to itself.
 * One thread at a time takes, whoever gets the lock; who does not get it goes on without. Between
 * the swap and the link the list is cut: what is behind the cut is found by a later look, for who
 * appends signals after it has linked. After Dmitry Vyukov's intrusive MPSC node-based queue.
 */
final class Injection {
    /** What is behind the last one. */
    static final Task END = new Stub();

    private static final VarHandle TAIL;
    private static final VarHandle LOCKED;

    static {
        try {
            var lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(Injection.class, "tail", Task.class);
            LOCKED = lookup.findVarHandle(Injection.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Task stub = stub();
    private volatile Task tail = stub;

    /** Under the lock; read by others for a guess. */
    private volatile Task head = stub;

    @SuppressWarnings("unused") // through LOCKED
    private boolean locked;

    private static Task stub() {
        Task stub = new Stub();
        stub.next = END;
        return stub;
    }

    void add(Task task) {
        task.next = END;
        Task before = (Task) TAIL.getAndSet(this, task);
        before.next = task; // not a call: there may be no stack for one
    }

    /** Whether there is nothing. A guess while others add or take. */
    boolean isEmpty() {
        Task first = head;
        return first == stub && tail == first;
    }

    /** The oldest one; null if there is none, or somebody else is taking. */
    @Nullable Task poll() {
        if (isEmpty() || !LOCKED.compareAndSet(this, false, true)) {
            return null;
        }
        try {
            return take();
        } finally {
            LOCKED.setRelease(this, false);
        }
    }

    private @Nullable Task take() {
        Task first = head;
        Task second = behind(first);
        if (first == stub) {
            if (second == END) {
                return null;
            }
            head = second;
            first = second;
            second = behind(second);
        }
        if (second != END) {
            head = second;
            return first;
        }
        if (first != tail) {
            return null; // somebody is between the swap and the link
        }
        add(stub);
        second = behind(first);
        if (second == END) {
            return null; // likewise
        }
        head = second;
        return first;
    }

    private static Task behind(Task task) {
        return Objects.requireNonNull(task.next); // it is in the list
    }

    private static final class Stub extends Task {
        @Override
        protected boolean hasMail() {
            return false;
        }

        @Override
        public int turn(Caller me) {
            return DONE;
        }

        @Override
        protected long sent() {
            return 0;
        }

        @Override
        protected boolean isBefore(long end) {
            return false;
        }

        @Override
        protected int turn(Caller me, HandedCalls calls) {
            return DONE;
        }

        @Override
        protected int turnWith(Caller me, int first, int count) {
            return DONE;
        }

        @Override
        protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
            throw new AssertionError();
        }
    }
}
