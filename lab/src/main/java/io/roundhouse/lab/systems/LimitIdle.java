package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** {@code LockSupport.park} and {@code unpark} around a volatile cell, and nothing else. */
@SystemInfo(name = "limit", version = "1", guarantees = "fifo, exactly once", bound = true)
public final class LimitIdle implements IdleSystem {

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new Line();
    }

    /**
     * The sender of an idle line waits for each arrival before it sends again, so one cell is
     * enough.
     */
    private static final class Line implements OneWayLine {

        private volatile long cell;
        private volatile @Nullable Thread waiter;

        @Override
        public Sender sender(int index) {
            return good -> {
                cell = good;
                LockSupport.unpark(waiter);
            };
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                waiter = Thread.currentThread();
                for (long got = 0; got < count; got++) {
                    while (cell == 0) {
                        LockSupport.park(this);
                    }
                    long good = cell;
                    cell = 0;
                    arrival.arrived(good);
                }
            };
        }

        @Override
        public String config() {
            return "wait=park";
        }
    }
}
