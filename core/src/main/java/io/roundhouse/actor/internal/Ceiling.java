package io.roundhouse.actor.internal;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the mailboxes of a house may have beyond their bounds. Any thread. */
final class Ceiling {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Ceiling(long bytes) {
        this.most = bytes;
    }

    /**
     * Whether there is so much left, which is taken then. In one step: what is refused was not
     * taken for a moment either, or others would be refused what there is.
     */
    boolean takes(long bytes, boolean inAnyCase) {
        long before;
        do {
            before = taken.get();
            if (before + bytes > most && !inAnyCase) {
                return false;
            }
        } while (!taken.compareAndSet(before, before + bytes));
        return true;
    }

    void gives(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** Why there is no more, in words. */
    String why() {
        long bytes = taken.get();
        return bytes == 0
                ? ""
                : ", in a house that has "
                        + bytes
                        + " bytes in mailboxes beyond their bounds and may have "
                        + most;
    }
}
