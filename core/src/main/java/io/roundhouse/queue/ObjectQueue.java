package io.roundhouse.queue;

import io.roundhouse.waiting.Spin;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
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
 * What queues of references have in common: the contract of {@code java.util.concurrent}, and all
 * that looks into the middle. A subclass knows where the slot of a position is.
 *
 * <pre>
 * Invariants, beside those of {@link AnyQueue}
 *   I3  a slot is written from null by the producer that has claimed its position, and to null by
 *       whoever owns the head there: the only consumer, the consumer that has claimed it, or who has
 *       locked the head
 *   I4  between head and tail, a slot that is not null has the element of that position
 * </pre>
 *
 * <p>Why nothing is marked as removed. Who removes from the middle owns everything from the head to
 * there, so it moves the elements before the removed one up by one slot and the head by one
 * position. No place stays occupied, and the hot paths know nothing of it. Who looks into the
 * middle meanwhile looks at {@code moves}, odd while elements are moved, before and afterwards.
 */
abstract class ObjectQueue<E> extends AnyQueue implements ClosableBlockingQueue<E> {
    /** Twice the number of times that elements were moved; odd while they are. */
    private volatile long moves;

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

    /** Owns the head until it is unlocked; returns where it is. A consumer. */
    abstract long lockHead();

    /** Lets others have the head, at that position (release). */
    final void unlockHead(long position) {
        publishHead(position);
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

    // ---- waiting

    @Override
    public final void put(E element) throws InterruptedException {
        if (!offer(element)) {
            putWaiting(element, Long.MAX_VALUE);
        }
    }

    @Override
    public final boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        return offer(element) || putWaiting(element, unit.toNanos(time));
    }

    private boolean putWaiting(E element, long nanos) throws InterruptedException {
        long deadline = deadline(nanos);
        boolean inTime = true;
        for (long left = nanos; inTime; left = left(deadline)) {
            inTime = awaitRoom(left);
            if (offer(element)) {
                passOnRoom();
                return true;
            }
        }
        return false;
    }

    @Override
    public final E take() throws InterruptedException {
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
        E element = poll();
        return element != null ? element : takeWaiting(unit.toNanos(time));
    }

    /** An element; null if there was none in time, or the queue is closed and empty. */
    private @Nullable E takeWaiting(long nanos) throws InterruptedException {
        long deadline = deadline(nanos);
        boolean inTime = true;
        for (long left = nanos; inTime; left = left(deadline)) {
            inTime = awaitElement(left);
            boolean last = isClosed(); // before the look: what was put before the closing is found
            E element = poll();
            if (element != null) {
                passOnElements();
                return element;
            }
            if (last) {
                return null;
            }
        }
        return null;
    }

    // ---- many at a time

    @Override
    public int offerMany(List<? extends E> many) {
        int put = 0;
        for (E each : many) {
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
        if (limit < 0) {
            throw new IllegalArgumentException("a limit cannot be negative: " + limit);
        }
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
        return drain(to::add, Math.clamp(most, 0, size()));
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
        throw isClosed() ? closedForProducers() : new IllegalStateException("Queue full");
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
        return sought.stream().allMatch(this::contains);
    }

    // ---- looks into the middle: any thread

    @Override
    public final int remainingCapacity() {
        return capacity() == Integer.MAX_VALUE ? Integer.MAX_VALUE : capacity() - size();
    }

    @Override
    public final @Nullable E peek() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long first = headPosition();
            if (tailPosition() <= first) { // before the slot: what is not put yet is not seen yet
                return null;
            }
            Object content = places().at(first);
            if (content != null && headPosition() == first) {
                return element(content);
            }
        }
    }

    @Override
    public final boolean contains(@Nullable Object sought) {
        return sought != null && find(sought::equals) != NONE;
    }

    /**
     * The position of the first element that passes; {@link #NONE} if none does. Elements are moved
     * towards the tail only, so that a look in that direction passes none over. One that is about
     * to be put is waited for, as it comes before those behind it.
     */
    private long find(Predicate<Object> filter) {
        Places places = places();
        long end = tailPosition();
        for (long at = headPosition(); at < end; at++) {
            Object content = present(places, at);
            for (int spins = 0; content == null && headPosition() <= at; ) {
                spins = Spin.once(spins);
                content = present(places, at);
            }
            if (content != null && filter.test(content)) {
                return at;
            }
        }
        return NONE;
    }

    /** What is in the slot of a position, if that has not been taken. */
    private @Nullable Object present(Places places, long position) {
        Object content = places.at(position);
        return headPosition() <= position ? content : null; // else it may be of a later round
    }

    @Override
    public final Object[] toArray() {
        return snapshot().elements();
    }

    @Override
    public final <T> T[] toArray(T[] array) {
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

    /** Over what is there now, as the iterator. */
    @Override
    public final Spliterator<E> spliterator() {
        return Spliterators.spliterator(toArray(), Spliterator.ORDERED | Spliterator.NONNULL);
    }

    @Override
    public final Iterator<E> iterator() {
        return new Snapshots(toArray());
    }

    @Override
    public String toString() {
        return Arrays.toString(toArray());
    }

    /** What was in the queue, with the positions of all. */
    private record Snapshot(@Nullable Object[] contents, long first, long stamp) {
        /** Without the places of what was not there. */
        Object[] elements() {
            Object[] present = new Object[contents.length];
            int count = 0;
            for (Object each : contents) {
                if (each != null) {
                    present[count++] = each;
                }
            }
            return count == present.length ? present : Arrays.copyOf(present, count);
        }
    }

    private Snapshot snapshot() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long stamp = moves;
            Places places = places();
            long last = tailPosition(); // first: what goes through meanwhile does not count
            long first = headPosition();
            int count = (int) Math.max(0, last - first);
            @Nullable Object[] contents = new Object[count];
            for (int i = 0; i < count; i++) {
                contents[i] = present(places, first + i);
            }
            VarHandle.acquireFence();
            if ((stamp & 1) == 0 && moves == stamp) {
                return new Snapshot(contents, first, stamp);
            }
        }
    }

    // ---- removal from the middle: consumers

    @Override
    public final boolean remove(@Nullable Object sought) {
        return sought != null && removeFirst(sought::equals);
    }

    /** The filter is asked while nobody is kept from anything: it may be a user's code. */
    private boolean removeFirst(Predicate<Object> filter) {
        while (true) {
            long stamp = moves;
            long at = find(filter);
            if (at == NONE) {
                return false;
            }
            if ((stamp & 1) == 0 && removeAt(at, stamp)) {
                return true;
            }
        }
    }

    /** Whether it was still there, and has been removed. */
    private boolean removeAt(long position, long stamp) {
        Places places = places(); // may allocate: not while the head is locked
        long head = lockHead();
        boolean there = moves == stamp && head <= position;
        if (there) {
            beginMoves(stamp);
            for (long at = position; at > head; at--) {
                places.set(at, awaitPut(places, at - 1));
            }
            places.set(head, null);
        }
        unlockHead(there ? head + 1 : head);
        if (there) {
            moves = stamp + 2;
            taken();
        }
        return there;
    }

    @Override
    public final boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "filter");
        while (true) {
            Snapshot snapshot = snapshot();
            BitSet going = new BitSet();
            for (int i = 0; i < snapshot.contents.length; i++) {
                Object each = snapshot.contents[i];
                if (each != null && filter.test(element(each))) {
                    going.set(i);
                }
            }
            if (going.isEmpty()) {
                return false;
            }
            int removed = removeAll(snapshot, going);
            if (removed >= 0) {
                return removed > 0;
            }
        }
    }

    /**
     * How many were still there, and have been removed; -1 if they are no longer where they were.
     */
    private int removeAll(Snapshot snapshot, BitSet going) {
        Places places = places(); // likewise
        long head = lockHead();
        if (moves != snapshot.stamp) {
            unlockHead(head);
            return -1;
        }
        beginMoves(snapshot.stamp);
        long to = snapshot.first + snapshot.contents.length - 1;
        for (long at = to; at >= head; at--) {
            if (!going.get((int) (at - snapshot.first))) {
                Object stays = awaitPut(places, at);
                if (to != at) {
                    places.set(to, stays);
                }
                to--;
            }
        }
        int removed = (int) (to + 1 - head);
        for (long at = head; at <= to; at++) { // upwards: a free slot says that all before it are
            places.set(at, null);
        }
        unlockHead(Math.max(head, to + 1));
        moves = snapshot.stamp + 2;
        for (int i = 0; i < removed; i++) {
            taken();
        }
        return Math.max(0, removed);
    }

    private void beginMoves(long stamp) {
        moves = stamp + 1;
        VarHandle.releaseFence(); // who sees a slot that was written now sees that, too
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
        private final Object[] all;
        private int next;
        private @Nullable Object last;

        Snapshots(Object[] all) {
            this.all = all;
        }

        @Override
        public boolean hasNext() {
            return next < all.length;
        }

        @Override
        public E next() {
            if (next == all.length) {
                throw new NoSuchElementException();
            }
            Object content = all[next++];
            last = content;
            return element(content);
        }

        @Override
        public void remove() {
            Object gone = last;
            if (gone == null) {
                throw new IllegalStateException("next() comes first");
            }
            last = null;
            removeFirst(each -> each == gone);
        }
    }
}
