package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.OneWayLine.Arrival;
import io.roundhouse.lab.system.OneWayLine.Receiver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The far end of a line whose goods arrive on a thread of the system's own. */
final class Receptions implements Receiver {
    private final BlockingQueue<Reception> asked = new LinkedBlockingQueue<>();
    private @Nullable Reception current;
    private long left;

    private record Reception(long count, Arrival arrival, CountDownLatch over) {}

    @Override
    public void receive(long count, Arrival arrival) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        asked.put(new Reception(count, arrival, over));
        over.await();
    }

    /** A good is here; waits until the lab asks for it. One thread at a time. */
    void arrived(long good) throws InterruptedException {
        Reception to = current;
        if (to == null) {
            to = asked.take();
            current = to;
            left = to.count;
        }
        to.arrival.arrived(good);
        left--;
        if (left == 0) {
            current = null;
            to.over.countDown();
        }
    }
}
