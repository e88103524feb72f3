package io.roundhouse.actor.internal;

/**
 * What a user holds of an actor: generated subclasses implement its interface, each method writing
 * its arguments into the calling thread's lane. Equality is identity.
 */
public abstract class Handle {
    final Mailbox mailbox;

    /**
     * The lane of the thread that called most of late; written without order, for each checks
     * whether it is its own.
     */
    CallLane last;

    /** For generated subclasses. */
    protected Handle(Mailbox mailbox) {
        this.mailbox = mailbox;
        this.last = mailbox.nobody();
    }

    /** The lane of the calling thread. */
    protected final CallLane lane() {
        CallLane lane = last;
        return lane.thread == Thread.currentThread() ? lane : mailbox.laneOfCaller();
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    /** The interface and the actor's name; local, no call to the actor. */
    @Override
    public final String toString() {
        return mailbox.binding.type().getSimpleName() + " of " + mailbox.name;
    }
}
