package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who wait for a lock leave a carrier to whoever holds it. */
@Timeout(60)
final class AwakeLockTest {
    private static final int WAITERS = 3;

    @Test
    void whoeverHoldsItGetsACarrierThoughManyWait() throws Exception {
        List<String> oneCarrier =
                List.of(
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        assertThat(ChildJvm.run(50, oneCarrier, AwakeLockTest.class)).containsExactly("all had it");
    }

    @Test
    void whoNapsForItKeepsAWakeUp() throws Exception {
        AwakeLock lock = new AwakeLock();
        lock.lock();
        Thread waits =
                Thread.startVirtualThread(() -> {
                    lock.lock();
                    lock.unlock();
                    LockSupport.park();
                });
        Until.isAsleep(waits);
        LockSupport.unpark(waits);
        lock.unlock();
        waits.join();
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread.startVirtualThread(AwakeLockTest::holdWhileOthersWait).join();
        System.out.println("all had it");
    }

    private static void holdWhileOthersWait() {
        AwakeLock lock = new AwakeLock();
        AtomicInteger waiting = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        lock.lock();
        for (int i = 0; i < WAITERS; i++) { // in the queue of the one carrier
            threads.add(
                    Thread.startVirtualThread(() -> {
                        waiting.getAndIncrement();
                        lock.lock();
                        lock.unlock();
                    }));
        }
        while (waiting.get() < WAITERS) {
            LockSupport.parkNanos(1_000_000);
        }
        lock.unlock();
        for (Thread each : threads) {
            Until.isTrue(() -> !each.isAlive(), () -> LockSupport.parkNanos(1_000_000));
        }
    }
}
