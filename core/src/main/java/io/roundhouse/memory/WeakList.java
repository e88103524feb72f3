package io.roundhouse.memory;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Elements that others hold: they are not kept here. What is gone is forgotten when there are twice
 * as many as when that was last done, or when a look at all has met more that is gone than is left;
 * so an {@link #add} costs a few steps on the average. Not safe for several threads at once.
 */
public final class WeakList<E> implements Iterable<E> {
    private static final int LEAST = 64;

    private final Predicate<? super E> isKept;
    private List<WeakReference<E>> all = new ArrayList<>();
    private int most = LEAST;

    /** Empty; an element is kept until it is gone. */
    public WeakList() {
        this(element -> true);
    }

    /**
     * Empty.
     *
     * @param isKept whether an element that is not gone is to be kept
     */
    public WeakList(Predicate<? super E> isKept) {
        this.isKept = isKept;
    }

    /** One more, at the end. */
    public void add(E element) {
        if (all.size() >= most) {
            forgetTheGone();
        }
        all.add(new WeakReference<>(element));
    }

    private void forgetTheGone() {
        List<WeakReference<E>> left = new ArrayList<>();
        for (WeakReference<E> each : all) {
            E its = each.get();
            if (its != null && isKept.test(its)) {
                left.add(each);
            }
        }
        all = left;
        most = Math.max(LEAST, 2 * left.size());
    }

    /** How many places there are, of elements that may be gone. */
    public int places() {
        return all.size();
    }

    /** Those that are not gone, in the order in which they came. */
    @Override
    public Iterator<E> iterator() {
        return new Iterator<>() {
            private final Iterator<WeakReference<E>> rest = all.iterator();
            private @Nullable E next;
            private int gone;

            @Override
            public boolean hasNext() {
                while (next == null && rest.hasNext()) {
                    next = rest.next().get();
                    gone += next == null ? 1 : 0;
                }
                if (next == null && gone > LEAST + all.size() / 2) {
                    forgetTheGone();
                    gone = 0;
                }
                return next != null;
            }

            @Override
            public E next() {
                E its = hasNext() ? next : null;
                if (its == null) {
                    throw new NoSuchElementException();
                }
                next = null;
                return its;
            }
        };
    }
}
