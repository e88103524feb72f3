package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.MessageRing;
import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.MessageRingSession;
import io.roundhouse.lab.system.RingMessage;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSpec;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Ring after ring in a system of actors, classic or typed; a ring is the children of one actor, and
 * over when that has stopped.
 */
abstract class ActorRingSession extends MessageRingSession {

    private final RingSpec spec;
    private Ring ring;

    ActorRingSession(RingSpec spec) {
        super(spec);
        this.spec = spec;
        this.ring = new Ring(new MessageRing(spec, 1), spec.nodes());
    }

    /** Makes the parent, which then calls {@link Ring#build}; need not wait for it. */
    abstract void startParent(Ring children);

    /** Stops the parent made last. */
    abstract void stopParent();

    @Override
    protected final Outlet actorsOf(MessageRing parts) throws InterruptedException {
        Ring made = new Ring(parts, spec.nodes());
        startParent(made);
        made.built.await();
        ring = made;
        return made.handles[0];
    }

    @Override
    public final RingOutcome outcome() throws InterruptedException {
        RingOutcome outcome = super.outcome();
        stopParent();
        ring.gone.await();
        return outcome;
    }

    @Override
    public final String config() {
        return Tuning.words(spec.threads());
    }

    /** The parent's view of a ring, and what the driver waits for. */
    static final class Ring {

        private final MessageRing parts;
        private final Outlet[] handles;
        private final CountDownLatch built = new CountDownLatch(1);
        private final CountDownLatch gone = new CountDownLatch(1);

        private Ring(MessageRing parts, int nodes) {
            this.parts = parts;
            this.handles = new Outlet[nodes];
        }

        /**
         * Makes the ring. Called by the parent.
         *
         * @param child makes a child that handles messages so, and stops when that returns false
         */
        void build(Function<Predicate<RingMessage>, Outlet> child) {
            Outlet timer = child.apply(parts::timer);
            for (int i = 0; i < handles.length; i++) {
                handles[i] = child.apply(parts.node(i)::handle);
            }
            parts.link(timer, handles);
            built.countDown();
        }

        /** The parent has stopped, and with it all that was left of the ring. */
        void isGone() {
            gone.countDown();
        }
    }
}
