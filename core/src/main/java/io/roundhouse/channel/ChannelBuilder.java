package io.roundhouse.channel;

import io.roundhouse.queue.ClosableQueue;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.Queues;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes channels that need more than a kind. Not thread-safe; may be used for several channels.
 *
 * @param <T> the elements
 */
public final class ChannelBuilder<T> {
    /** Elements in a buffer. */
    private static final int MOST = 1 << 30;

    private final @Nullable Scope scope;
    private String name = "channel";
    private @Nullable Consumer<? super T> undelivered;

    ChannelBuilder() {
        this(null);
    }

    /**
     * @param scope whose processes the channels are for; null for anybody
     */
    ChannelBuilder(@Nullable Scope scope) {
        this.scope = scope;
    }

    /** What it is called in messages and reports. */
    public ChannelBuilder<T> named(String called) {
        name =
                Objects.requireNonNull(
                        called, "a name is needed: without named(…) it is \"channel\"");
        return this;
    }

    /**
     * Is given each element that the channel accepted and that nobody will receive: it was dropped
     * for another one, the channel was canceled, by its receiver or by its {@linkplain
     * Scope#channel scope} as that was closed, it was taken for an array that cannot hold it
     * ({@link Receiver#receiveMany}), or not taken by what it was handed to ({@link
     * Receiver#forEach}). Called once an element, by the thread that dropped it, canceled or took
     * it; what it throws, that thread gets.
     */
    public ChannelBuilder<T> undelivered(Consumer<? super T> hook) {
        undelivered =
                Objects.requireNonNull(
                        hook, "a hook is needed: without undelivered(…) there is none");
        return this;
    }

    /** See {@link Channel#rendezvous}. */
    public Channel<T> rendezvous() {
        mustBeOpen();
        return new RendezvousChannel<>(scope, name, hook());
    }

    /** See {@link Channel#buffered}. */
    public Channel<T> buffered(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException(
                    "a capacity cannot be negative, 0 is a rendezvous: " + capacity);
        }
        if (capacity > MOST) {
            throw new IllegalArgumentException(
                    "a channel has a capacity of at most "
                            + MOST
                            + ", or none at all by unbounded(), not "
                            + capacity);
        }
        return capacity == 0 ? rendezvous() : over(queues().bounded(capacity).build());
    }

    /** See {@link Channel#unbounded}. */
    public Channel<T> unbounded() {
        return over(queues().unbounded().build());
    }

    /** See {@link Channel#latest}. */
    public Channel<T> latest() {
        return droppingOldest(1);
    }

    /** See {@link Channel#latestPerKey}. */
    public Channel<T> latestPerKey(Function<? super T, ?> key) {
        return over(
                new LatestPerKey<>(
                        Objects.requireNonNull(
                                key, "a function is needed that gives the key of an element")));
    }

    /** See {@link Channel#droppingOldest}. */
    public Channel<T> droppingOldest(int capacity) {
        return over(Dropping.oldest(capacity));
    }

    /** See {@link Channel#droppingNewest}. */
    public Channel<T> droppingNewest(int capacity) {
        return over(Dropping.newest(capacity));
    }

    private static Queues.Builder queues() {
        return Queues.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS);
    }

    private Channel<T> over(ClosableQueue<T> queue) {
        return over(new QueueStore<>(queue));
    }

    private Channel<T> over(Store<T> store) {
        mustBeOpen();
        StoringChannel<T> channel = new StoringChannel<>(scope, name, hook(), store);
        if (scope != null) {
            scope.keeps(channel, undelivered != null);
        }
        return channel;
    }

    private void mustBeOpen() {
        if (scope != null && scope.cancellation.hasEnded()) {
            throw new IllegalStateException("the scope of channel " + name + " is closed");
        }
    }

    private Consumer<? super T> hook() {
        Consumer<? super T> hook = undelivered;
        return hook == null ? _ -> {} : hook;
    }
}
