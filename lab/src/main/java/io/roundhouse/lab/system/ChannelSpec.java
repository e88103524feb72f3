package io.roundhouse.lab.system;

/**
 * A setting of the workloads {@code channel} and {@code select}.
 *
 * @param channels channels that one thread receives from; by a select if there are several
 * @param senders threads that send, at each channel
 * @param capacity elements a channel holds; 0 for a rendezvous
 * @param batch elements handed over together; 1 = one by one
 */
public record ChannelSpec(int channels, int senders, int capacity, int batch) {
    /** Threads that send, at all channels together. */
    public int allSenders() {
        return channels * senders;
    }
}
