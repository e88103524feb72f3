package io.roundhouse.lab.system;

/**
 * A setting of the workloads {@code channel} and {@code select}.
 *
 * @param channels channels that are received from; by a select if there are several
 * @param producers threads that send, at each channel
 * @param consumers threads that receive: each element comes to one of them; 1 where there are
 *     several channels
 * @param capacity elements a channel holds; 0 for a rendezvous
 * @param batch elements handed over together; 1 = one by one
 * @param virtual whether these threads are virtual ones
 */
public record ChannelSpec(
        int channels, int producers, int consumers, int capacity, int batch, boolean virtual) {

    /** Threads that send, at all channels together. */
    public int allProducers() {
        return channels * producers;
    }

    /** The part that the consumer of that index receives of so many elements. */
    public long share(int consumer, long all) {
        return all / consumers + (consumer < all % consumers ? 1 : 0);
    }

    /** The same setting, one by one. */
    public ChannelSpec oneByOne() {
        return new ChannelSpec(channels, producers, consumers, capacity, 1, virtual);
    }
}
