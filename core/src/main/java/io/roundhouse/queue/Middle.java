package io.roundhouse.queue;

import io.roundhouse.memory.Padding;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All that looks into the middle of a queue, or removes from there.
 *
 * <p>Why nothing is marked as removed. Who removes from the middle owns everything from the head to
 * there, so it moves the elements before the removed one up by one slot and the head by one
 * position. No place stays occupied, and the hot paths know nothing of it. Who looks into the
 * middle meanwhile looks at {@code moves}, odd while elements are moved, before and afterwards.
 *
 * <p>Filters are asked while nobody is kept from anything: they may be a user's code.
 */
class Middle extends MiddleLayout.After {
    /** More than moving an element takes; small ones. */
    private static final int FRAMES_TO_MOVE = 128;

    private final ObjectQueue<?> queue;

    Middle(ObjectQueue<?> queue) {
        this.queue = queue;
    }

    // ---- looks: any thread

    /** The element at the head; null if the queue is empty. */
    @Nullable Object first() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long at = queue.headPosition();
            if (queue.endPosition() <= at) {
                return null; // the tail before the slot: what is not put yet is not seen yet
            }
            Object content = present(queue.places(), at);
            if (content != null) {
                return content;
            }
        }
    }

    boolean contains(Object sought) {
        return find(sought::equals) != AnyQueue.NONE;
    }

    /**
     * The position of the first element that passes; {@link AnyQueue#NONE} if there was a moment,
     * since the call, in which none did.
     *
     * <p>Why none is passed over. A look goes towards the tail, one position after the other, and
     * elements are moved in that direction only, each put where it goes before it is overwritten
     * where it was. So one that was not at a position when the look left that will not be there
     * later: all that are in the queue and have not been asked for are ahead. One that is about to
     * be put is waited for, as it comes before those behind it.
     *
     * <p>Why none is behind the end. What was ahead and is moved or put meanwhile may be behind the
     * end that was seen. If nothing was moved meanwhile, and nothing taken before it was asked for,
     * the look has seen all that was in the queue when it read the end. Else it goes on from where
     * it is to where the end is then. Where that is no further, none of those that pass is left.
     */
    private long find(Predicate<Object> filter) {
        return find(filter, 0, Long.MAX_VALUE);
    }

    /** Likewise, from one position to before another. */
    private long find(Predicate<Object> filter, long from, long to) {
        ObjectQueue.Places places = queue.places();
        long at = Math.max(from, queue.headPosition()); // before the end: what is taken is missed
        while (true) {
            long stamp = moves; // likewise
            long end = Math.min(to, queue.endPosition());
            if (at >= end) {
                return AnyQueue.NONE;
            }
            boolean sawEach = true;
            for (; at < end; at++) {
                Object content = awaitPresent(places, at);
                if (content == null) {
                    sawEach = false;
                } else if (filter.test(content)) {
                    return at;
                }
            }
            if (isAll(sawEach, stamp)) {
                return AnyQueue.NONE;
            }
            at = Math.max(at, queue.headPosition());
        }
    }

    /**
     * Whether a look that read the moves, and then the end, and has come there, has seen all that
     * was in the queue at that moment.
     */
    boolean isAll(boolean sawEach, long stamp) {
        return sawEach && (stamp & 1) == 0 && moves == stamp;
    }

    /** What is at a position below the tail; null if it was taken, or is refused. */
    private @Nullable Object awaitPresent(ObjectQueue.Places places, long position) {
        Object content = present(places, position);
        for (int spins = 0; content == null && isDue(position); ) {
            spins = Spin.once(spins);
            content = present(places, position);
        }
        return content;
    }

    /** Whether there is, or will be in a moment, an element at a position below the tail. */
    private boolean isDue(long position) {
        return queue.headPosition() <= position && !isRefused(position);
    }

    /** Whether nothing will be put there any more, although the tail may have been behind it. */
    private boolean isRefused(long position) {
        return position >= queue.end();
    }

    /** What is in the slot of a position, if that has not been taken, and counts. */
    private @Nullable Object present(ObjectQueue.Places places, long position) {
        Object content = places.at(position);
        VarHandle.acquireFence(); // a parcel is read plainly: before the head all the same
        return content != null
                        && queue.headPosition() <= position // else it may be of a later round
                        && !queue.isLeaving(position)
                        && queue.accepts(position)
                ? content
                : null;
    }

    /** What is in the queue. */
    Object[] elements() {
        return snapshot().elements();
    }

    /**
     * What was in the queue, with the positions of all; null in place of what was not there.
     *
     * @param stamp the moves until then
     * @param shifts likewise
     */
    record Snapshot(@Nullable Object[] contents, long first, long stamp, long shifts) {
        /** Without the places of what was not there. */
        Object[] elements() {
            return Arrays.stream(contents).filter(Objects::nonNull).toArray();
        }

        /** The places of those that pass. */
        BitSet passing(Predicate<Object> filter) {
            BitSet passing = new BitSet();
            for (int i = 0; i < contents.length; i++) {
                Object each = contents[i];
                if (each != null && filter.test(each)) {
                    passing.set(i);
                }
            }
            return passing;
        }
    }

    Snapshot snapshot() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long stamp = moves;
            long shifts = this.shifts;
            ObjectQueue.Places places = queue.places();
            long last = queue.endPosition(); // first: what goes through meanwhile does not count
            long first = queue.headPosition();
            int count = (int) Math.max(0, last - first);
            @Nullable Object[] contents = new Object[count];
            for (int i = 0; i < count; i++) {
                contents[i] = present(places, first + i);
            }
            VarHandle.acquireFence();
            if ((stamp & 1) == 0 && moves == stamp) {
                return new Snapshot(contents, first, stamp, shifts);
            }
        }
    }

    /** The moves until now. */
    long stamp() {
        return moves;
    }

    /** By how many positions elements have been moved until now. */
    long shifts() {
        return shifts;
    }

    // ---- removals: consumers

    /** Removes the first element that passes; returns whether there was one. */
    boolean removeFirst(Predicate<Object> filter) {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long stamp = moves;
            long at = find(filter);
            if (at == AnyQueue.NONE) {
                return false;
            }
            if ((stamp & 1) == 0 && removeAt(at, stamp)) {
                return true;
            }
        }
    }

    /** Whether it was still there, and has been removed. */
    private boolean removeAt(long position, long stamp) {
        // may allocate: not while the head is locked
        ObjectQueue.Places places = queue.placesTowardsHead(position + 1);
        StackRoom.needs(FRAMES_TO_MOVE); // likewise
        long head = queue.lockHead();
        boolean there = moves == stamp && head <= position;
        if (there) {
            beginMoves(stamp);
            queue.spread(head, position + 1);
            for (long at = position; at > head; at--) {
                places.set(at, ObjectQueue.awaitPut(places, at - 1));
            }
            places.set(head, null);
            shifted(1);
        }
        queue.unlockHead(there ? head + 1 : head);
        if (there) {
            moves = stamp + 2;
            queue.madeRoom();
        }
        return there;
    }

    /**
     * Removes one element of a snapshot, if it is still there. While nobody else has removed from
     * the middle, it is where it was. Else it may have been moved towards the tail, by as many
     * positions as others have removed elements: there the same object is looked for. If it is in
     * the queue several times within that reach, any of those may be the one that is removed.
     *
     * @param own how many elements of the snapshot the caller has removed itself, all before it:
     *     they have not moved this one
     * @return whether it was there
     */
    boolean removeSeen(Snapshot snapshot, int index, int own) {
        long position = snapshot.first + index;
        Object gone = snapshot.contents[index];
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long stamp = moves;
            if ((stamp & 1) == 0) {
                long at = position;
                if (stamp != snapshot.stamp + 2L * own) {
                    long others = shifts - snapshot.shifts - own;
                    at = find(each -> each == gone, position, position + others + 1);
                }
                if (at != AnyQueue.NONE && removeAt(at, stamp)) {
                    return true;
                }
                if (moves == stamp) { // else it may have been moved meanwhile
                    return false;
                }
            }
        }
    }

    /** Removes all elements that pass; returns whether there was one. */
    boolean removeAll(Predicate<Object> filter) {
        while (true) {
            Snapshot snapshot = snapshot();
            BitSet going = snapshot.passing(filter);
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
        ObjectQueue.Places places =
                queue.placesTowardsHead(snapshot.first + snapshot.contents.length); // likewise
        StackRoom.needs(FRAMES_TO_MOVE);
        long head = queue.lockHead();
        if (moves != snapshot.stamp) {
            queue.unlockHead(head);
            return -1;
        }
        beginMoves(snapshot.stamp);
        long to = Math.min(snapshot.first + snapshot.contents.length, queue.end()) - 1;
        queue.spread(head, to + 1);
        for (long at = to; at >= head; at--) {
            if (!going.get((int) (at - snapshot.first))) {
                Object stays = ObjectQueue.awaitPut(places, at);
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
        removed = Math.max(0, removed);
        shifted(removed);
        queue.unlockHead(head + removed);
        moves = snapshot.stamp + 2;
        queue.madeRoom();
        return removed;
    }

    /** Elements were moved by so many positions. Who has locked the head. */
    private void shifted(int by) {
        long before = shifts;
        shifts = before + by;
    }

    private void beginMoves(long stamp) {
        moves = stamp + 1;
        VarHandle.releaseFence(); // who sees a slot that was written now sees that, too
    }
}

/**
 * The padding of {@link Middle}: 128 bytes on each side of what removals write, so that they do not
 * take the lines of what others of the queue read.
 */
final class MiddleLayout {
    private MiddleLayout() {}

    abstract static class Fields extends Padding {
        /** Twice the number of times that elements were moved; odd while they are. */
        volatile long moves;

        /** By how many positions elements were moved, all in all. Who has locked the head. */
        volatile long shifts;
    }

    @SuppressWarnings("unused")
    abstract static class After extends Fields {
        // spotless:off
        byte a000, a001, a002, a003, a004, a005, a006, a007, a008, a009, a010, a011, a012, a013, a014, a015;
        byte a016, a017, a018, a019, a020, a021, a022, a023, a024, a025, a026, a027, a028, a029, a030, a031;
        byte a032, a033, a034, a035, a036, a037, a038, a039, a040, a041, a042, a043, a044, a045, a046, a047;
        byte a048, a049, a050, a051, a052, a053, a054, a055, a056, a057, a058, a059, a060, a061, a062, a063;
        byte a064, a065, a066, a067, a068, a069, a070, a071, a072, a073, a074, a075, a076, a077, a078, a079;
        byte a080, a081, a082, a083, a084, a085, a086, a087, a088, a089, a090, a091, a092, a093, a094, a095;
        byte a096, a097, a098, a099, a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111;
        byte a112, a113, a114, a115, a116, a117, a118, a119, a120, a121, a122, a123, a124, a125, a126, a127;
        byte a128, a129, a130, a131, a132, a133, a134, a135;
        // spotless:on
    }
}
