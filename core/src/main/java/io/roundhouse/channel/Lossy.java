package io.roundhouse.channel;

import io.roundhouse.memory.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that always takes what is offered, and drops something where it has no place. Under a
 * lock: to drop one and put another is one step for all who look.
 */
abstract class Lossy<T> implements Store<T> {
    private final ReentrantLock lock = new ReentrantLock();
    private volatile int size; // written under the lock
    private long losers; // likewise, and read
    private volatile boolean closed; // likewise

    // ---- what kinds know

    /**
     * What the element is put under, if kinds ask for that: not under the lock, for users say. The
     * key's own {@code equals} and {@code hashCode} are called under it.
     */
    @Nullable Object keyOf(T element) {
        return null;
    }

    // ---- likewise; under the lock

    /** Puts an element; returns what had to go for it, perhaps itself, or null. */
    abstract @Nullable T put(@Nullable Object key, T element);

    abstract @Nullable T take();

    abstract int count();

    /** All, in the order in which they are taken. */
    abstract Iterable<T> all();

    // ---- storing

    /** The hook is called after the lock; it may be anybody's code. */
    @Override
    public final boolean offer(T element, Consumer<? super T> dropped) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        T loser;
        Object key = keyOf(element);
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            loser = put(key, element);
            size = count();
            if (loser != null) {
                losers++;
            }
        } finally {
            lock.unlock();
        }
        if (loser != null) {
            dropped.accept(loser);
        }
        return true;
    }

    @Override
    public final int offerMany(List<? extends T> elements, int from, Consumer<? super T> dropped) {
        int count = 0;
        for (T each : elements.subList(from, elements.size())) {
            if (!offer(each, dropped)) {
                break;
            }
            count++;
        }
        return count;
    }

    @Override
    public final @Nullable T poll() {
        if (size == 0) {
            return null;
        }
        lock.lock();
        try {
            T element = take();
            size = count();
            return element;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final int pollMany(T[] into) {
        int count = 0;
        lock.lock();
        try {
            for (T each : all()) {
                if (count == into.length) {
                    break;
                }
                into[count++] = each; // before one is taken: the array may not hold it
            }
            for (int i = 0; i < count; i++) {
                take();
            }
            size = count();
        } finally {
            lock.unlock();
        }
        return count;
    }

    @Override
    public final List<T> pollMany(int most) {
        List<T> taken = new ArrayList<>();
        lock.lock();
        try {
            for (T each; taken.size() < most && (each = take()) != null; ) {
                taken.add(each);
            }
            size = count();
        } finally {
            lock.unlock();
        }
        return taken;
    }

    @Override
    public final boolean isEmpty() {
        return size == 0;
    }

    @Override
    public final boolean hasRoom() {
        return true;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final long dropped() {
        lock.lock();
        try {
            return losers;
        } finally {
            lock.unlock();
        }
    }

    /** There is always room: nobody waits to send. */
    @Override
    public final int capacity() {
        return 1;
    }

    @Override
    public final void close() {
        lock.lock(); // who was not refused before has put its element when this returns
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }
}
