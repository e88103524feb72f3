package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * A bounded queue of {@code long}s for any number of threads at both ends.
 *
 * <p>Design. No {@code long} says that a slot is free, so that every slot has a second one beside
 * it that says whose turn it is:
 *
 * <pre>
 *   turn = position           free: for the producer of that position
 *   turn = position + 1       full: for the consumer of that position
 *   turn = position + slots   free again, for the next round
 *
 *   field   written by  mode     read by    mode     what it carries
 *   turn    producer    release  consumers  acquire  the element beside it
 *   turn    consumer    release  producers  acquire  the right to overwrite it
 * </pre>
 *
 * There are at least two slots, so that full and free again differ.
 *
 * <p>Roots. Vyukov's bounded queue (2010), with limits, and without claims at an end that belongs
 * to one thread.
 */
final class LongRingQueue extends AnyQueue implements LongQueue {
    private static final VarHandle TURN = MethodHandles.arrayElementVarHandle(long[].class);

    /** Turns at even indexes, each before its element. */
    private final long[] longs;

    private final int size;

    LongRingQueue(Plan plan) {
        super(plan, 0);
        size = Slots.powerOfTwo(Math.max(2, plan.capacity()));
        longs = new long[2 * size + 2 * Slots.EDGE];
        for (int i = 0; i < size; i++) {
            longs[index(i)] = i;
        }
    }

    private int index(long position) {
        return Slots.EDGE + 2 * ((int) position & size - 1);
    }

    /** Whose turn it is at the slot of a position (acquire). Any thread. */
    long turn(long position) {
        return (long) TURN.getAcquire(longs, index(position));
    }

    // ---- producers

    @Override
    public boolean offer(long element) {
        long at = oneProducer ? nextAlone() : claimFree();
        if (at == NONE) {
            return false;
        }
        int index = Slots.EDGE + 2 * ((int) at & size - 1);
        longs[index + 1] = element;
        try {
            TURN.setRelease(longs, index, at + 1);
            if (oneProducer) {
                publishTail(at + 1);
            }
        } catch (StackOverflowError e) { // what is claimed is filled: others wait for it
            longs[index] = at + 1;
            if (oneProducer) {
                tail = at + 1;
            }
            throw e;
        }
        return hasPut(at);
    }

    private long nextAlone() {
        long at = tail;
        if (!hasRoomAlone(at)) {
            return NONE;
        }
        for (int spins = 0; turn(at) != at; ) { // a consumer is about to leave it
            spins = Spin.once(spins);
        }
        return at;
    }

    /** Claims nothing but what has been left: no call stands between the claim and its element. */
    private long claimFree() {
        for (int spins = 0; ; ) {
            long at = tailAcquire();
            if (!mayClaim(at)) {
                return NONE;
            }
            if (turn(at) != at) { // a consumer is about to leave it, or a producer was faster
                spins = Spin.once(spins);
            } else if (casTail(at, at + 1)) {
                return at;
            } else {
                Spin.afterALostRace();
            }
        }
    }

    @Override
    public int offerMany(long[] elements, int from, int to) {
        Objects.requireNonNull(elements, "elements");
        Objects.checkFromToIndex(from, to, elements.length);
        int next = from;
        while (next < to && offer(elements[next])) {
            next++;
        }
        return next - from;
    }

    // ---- consumers

    @Override
    public long poll(long none) {
        long at = next();
        return at == NONE ? none : take(at);
    }

    /** A position that is the calling consumer's, and full; {@link #NONE} if the queue is empty. */
    private long next() {
        for (int spins = 0; ; ) {
            long at = oneConsumer ? head : headAcquire();
            if (!mayTake(at)) {
                return NONE;
            }
            if (turn(at) != at + 1) { // about to be put, or somebody has taken it
                if (at >= end()) {
                    return NONE;
                }
                spins = Spin.once(spins);
            } else if (oneConsumer || casHead(at, at + 1)) {
                try {
                    return accepts(at) ? at : NONE;
                } catch (StackOverflowError e) { // left without a call: others wait for it
                    if (!oneConsumer) {
                        longs[Slots.EDGE + 2 * ((int) at & size - 1)] = at + size;
                    }
                    throw e;
                }
            } else {
                Spin.afterALostRace();
            }
        }
    }

    private long take(long at) {
        int index = index(at);
        long element = longs[index + 1];
        try {
            TURN.setRelease(longs, index, at + size);
            if (oneConsumer) {
                publishHead(at + 1);
            }
        } catch (StackOverflowError e) { // what is claimed is left: others wait for it
            longs[index] = at + size;
            if (oneConsumer) {
                head = at + 1;
            }
            throw e;
        }
        madeRoom();
        return element;
    }

    @Override
    public int drain(LongConsumer taker, int limit) {
        Objects.requireNonNull(taker, "taker");
        checkMost(limit);
        int count = 0;
        while (count < limit) {
            long at = next();
            if (at == NONE) {
                break;
            }
            count++;
            taker.accept(take(at));
        }
        return count;
    }

    @Override
    public int drain(LongConsumer taker, int limit, long time, TimeUnit unit)
            throws InterruptedException {
        long nanos = nanosToDrain(taker, limit, time, unit);
        int count = drain(taker, limit);
        if (count > 0 || limit == 0) {
            return count;
        }
        long at = nextWaiting(nanos);
        if (at == NONE) {
            return 0;
        }
        taker.accept(takeAndPassOn(at));
        return 1 + drain(taker, limit - 1);
    }

    @Override
    public int pollMany(long[] into, int from, int to) {
        Objects.requireNonNull(into, "into");
        Objects.checkFromToIndex(from, to, into.length);
        int next = from;
        while (next < to) {
            long at = next();
            if (at == NONE) {
                break;
            }
            into[next++] = take(at);
        }
        return next - from;
    }

    @Override
    public void clear() {
        drain(_ -> {}, size());
    }

    /** Where the head is the same behind the look it was so all the time, and nobody took it. */
    @Override
    public long peek(long none) {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long at = headPosition();
            if (at >= endPosition()) {
                return none;
            }
            if (turn(at) == at + 1) {
                long element = (long) TURN.getAcquire(longs, index(at) + 1);
                if (headPosition() == at) {
                    return element;
                }
            }
        }
    }

    @Override
    boolean hasElement() {
        long at = headPosition();
        return turn(at) == at + 1;
    }

    @Override
    void takeBack(long position) {
        TURN.setRelease(longs, index(position), position);
    }

    // ---- waiting

    @Override
    public void put(long element) throws InterruptedException {
        throwIfInterrupted();
        if (!offer(element)) {
            putWaiting(element, Long.MAX_VALUE);
        }
    }

    @Override
    public boolean offer(long element, long time, TimeUnit unit) throws InterruptedException {
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(time);
        throwIfInterrupted();
        return offer(element) || putWaiting(element, nanos);
    }

    private boolean putWaiting(long element, long nanos) throws InterruptedException {
        long deadline = Sleep.deadline(nanos);
        while (awaitRoom(deadline)) {
            boolean isDone = true; // also where it throws
            try {
                isDone = offer(element);
                if (isDone) {
                    return true;
                }
            } finally { // as in ObjectQueue
                if (isDone) {
                    passOnRoom();
                }
            }
        }
        return false;
    }

    @Override
    public long take() throws InterruptedException {
        throwIfInterrupted();
        long at = next();
        if (at != NONE) {
            return take(at);
        }
        at = nextWaiting(Long.MAX_VALUE);
        if (at == NONE) {
            throw closedForConsumers();
        }
        return takeAndPassOn(at);
    }

    @Override
    public long poll(long none, long time, TimeUnit unit) throws InterruptedException {
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(time);
        throwIfInterrupted();
        long at = next();
        if (at != NONE) {
            return take(at);
        }
        at = nextWaiting(nanos);
        return at == NONE ? none : takeAndPassOn(at);
    }

    /** {@link #next}, as soon as there is one; {@link #NONE} if there was none in time, or ever. */
    private long nextWaiting(long nanos) throws InterruptedException {
        long deadline = Sleep.deadline(nanos);
        while (awaitElement(deadline)) {
            boolean last = isClosed(); // before the look: what was put before the closing is found
            long at = next();
            if (at != NONE || last) {
                return at;
            }
        }
        return NONE;
    }

    /** After a wait. The slot is left first: to wake others is to call a waiter of the user's. */
    private long takeAndPassOn(long at) {
        try {
            return take(at);
        } finally {
            passOnElements();
        }
    }

    // ---- inspection

    /** Behind each look at a slot the head tells whether the element was still there. */
    @Override
    public String toString() {
        long end = endPosition(); // first: what goes through meanwhile does not count
        long first = headPosition();
        long[] seen = new long[(int) Math.max(0, end - first)];
        int count = 0;
        for (long at = first; at < end; at++) {
            if (turn(at) == at + 1) {
                seen[count] = (long) TURN.getAcquire(longs, index(at) + 1);
                count += headPosition() <= at ? 1 : 0;
            }
        }
        return Arrays.toString(Arrays.copyOf(seen, count));
    }
}
