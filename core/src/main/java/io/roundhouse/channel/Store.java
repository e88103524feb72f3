package io.roundhouse.channel;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a channel keeps what was sent and not received yet. Linearizable; nobody waits here. What
 * changes it and what asks whether it {@linkplain #isEmpty is empty} or {@linkplain #hasRoom has
 * room} are synchronization actions of one order: who changes it and then asks who waits, or says
 * that it waits and then asks, is not overlooked by both.
 */
interface Store<T> {
    /** Puts an element; false if there is no room, or it is closed. */
    boolean offer(T element, Consumer<? super T> dropped);

    /** Puts elements from an index on while there is room; returns how many. */
    int offerMany(List<? extends T> elements, int from, Consumer<? super T> dropped);

    @Nullable T poll();

    /**
     * Takes what is there and fits; returns how much.
     *
     * @throws ArrayStoreException if the array cannot hold the first element; nothing is taken
     */
    int pollMany(T[] into);

    /** Takes what is there, so many at most; a list of the caller's own. */
    List<T> pollMany(int most);

    boolean isEmpty();

    boolean hasRoom();

    int size();

    /** How many were put and had to go for others, or for want of a place, since it was made. */
    long dropped();

    /** How many it holds at most. */
    int capacity();

    /** Refuses elements from now on. */
    void close();

    boolean isClosed();
}
