package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Spin;
import java.util.concurrent.atomic.AtomicLong;

/** How much memory the mailboxes of a house may have beyond their bounds. Any thread. */
final class Ceiling {
    /** {@link #taken}: bytes (bits 20–63), and how many who took some go on with it (bits 0–19). */
    private static final int BYTES = 20;

    private static final long UNDER_WAY = (1L << BYTES) - 1;

    /** Who goes on for so long with what it took is believed to hang. */
    private static final long LONGEST_NANOS = 300_000_000;

    /** What counts of the time between two looks: more is a pause of all. */
    private static final long LONGEST_LOOK_NANOS = 1_000_000;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    Ceiling(long bytes) {
        this.most = bytes;
    }

    /**
     * Whether there is so much left, which is taken then; {@link #settled} is to follow. In one
     * step: what is refused was not taken for a moment either, or others would be refused what
     * there is.
     *
     * <p>Nobody is refused while somebody else goes on with what it took: it may turn out to be
     * memory for who asks, too, or be given back at once. So this waits for the end of that, which
     * is some instructions and an allocation away; not for ever, if that one has died of it.
     */
    boolean takes(long bytes, boolean inAnyCase) {
        int spins = 0;
        long waited = 0;
        long lastLook = 0;
        while (true) {
            long before = taken.get();
            if ((before >> BYTES) + bytes > most && !inAnyCase) {
                if ((before & UNDER_WAY) == 0 || waited >= LONGEST_NANOS) {
                    return false;
                }
                long now = Sleep.deadline(0);
                waited += spins == 0 ? 0 : Math.min(now - lastLook, LONGEST_LOOK_NANOS);
                lastLook = now;
                spins = Spin.once(spins);
            } else if (taken.compareAndSet(before, before + (bytes << BYTES) + 1)) {
                return true;
            }
        }
    }

    /** What was taken is in use, or has been given back. */
    void settled() {
        taken.decrementAndGet();
    }

    void gives(long bytes) {
        taken.addAndGet(-(bytes << BYTES));
    }

    /** Why there is no more, in words. */
    String why() {
        long bytes = taken.get() >> BYTES;
        return bytes == 0
                ? ""
                : ", in a house that has "
                        + bytes
                        + " bytes in mailboxes beyond their bounds and may have "
                        + most;
    }
}
