package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.RingBuffer;
import io.roundhouse.lab.system.Blocks;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.TransferSpec;

/** A ring whose events are arrays of {@code long}s, always full. */
final class ArrayRing extends RingSession<long[]> {

    private final int longs;

    ArrayRing(TransferSpec spec, int longs, int slots, String wait) {
        super(spec, () -> new long[longs], slots, wait);
        this.longs = longs;
    }

    @Override
    Producer producing() {
        RingBuffer<long[]> ring = this.ring; // a field would be read again for each event
        int longs = this.longs;
        return (first, count) -> {
            for (long good = first; good < first + count; good += longs) {
                long sequence = ring.next();
                Blocks.fill(ring.get(sequence), 0, longs, good);
                ring.publish(sequence);
            }
        };
    }

    @Override
    Summing<long[]> summing() {
        return new ArraySumming();
    }

    private static final class ArraySumming extends Summing<long[]> {
        @Override
        public void onEvent(long[] event, long sequence, boolean endOfBatch) {
            sum += Blocks.sum(event, 0, event.length);
            doneWith(sequence);
        }
    }

    @Override
    int goodsAnEvent() {
        return longs;
    }

    @Override
    public long grain() {
        return longs;
    }

    @Override
    public String config() {
        return "longs=%d slots=%d".formatted(longs, ring.getBufferSize());
    }
}
