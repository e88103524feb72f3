package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A ring of bare cells a sender, written by it and watched by the receiver: one store, one cache
 * line that goes over, one load.
 *
 * <p>A lower bound, because the sender looks at nothing that the receiver writes but once a round:
 * with one cell, and a look whether it was taken, each good waited for two lines to go over, one
 * after the other, and queues were faster than the bound. The good that does look is one of {@value
 * #CELLS}: a median does not see it.
 */
@SystemInfo(name = "limit", version = "2", guarantees = "fifo, exactly once", bound = true)
public final class LimitLatency implements LatencySystem {

    /** Cells of a sender; a power of two. */
    private static final int CELLS = 64;

    /** Cells on each side that nobody uses: 128 bytes. */
    private static final int EDGE = 16;

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec);
    }

    private static final class Line implements OneWayLine {

        private final AtomicLongArray[] cells;
        private final PaddedCounter[] taken;
        private final boolean crowded;

        Line(LatencySpec spec) {
            cells = new AtomicLongArray[spec.producers()];
            Arrays.setAll(cells, _ -> new AtomicLongArray(CELLS + 2 * EDGE));
            taken = PaddedCounter.many(spec.producers());
            crowded = spec.crowded();
        }

        private static int cell(long position) {
            return EDGE + (int) (position & (CELLS - 1));
        }

        @Override
        public Sender sender(int index) {
            return new Ahead(cells[index], taken[index], crowded);
        }

        /** A cell has a new good when it has another one: goods of a sender are never equal. */
        @Override
        public Receiver receiver() {
            long[] next = new long[cells.length];
            long[][] seen = new long[cells.length][CELLS + 2 * EDGE];
            return (count, arrival) -> {
                for (long got = 0, turn = 0; got < count; turn++) {
                    int lane = (int) (turn % cells.length);
                    int cell = cell(next[lane]);
                    long good = cells[lane].getAcquire(cell);
                    if (good != seen[lane][cell]) {
                        arrival.arrived(good);
                        seen[lane][cell] = good;
                        taken[lane].setRelease(++next[lane]);
                        got++;
                    } else {
                        LimitCheck.pause(crowded);
                    }
                }
            };
        }

        @Override
        public String config() {
            return (crowded ? "wait=yield" : "wait=spin") + " cells=" + CELLS;
        }
    }

    /** A sender, and how far it may go without another look at what was taken. */
    private static final class Ahead implements OneWayLine.Sender {
        private final AtomicLongArray cells;
        private final PaddedCounter taken;
        private final boolean crowded;
        private long position;
        private long limit = CELLS;

        Ahead(AtomicLongArray cells, PaddedCounter taken, boolean crowded) {
            this.cells = cells;
            this.taken = taken;
            this.crowded = crowded;
        }

        @Override
        public void send(long good) {
            while (position == limit) {
                limit = taken.getAcquire() + CELLS;
                if (position == limit) {
                    LimitCheck.pause(crowded);
                }
            }
            cells.setRelease(Line.cell(position), good);
            position++;
        }
    }
}
