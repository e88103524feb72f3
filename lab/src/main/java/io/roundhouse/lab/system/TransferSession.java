package io.roundhouse.lab.system;

/**
 * An opened transfer: as many producers and consumers as the setting asks for, for any number of
 * samples.
 */
public interface TransferSession extends Session {

    /** The producer of that index, from 0. */
    Producer producer(int index);

    /** The consumer of that index, from 0. */
    Consumer consumer(int index);

    /** The thread of that index on a mixed ring, from 0. */
    default Relay relay(int index) {
        throw new UnsupportedOperationException("no mixed ring");
    }

    /**
     * The count of every producer in a sample must be a multiple of this: full trains only, say.
     */
    default long grain() {
        return 1;
    }

    /**
     * The sum a consumer must see of the goods {@code first ... first + count - 1}. Systems that
     * carry other values in their place, as queues of preallocated objects do, say so here.
     */
    default long sumOf(long first, long count) {
        return Goods.sum(first, count);
    }
}
