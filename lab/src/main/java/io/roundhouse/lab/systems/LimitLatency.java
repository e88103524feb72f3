package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;

/**
 * One volatile cell a sender, written by it and watched by the receiver: the bare transfer of a
 * cache line.
 */
@SystemInfo(name = "limit", version = "1", guarantees = "fifo, exactly once", bound = true)
public final class LimitLatency implements LatencySystem {

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec);
    }

    private static final class Line implements OneWayLine {

        private final PaddedCounter[] sent;
        private final PaddedCounter[] taken;
        private final boolean crowded;

        Line(LatencySpec spec) {
            sent = PaddedCounter.many(spec.producers());
            taken = PaddedCounter.many(spec.producers());
            crowded = spec.crowded();
        }

        /**
         * A cell takes the next good when the one before it was taken; goods of a sender are never
         * equal.
         */
        @Override
        public Sender sender(int index) {
            return good -> {
                while (taken[index].getAcquire() != sent[index].getPlain()) {
                    LimitCheck.pause(crowded);
                }
                sent[index].setRelease(good);
            };
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0, turn = 0; got < count; turn++) {
                    int lane = (int) (turn % sent.length);
                    long good = sent[lane].getAcquire();
                    if (good != taken[lane].getPlain()) {
                        arrival.arrived(good);
                        taken[lane].setRelease(good);
                        got++;
                    } else {
                        LimitCheck.pause(crowded);
                    }
                }
            };
        }

        @Override
        public String config() {
            return crowded ? "wait=yield" : "wait=spin";
        }
    }
}
