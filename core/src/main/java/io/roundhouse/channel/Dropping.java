package io.roundhouse.channel;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Holds so many elements, and drops the oldest, or the newest, where there is one more. */
final class Dropping<T> extends Lossy<T> {
    private final ArrayDeque<T> elements = new ArrayDeque<>();
    private final int capacity;
    private final boolean oldest;

    private Dropping(int capacity, boolean oldest) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a channel that drops has a capacity of at least 1 element, not " + capacity);
        }
        this.capacity = capacity;
        this.oldest = oldest;
    }

    static <T> Dropping<T> oldest(int capacity) {
        return new Dropping<>(capacity, true);
    }

    static <T> Dropping<T> newest(int capacity) {
        return new Dropping<>(capacity, false);
    }

    @Override
    @Nullable T put(@Nullable Object key, T element) {
        if (elements.size() < capacity) {
            elements.addLast(element);
            return null;
        }
        if (!oldest) {
            return element;
        }
        T loser = elements.pollFirst();
        elements.addLast(element);
        return loser;
    }

    @Override
    @Nullable T take() {
        return elements.pollFirst();
    }

    @Override
    Iterable<T> all() {
        return elements;
    }

    @Override
    int count() {
        return elements.size();
    }
}
