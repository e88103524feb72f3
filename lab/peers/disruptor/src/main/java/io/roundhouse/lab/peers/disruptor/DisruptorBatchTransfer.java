package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.RingBuffer;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/** The Disruptor with {@code batch} events claimed and published at a time. */
@SystemInfo(name = "disruptor-batch", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class DisruptorBatchTransfer implements TransferSystem {

    private static final int LARGEST = 2048; // a quarter of the smaller ring

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        if (spec.mode() == Mode.MIXED) {
            return Optional.of("a mixed ring passes goods on one by one; see disruptor");
        }
        if (spec.batch() == 1 || spec.batch() > LARGEST) {
            return Optional.of("batch must be from 2 to " + LARGEST);
        }
        return DisruptorTransfer.refusesSharing(spec);
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Waits.ringVariants(spec.crowded());
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Batches(spec, variant.number("slots"), variant.word("wait"));
    }

    private static final class Batches extends RingSession<LongEvent> {

        private final int batch;

        Batches(TransferSpec spec, int slots, String wait) {
            super(spec, LongEvent::new, slots, wait);
            this.batch = spec.batch();
        }

        @Override
        Producer producing() {
            RingBuffer<LongEvent> ring = this.ring; // a field would be read again for each batch
            return (first, count) -> {
                for (long good = first; good < first + count; ) {
                    int size = (int) Math.min(batch, first + count - good);
                    long high = ring.next(size);
                    long low = high - size + 1;
                    for (long sequence = low; sequence <= high; sequence++) {
                        ring.get(sequence).value = good++;
                    }
                    ring.publish(low, high);
                }
            };
        }

        @Override
        Summing<LongEvent> summing() {
            return new DisruptorTransfer.LongSumming();
        }

        @Override
        int goodsAnEvent() {
            return 1;
        }

        @Override
        public String config() {
            return "batch=" + batch;
        }
    }
}
