package io.roundhouse.queue;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.railway.internal.Crowd;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Spin;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What queues of every shape have in common: waiting, closing, and all that looks into the middle.
 *
 * <p>A subclass knows where the slot of a position is, and how a position is claimed. It tells what
 * it has done by {@link #put} and {@link #taken}.
 *
 * <pre>
 *            head                       tail
 *             ▼                          ▼
 *   … free  [ a  b  c  d  e  f  _  g  h ]  free …        _  claimed, its producer has not put it yet
 *
 * Invariants
 *   I1  head &lt;= tail &lt;= head + capacity
 *   I2  a slot is written from null by the producer that has claimed its position, and to null by
 *       whoever owns the head there: the consumer, the consumer that has claimed it, or who has
 *       locked the head
 *   I3  between head and tail, a slot that is not null has the element of that position
 * </pre>
 *
 * Why nothing is marked as removed. Who removes from the middle owns everything from the head to
 * there, so it moves the elements before the removed one up by one slot and the head by one
 * position. No place stays occupied, and the paths that are hot know nothing of it. Who looks into
 * the middle meanwhile looks at {@code moves}, odd while elements are moved, before and afterwards.
 */
abstract class AnyQueue<E> extends Ends<E> implements ClosableBlockingQueue<E> {
    /** Set in a position that must not be claimed: the tail of a closed queue, a locked head. */
    static final long BARRED = 1L << 62;

    /** A limit that nothing is below. */
    private static final long NOWHERE = Long.MIN_VALUE;

    private static final Clock CLOCK = Clock.system();

    private final int capacity;
    private final String shape;

    /** Rung when elements were put. */
    final Bell elements;

    /** Rung when elements were taken. */
    final Bell room;

    private final Waiter takers;
    private final Waiter putters;
    private final Wait forElement = new ForElement();
    private final Wait forRoom = new ForRoom();

    private volatile boolean closed;

    /** Twice the number of times that elements were moved; odd while they are. */
    private volatile long moves;

    AnyQueue(Plan plan) {
        capacity = plan.capacity();
        shape = plan.shape();
        takers = plan.takers();
        putters = plan.putters();
        elements = new Bell(takers);
        room = new Bell(putters);
    }

    // ---- what a shape knows

    /** What is in the slot of a position (acquire). */
    abstract @Nullable Object slot(long position);

    /** Puts something into the slot of a position from head on (release). Who owns the head. */
    abstract void slot(long position, @Nullable Object content);

    /** Whether there is an element for a thread that waits for one; false is not for certain. */
    abstract boolean hasElement();

    /** Whether there is room for a thread that waits for it. Only a producer asks. */
    abstract boolean hasRoom();

    /** Owns the head until it is unlocked; returns where it is. A consumer. */
    abstract long lockHead();

    /** Lets others have the head, at that position (release). */
    abstract void unlockHead(long position);

    /** Nothing can be claimed at the tail any more, if somebody else than the producer says so. */
    abstract void barTail();

    // ---- hot path: what shapes build on

    /** An element has been put. */
    final void put() {
        if (!elements.quiet()) {
            elements.ring();
        }
    }

    /** An element has been taken. */
    final void taken() {
        if (!room.quiet()) {
            room.ring();
        }
    }

    /** How far has been claimed or put. Any thread. */
    final long tailPosition() {
        return tailAcquire() & ~BARRED;
    }

    /** How far has been claimed or taken. Any thread. */
    final long headPosition() {
        return headAcquire() & ~BARRED;
    }

    /** The element of a position that has been claimed: it is there already, or in a moment. */
    final Object awaitPut(long position) {
        Object element = slot(position);
        for (int spins = 0; element == null; element = slot(position)) {
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
        for (long left = nanos; ; left = left(deadline)) {
            boolean met = await(putters, forRoom, left);
            if (closed) {
                throw new QueueClosedException("nothing can be put: the queue has been closed");
            }
            if (offer(element)) {
                passOn(room, hasRoom());
                return true;
            }
            if (!met) {
                return false;
            }
        }
    }

    @Override
    public final E take() throws InterruptedException {
        E element = poll();
        if (element != null) {
            return element;
        }
        element = takeWaiting(Long.MAX_VALUE);
        if (element == null) {
            throw new QueueClosedException("nothing is left: the queue has been closed");
        }
        return element;
    }

    @Override
    public final @Nullable E poll(long time, TimeUnit unit) throws InterruptedException {
        E element = poll();
        return element != null ? element : takeWaiting(unit.toNanos(time));
    }

    private @Nullable E takeWaiting(long nanos) throws InterruptedException {
        long deadline = deadline(nanos);
        for (long left = nanos; ; left = left(deadline)) {
            boolean met = await(takers, forElement, left);
            boolean last = closed; // before the look: what was put before the closing is found
            E element = poll();
            if (element != null) {
                passOn(elements, hasElement());
                return element;
            }
            if (last || !met) {
                return null;
            }
        }
    }

    private boolean await(Waiter waiter, Wait wait, long nanos) throws InterruptedException {
        boolean waited = false;
        try {
            boolean met = waiter.await(wait, nanos);
            waited = true;
            return met;
        } catch (WaitInterruptedException e) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
        } finally {
            if (!waited) {
                passOn(wait == forRoom ? room : elements, wait.met());
            }
        }
    }

    /** Who was woken may not have wanted all there is, or anything: others may. */
    private static void passOn(Bell bell, boolean more) {
        if (more && !bell.quiet()) {
            bell.ring();
        }
    }

    private static long deadline(long nanos) {
        return nanos == Long.MAX_VALUE || nanos <= 0 ? nanos : CLOCK.nanoTime() + nanos;
    }

    private static long left(long deadline) {
        return deadline == Long.MAX_VALUE ? deadline : Math.max(0, deadline - CLOCK.nanoTime());
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

    // ---- closing

    @Override
    public final void close() {
        closed = true;
        barTail();
        VarHandle.fullFence(); // the producer sees the closing, or its limit is taken back
        tailLimitOpaque(NOWHERE);
        wakeAll(elements, takers);
        wakeAll(room, putters);
    }

    private static void wakeAll(Bell bell, Waiter waiter) {
        bell.close();
        if (waiter instanceof Crowd crowd) {
            crowd.wakeAll();
        }
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    @Override
    public final boolean add(E element) {
        if (offer(element)) {
            return true;
        }
        throw closed
                ? new QueueClosedException("nothing can be put: the queue has been closed")
                : new IllegalStateException("Queue full");
    }

    // ---- looks into the middle: any thread

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final int remainingCapacity() {
        return capacity == Integer.MAX_VALUE ? capacity : capacity - size();
    }

    @Override
    public final int size() {
        long before = headPosition();
        long end = tailPosition();
        long after = headPosition();
        return Math.clamp(end - (before == after ? before : after), 0, capacity);
    }

    @Override
    public final boolean isEmpty() {
        while (true) {
            long before = headPosition();
            long end = tailPosition();
            if (end <= before) {
                return true;
            }
            if (end > headPosition()) {
                return false;
            }
        }
    }

    @Override
    public final @Nullable E peek() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long first = headPosition();
            Object content = slot(first);
            if (content == null && tailPosition() <= first) {
                return null;
            }
            if (content != null && headPosition() == first) {
                return element(content);
            }
        }
    }

    @Override
    public final boolean contains(@Nullable Object sought) {
        return sought != null && find(sought::equals) >= 0;
    }

    /**
     * The position of the first element that passes, or -1. Elements are moved towards the tail
     * only, so that a look in that direction passes none over.
     */
    private long find(Predicate<Object> filter) {
        long end = tailPosition();
        for (long at = headPosition(); at < end; at++) {
            Object content = present(at);
            if (content != null && filter.test(content)) {
                return at;
            }
        }
        return -1;
    }

    /** What is in the slot of a position, if that has not been taken. */
    private @Nullable Object present(long position) {
        Object content = slot(position);
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
            long first = headPosition();
            int count = (int) Math.max(0, tailPosition() - first);
            @Nullable Object[] contents = new Object[count];
            for (int i = 0; i < count; i++) {
                contents[i] = present(first + i);
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
            if (at < 0) {
                return false;
            }
            if ((stamp & 1) == 0 && removeAt(at, stamp)) {
                return true;
            }
        }
    }

    /** Whether it was still there, and has been removed. */
    private boolean removeAt(long position, long stamp) {
        long head = lockHead();
        boolean there = moves == stamp && head <= position;
        if (there) {
            beginMoves(stamp);
            for (long at = position; at > head; at--) {
                slot(at, awaitPut(at - 1));
            }
            slot(head, null);
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
        long head = lockHead();
        if (moves != snapshot.stamp) {
            unlockHead(head);
            return -1;
        }
        beginMoves(snapshot.stamp);
        long to = snapshot.first + snapshot.contents.length - 1;
        for (long at = to; at >= head; at--) {
            if (!going.get((int) (at - snapshot.first))) {
                Object stays = awaitPut(at);
                if (to != at) {
                    slot(to, stays);
                }
                to--;
            }
        }
        int removed = (int) (to + 1 - head);
        for (long at = to; at >= head; at--) {
            slot(at, null);
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

    private final class ForElement implements Wait {
        @Override
        public boolean met() {
            return hasElement() || closed;
        }

        @Override
        public void beforePark() {
            elements.listen();
        }

        @Override
        public void afterPark() {
            elements.ignore();
        }

        @Override
        public String toString() {
            return "a consumer waits for elements of an empty " + shape + " queue";
        }
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return hasRoom() || closed;
        }

        @Override
        public void beforePark() {
            room.listen();
        }

        @Override
        public void afterPark() {
            room.ignore();
        }

        @Override
        public String toString() {
            return "a producer waits for room in a full " + shape + " queue of " + capacity;
        }
    }
}
