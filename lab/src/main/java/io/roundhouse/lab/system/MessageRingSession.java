package io.roundhouse.lab.system;

import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.RingMessage.Signal;
import java.util.OptionalLong;

/** Rings of actors that receive objects, timed by the lab's own clock. */
public abstract class MessageRingSession implements RingSession {

    private final RingSpec spec;
    private MessageRing ring;
    private Outlet first = message -> {};

    /** Nobody yet. */
    protected MessageRingSession(RingSpec spec) {
        this.spec = spec;
        this.ring = new MessageRing(spec, 1);
    }

    /**
     * Makes the actors of a ring, and links them by {@link MessageRing#link}.
     *
     * @return the handle of node 0
     */
    protected abstract Outlet actorsOf(MessageRing parts) throws InterruptedException;

    @Override
    public final OptionalLong construct(long rounds) throws InterruptedException {
        MessageRing made = new MessageRing(spec, rounds);
        first = actorsOf(made);
        ring = made;
        return OptionalLong.empty();
    }

    @Override
    public final OptionalLong run() throws InterruptedException {
        first.send(Signal.START);
        ring.awaitStop();
        return OptionalLong.empty();
    }

    @Override
    public RingOutcome outcome() throws InterruptedException {
        return ring.outcome();
    }
}
