package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Spin;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What queues of references have in common: the contract of {@code java.util.concurrent}. A
 * subclass knows where the slot of a position is; {@link Middle} looks into all of them.
 *
 * <pre>
 * Invariants, beside those of {@link AnyQueue}
 *   I3  a slot is written from null by the producer that has claimed its position, and to null by
 *       whoever owns the head there: the only consumer, the consumer that has claimed it, or who has
 *       locked the head; or by the only producer that takes back what is refused
 *   I4  between head and tail, a slot that is not null has the element of that position, but where
 *       {@link #isLeaving} says otherwise
 * </pre>
 */
abstract class ObjectQueue<E> extends AnyQueue implements ClosableBlockingQueue<E> {
    private final Middle middle = new Middle(this);

    ObjectQueue(Plan plan, int size) {
        super(plan, size);
    }

    /** The slots, for one look at several of them. */
    interface Places {
        /** What is in the slot of a position (acquire); null where there is no slot. */
        @Nullable Object at(long position);

        /** Puts something into the slot of a position from head on (release). Who owns the head. */
        void set(long position, @Nullable Object content);
    }

    // ---- what a shape knows

    /** The slots. */
    abstract Places places();

    /**
     * The slots, for who goes from a position to the head, and from there on looks anywhere between
     * without allocating.
     *
     * @param end behind the last position, of which all have been there
     */
    Places placesTowardsHead(long end) {
        return places();
    }

    /** Owns the head until it is unlocked; returns where it is. A consumer. */
    abstract long lockHead();

    /** Lets others have the head, at that position (release). */
    void unlockHead(long position) {
        moveHead(position);
    }

    /**
     * Gives each element from one position to before another a slot of its own. Who has locked the
     * head; {@link Places#set} is for those only.
     */
    void spread(long from, long to) {}

    /** Whether the element of a position has been taken, although the head may not say so yet. */
    boolean isLeaving(long position) {
        return false;
    }

    @Override
    final void takeBack(long position) {
        places().set(position, null);
    }

    // ---- what shapes build on

    /** The element of a position that has been claimed: it is there already, or in a moment. */
    static Object awaitPut(Places places, long position) {
        Object element = places.at(position);
        for (int spins = 0; element == null; element = places.at(position)) {
            spins = Spin.once(spins);
        }
        return element;
    }

    @SuppressWarnings("unchecked") // nothing but an E is ever put
    final E element(Object content) {
        return (E) content;
    }

    @SuppressWarnings("unchecked") // likewise
    final @Nullable E[] arrayOf(@Nullable Object[] contents) {
        return (@Nullable E[]) contents;
    }

    @SuppressWarnings("unchecked") // likewise
    final List<E> listOf(@Nullable Object[] contents) {
        return (List<E>) Arrays.asList(contents);
    }

    // ---- waiting

    @Override
    public final void put(E element) throws InterruptedException {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        throwIfInterrupted();
        if (!offer(element)) {
            putWaiting(element, Long.MAX_VALUE);
        }
    }

    @Override
    public final boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(time);
        throwIfInterrupted();
        return offer(element) || putWaiting(element, nanos);
    }

    private boolean putWaiting(E element, long nanos) throws InterruptedException {
        long deadline = Sleep.deadline(nanos);
        while (awaitRoom(deadline)) {
            boolean isDone = true; // also where it throws
            try {
                isDone = offer(element);
                if (isDone) {
                    return true;
                }
            } finally { // who comes next goes on though there was no memory for this
                if (isDone) {
                    passOnRoom();
                }
            }
        }
        return false;
    }

    @Override
    public final E take() throws InterruptedException {
        throwIfInterrupted();
        E element = poll();
        if (element == null) {
            element = takeWaiting(Long.MAX_VALUE);
        }
        if (element == null) {
            throw closedForConsumers();
        }
        return element;
    }

    @Override
    public final @Nullable E poll(long time, TimeUnit unit) throws InterruptedException {
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(time);
        throwIfInterrupted();
        E element = poll();
        return element != null ? element : takeWaiting(nanos);
    }

    /** An element; null if there was none in time, or the queue is closed and empty. */
    private @Nullable E takeWaiting(long nanos) throws InterruptedException {
        long deadline = Sleep.deadline(nanos);
        while (awaitElement(deadline)) {
            boolean last = isClosed(); // before the look: what was put before the closing is found
            boolean isDone = true; // likewise
            try {
                E element = poll();
                isDone = element != null;
                if (isDone || last) {
                    return element;
                }
            } finally {
                if (isDone) {
                    passOnElements();
                }
            }
        }
        return null;
    }

    // ---- many at a time

    @Override
    public int offerMany(List<? extends E> many) {
        int put = 0;
        for (E each : Objects.requireNonNull(many, "elements")) {
            if (!offer(each)) {
                break;
            }
            put++;
        }
        return put;
    }

    @Override
    public int drain(Consumer<? super E> taker, int limit) {
        Objects.requireNonNull(taker, "taker");
        checkMost(limit);
        int count = 0;
        while (count < limit) {
            E element = poll();
            if (element == null) {
                break;
            }
            count++;
            taker.accept(element);
        }
        return count;
    }

    /** Others are woken for what is left before the taker is called, which may be slow. */
    @Override
    public final int drain(Consumer<? super E> taker, int limit, long time, TimeUnit unit)
            throws InterruptedException {
        long nanos = nanosToDrain(taker, limit, time, unit);
        int count = drain(taker, limit);
        if (count > 0 || limit == 0) {
            return count;
        }
        E first = takeWaiting(nanos);
        if (first == null) {
            return 0;
        }
        taker.accept(first);
        return 1 + drain(taker, limit - 1);
    }

    @Override
    public final int drainTo(Collection<? super E> to) {
        return drainTo(to, Integer.MAX_VALUE);
    }

    /** No more than are there when it begins, so that it ends. */
    @Override
    public final int drainTo(Collection<? super E> to, int most) {
        Objects.requireNonNull(to, "to");
        if (to == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int limit = Math.clamp(most, 0, size());
        return oneConsumer ? drainAlone(to, limit) : drain(to::add, limit);
    }

    /**
     * An element stays until the target has it. If that has used the queue meanwhile, the element
     * may have been taken or moved: then it, and no other, is removed wherever it is.
     */
    private int drainAlone(Collection<? super E> to, int limit) {
        int count = 0;
        for (E each; count < limit && (each = peek()) != null; count++) {
            long at = headPosition();
            long stamp = middle.stamp();
            long shifts = middle.shifts();
            to.add(each);
            if (headPosition() == at) {
                poll();
            } else {
                middle.removeSeen(
                        new Middle.Snapshot(new Object[] {each}, at, stamp, shifts), 0, 0);
            }
        }
        return count;
    }

    @Override
    public final void clear() {
        drain(_ -> {}, size());
    }

    // ---- the rest of a collection

    @Override
    public final boolean add(E element) {
        if (offer(element)) {
            return true;
        }
        throw isClosing() ? closedForProducers() : new IllegalStateException("Queue full");
    }

    @Override
    public final boolean addAll(Collection<? extends E> many) {
        Objects.requireNonNull(many, "many");
        if (many == this) {
            throw new IllegalArgumentException("a queue cannot be added to itself");
        }
        boolean changed = false;
        for (E each : many) {
            changed |= add(each);
        }
        return changed;
    }

    @Override
    public final E remove() {
        E element = poll();
        if (element == null) {
            throw new NoSuchElementException("the queue is empty");
        }
        return element;
    }

    @Override
    public final E element() {
        E element = peek();
        if (element == null) {
            throw new NoSuchElementException("the queue is empty");
        }
        return element;
    }

    @Override
    public final boolean containsAll(Collection<?> sought) {
        return Objects.requireNonNull(sought, "sought").stream().allMatch(this::contains);
    }

    // ---- looks into the middle: any thread

    @Override
    public final @Nullable E peek() {
        Object first = middle.first();
        return first == null ? null : element(first);
    }

    @Override
    public final boolean contains(@Nullable Object sought) {
        return sought != null && middle.contains(sought);
    }

    @Override
    public final Object[] toArray() {
        return middle.elements();
    }

    @Override
    public final <T> T[] toArray(T[] array) {
        Objects.requireNonNull(array, "array");
        Object[] all = toArray();
        return Arrays.asList(all).toArray(array);
    }

    @Override
    public final void forEach(Consumer<? super E> action) {
        Objects.requireNonNull(action, "action");
        for (Object each : toArray()) {
            action.accept(element(each));
        }
    }

    @Override
    public final Spliterator<E> spliterator() {
        return new Late();
    }

    @Override
    public final Iterator<E> iterator() {
        return new Snapshots();
    }

    @Override
    public String toString() {
        return text(this);
    }

    /** What is in a queue, which may be in itself. */
    static String text(Collection<?> queue) {
        Object[] all = queue.toArray();
        for (int i = 0; i < all.length; i++) {
            if (all[i] == queue) {
                all[i] = "(this Collection)";
            }
        }
        return Arrays.toString(all);
    }

    // ---- removal from the middle: consumers

    @Override
    public final boolean remove(@Nullable Object sought) {
        return sought != null && middle.removeFirst(sought::equals);
    }

    @Override
    public final boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "filter");
        return middle.removeAll(each -> filter.test(element(each)));
    }

    @Override
    public final boolean removeAll(Collection<?> gone) {
        Objects.requireNonNull(gone, "gone");
        return removeIf(gone::contains);
    }

    @Override
    public final boolean retainAll(Collection<?> kept) {
        Objects.requireNonNull(kept, "kept");
        return removeIf(each -> !kept.contains(each));
    }

    /** Goes through what was there when it was made. */
    private final class Snapshots implements Iterator<E> {
        private static final int NOTHING = -1;

        private final Middle.Snapshot all = middle.snapshot();
        private int next = presentFrom(0);
        private int last = NOTHING;
        private int removed;

        private int presentFrom(int index) {
            int present = index;
            while (present < all.contents().length && all.contents()[present] == null) {
                present++;
            }
            return present;
        }

        @Override
        public boolean hasNext() {
            return next < all.contents().length;
        }

        @Override
        public E next() {
            Object content = hasNext() ? all.contents()[next] : null;
            if (content == null) {
                throw new NoSuchElementException();
            }
            last = next;
            next = presentFrom(next + 1);
            return element(content);
        }

        @Override
        public void remove() {
            if (last == NOTHING) {
                throw new IllegalStateException("next() comes first");
            }
            int gone = last;
            last = NOTHING;
            if (middle.removeSeen(all, gone, removed)) {
                removed++;
            }
        }
    }

    /** Begins with what is there when it is first asked. */
    private final class Late implements Spliterator<E> {
        private static final int LIKE = ORDERED | NONNULL | CONCURRENT;

        private @Nullable Spliterator<E> bound;

        private Spliterator<E> bound() {
            Spliterator<E> all = bound;
            if (all == null) {
                all = Spliterators.spliterator(toArray(), LIKE);
                bound = all;
            }
            return all;
        }

        @Override
        public boolean tryAdvance(Consumer<? super E> action) {
            return bound().tryAdvance(action);
        }

        @Override
        public void forEachRemaining(Consumer<? super E> action) {
            bound().forEachRemaining(action);
        }

        @Override
        public @Nullable Spliterator<E> trySplit() {
            return bound().trySplit();
        }

        @Override
        public long estimateSize() {
            return bound == null ? size() : bound.estimateSize();
        }

        @Override
        public int characteristics() {
            return LIKE;
        }
    }
}
