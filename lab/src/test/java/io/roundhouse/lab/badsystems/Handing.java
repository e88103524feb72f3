package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.concurrent.SynchronousQueue;

/** Hands one good at a time from one producer to one consumer; what is wrong is up to its kinds. */
abstract class Handing implements TransferSystem {

    /** What arrives when this good was sent. */
    long arrives(long good) throws Exception {
        return good;
    }

    /** How many goods the consumer says it saw. */
    long counted(long count) {
        return count;
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) throws Exception {
        SynchronousQueue<Long> queue = new SynchronousQueue<>();
        return new TransferSession() {
            @Override
            public Producer producer(int index) {
                return (first, count) -> {
                    for (long good = first; good < first + count; good++) {
                        queue.put(arrives(good));
                    }
                };
            }

            @Override
            public Consumer consumer(int index) {
                return count -> {
                    long sum = 0;
                    for (long got = 0; got < count; got++) {
                        sum += queue.take();
                    }
                    return new Tally(counted(count), sum);
                };
            }
        };
    }
}
