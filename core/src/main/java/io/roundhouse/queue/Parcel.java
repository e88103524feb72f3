package io.roundhouse.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Elements that were put together. They have a position each, and lie in the slot of the first:
 * that slot is all that a producer and a consumer take from each other's cache, and the parcel goes
 * one way, where slots go to and fro. See {@link SharedHeadQueue}.
 */
final class Parcel {
    /** The most elements of one: so far from a position its parcel has to be looked for. */
    static final int MOST = 64;

    final long first;

    /** Null again where they were taken, if not all at once. */
    private final @Nullable Object[] elements;

    /** Whether each element has a slot of its own now. Written by who has locked the head. */
    private boolean unpacked;

    /**
     * @param elements nobody else has this array
     */
    Parcel(long first, Object[] elements) {
        this.first = first;
        this.elements = elements;
    }

    /** Behind the last position. */
    long end() {
        return first + elements.length;
    }

    boolean has(long position) {
        return first <= position && position < end();
    }

    /** The element of a position of it; null where it was taken, perhaps. */
    @Nullable Object at(long position) {
        return elements[(int) (position - first)];
    }

    /** Copies elements, from a position of it on. */
    void copy(long position, @Nullable Object[] into, int to, int many) {
        System.arraycopy(elements, (int) (position - first), into, to, many);
    }

    /** All of them: for who has claimed all at once, and nobody else. */
    @Nullable Object[] elements() {
        return elements;
    }

    /** Holds what was taken no longer. */
    void forget(long from, long to) {
        Arrays.fill(elements, (int) (from - first), (int) (to - first), null);
    }

    /** Its elements have slots of their own. */
    void unpack() {
        unpacked = true;
    }

    /** Who has read a head that was published after {@link #unpack} sees it. */
    boolean isUnpacked() {
        return unpacked;
    }
}
