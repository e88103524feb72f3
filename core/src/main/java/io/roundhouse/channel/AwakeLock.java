package io.roundhouse.channel;

import io.roundhouse.waiting.Spin;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for a short time, that is waited for awake: a virtual thread that waits for one asleep may
 * have no carrier to go on with, and a thread whose interrupt flag is set has it hidden meanwhile,
 * so that nobody sees that it was interrupted before.
 *
 * <p>Whoever holds that of the owner's interrupts interrupts the thread that opened the scope, and
 * so may lose its carrier, if that closes what it waits at: to the lock of a file for one. So when
 * it lasts a virtual thread that waits naps, to leave it a carrier; one that is interrupted cannot,
 * and yields.
 */
final class AwakeLock extends ReentrantLock {
    private static final long serialVersionUID = 1;

    @Override
    public void lock() {
        for (int spins = 0; !tryLock(); ) {
            spins = Spin.onceOrNap(spins);
        }
    }
}
