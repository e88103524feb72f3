package io.roundhouse.channel;

import io.roundhouse.queue.ClosableQueue;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue for many at both ends. An element counts from the compare-and-set that claims its
 * position on, a full fence: so who offers or polls, and then reads who waits, is in order with who
 * says that it waits and reads the positions after a fence.
 */
record QueueStore<T>(ClosableQueue<T> queue) implements Store<T> {
    @Override
    public boolean offer(T element, Consumer<? super T> dropped) {
        return queue.offer(element);
    }

    @Override
    public int offerMany(List<? extends T> elements, int from, Consumer<? super T> dropped) {
        return queue.offerMany(from == 0 ? elements : elements.subList(from, elements.size()));
    }

    @Override
    public @Nullable T poll() {
        return queue.poll();
    }

    @Override
    public int pollMany(T[] into) {
        return queue.pollMany(into); // puts them into the array before it takes them
    }

    @Override
    public List<T> pollMany(int most) {
        return queue.pollMany(most);
    }

    @Override
    public boolean isEmpty() {
        VarHandle.fullFence();
        return queue.isEmpty();
    }

    @Override
    public boolean hasRoom() {
        VarHandle.fullFence();
        return queue.capacity() == Integer.MAX_VALUE || queue.size() < queue.capacity();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public long dropped() {
        return 0;
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public void close() {
        queue.close();
    }

    @Override
    public boolean isClosed() {
        return queue.isClosed();
    }
}
