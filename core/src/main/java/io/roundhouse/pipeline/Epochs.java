package io.roundhouse.pipeline;

import io.roundhouse.memory.Claims;
import java.lang.invoke.VarHandle;

/**
 * Times in which no more than one publisher begins to publish, by number, so that publications keep
 * the order in which they are made: a publisher begins one before it publishes, unless the one that
 * it has begun last still lasts; and who puts events in order begins one before it looks at the
 * lanes.
 *
 * <p><b>Why that is the order.</b> Let a publisher know, when it publishes y, that another one has
 * published x. It looks which epoch it is behind the publication of x, which was behind the look
 * for that: so the epoch of y is that of x, and the lane, too, or a later one. And who puts events
 * in order, and takes y with those of the epochs before its own, takes x with it, or has before: y
 * was published without having seen this epoch, so x was published, and could be seen, before the
 * looks at lanes. So it may take what it sees of former epochs, and no more, by their numbers.
 *
 * <p>The second holds where a store reaches all other processors at once, or a volatile read waits
 * until it has: as the JVM sees to.
 *
 * <p>An epoch that a publisher has begun has an odd number; from others' it can tell whether it has
 * company.
 *
 * <p>Proof. {@code DatingSimulationTest}, with a twin for each step that may be forgotten.
 */
final class Epochs {
    /** The last one: the one that lasts. */
    final Claims begun = new Claims();

    /** Begins one for a publisher. */
    long beginToPublish() {
        long before;
        long next;
        do {
            before = begun.get();
            next = (before | 1) + (isOfPublisher(before) ? 2 : 0);
        } while (!begun.claim(before, next));
        return next;
    }

    /** Begins one for who puts events in order. */
    long beginToTake() {
        long before;
        long next;
        do {
            before = begun.get();
            next = (before | 1) + 1;
        } while (!begun.claim(before, next));
        VarHandle.fullFence(); // the lanes are looked at behind that
        return next;
    }

    static boolean isOfPublisher(long epoch) {
        return (epoch & 1) != 0;
    }

    @Override
    public String toString() {
        return "epoch " + begun;
    }
}
