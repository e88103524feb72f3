package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/** The one thread of a pinned actor. */
final class ActorThread extends Thread {
    final Mailbox mailbox;

    /** Whose room this thread waits for; read by others who look for a cycle. */
    volatile @Nullable ActorThread waitsFor;

    ActorThread(Mailbox mailbox, String name) {
        super(null, null, name, 0, false);
        this.mailbox = mailbox;
        setDaemon(true);
    }

    @Override
    public void run() {
        mailbox.run();
    }

    /**
     * Whether this thread, by waiting as it says in {@link #waitsFor}, would wait for itself.
     *
     * <p>Each thread says for whom it waits before it looks (volatile), so the last of those who
     * close a cycle sees all of it. An edge may be out of date by then; its finder grows a mailbox
     * that need not have grown, and nothing worse. A cycle that does not lead back here is found by
     * one of those on it.
     */
    boolean closesCycle() {
        ActorThread slow = this;
        boolean step = false;
        for (ActorThread at = waitsFor; at != null; at = at.waitsFor) {
            if (at == this) {
                return true;
            }
            if (step) {
                ActorThread next = slow.waitsFor;
                if (next == null || next == at) {
                    return false;
                }
                slow = next;
            }
            step = !step;
        }
        return false;
    }

    /** Who waits for whom, from this actor on, in words. */
    String chain() {
        StringBuilder words = new StringBuilder(mailbox.name);
        ActorThread at = waitsFor;
        for (int i = 0; i < 16 && at != null && at != this; i++) {
            words.append(" → ").append(at.mailbox.name);
            at = at.waitsFor;
        }
        return words.append(" → ").append(at == this ? mailbox.name : "…").toString();
    }
}
