package io.roundhouse.actor;

/**
 * A mailbox would have to grow beyond all measure: an actor sends to itself, or actors send to each
 * other in a cycle, faster than they handle what they are sent. Nothing was sent.
 */
public final class MailboxFullException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says whose mailbox it is, and who waits for whom. */
    public MailboxFullException(String message) {
        super(message);
    }
}
