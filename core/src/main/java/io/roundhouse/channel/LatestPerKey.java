package io.roundhouse.channel;

import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Holds the newest element of each key, in the order in which the keys came. */
final class LatestPerKey<T> extends Lossy<T> {
    private final LinkedHashMap<Object, T> elements = new LinkedHashMap<>();
    private final Function<? super T, ?> key;

    LatestPerKey(Function<? super T, ?> key) {
        this.key = key;
    }

    @Override
    Object keyOf(T element) {
        return Objects.requireNonNull(
                key.apply(element), "the key of an element is null: give each element one");
    }

    @Override
    @Nullable T put(@Nullable Object keyOfElement, T element) {
        return elements.put(Objects.requireNonNull(keyOfElement), element);
    }

    @Override
    @Nullable T take() {
        var first = elements.pollFirstEntry();
        return first == null ? null : first.getValue();
    }

    @Override
    Iterable<T> all() {
        return elements.values();
    }

    @Override
    int count() {
        return elements.size();
    }
}
