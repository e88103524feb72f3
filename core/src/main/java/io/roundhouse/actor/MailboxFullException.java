package io.roundhouse.actor;

import io.roundhouse.waiting.internal.NotTaken;

/**
 * A mailbox would have to grow beyond what its house may have: an actor sends to itself, or actors
 * send to each other in a cycle, faster than they handle what they are sent, or one that has no
 * bound is sent more than it handles. Nothing was sent.
 */
@SuppressWarnings("exports") // a mark for channels
public final class MailboxFullException extends IllegalStateException implements NotTaken {
    private static final long serialVersionUID = 1L;

    /** Says whose mailbox it is, and who waits for whom. */
    public MailboxFullException(String message) {
        super(message);
    }
}
