package io.roundhouse.channel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store once more, as small as it gets, under a lock that it lets go of too early: what has to be
 * one step is two. Drops the oldest where it is full; or, as a buffer, refuses.
 */
final class HastyStore<T> implements Store<T> {
    /** What it does wrong. */
    enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Sees that it is full, and drops one behind that, though there may be room by then. */
        DROPS_WHERE_THERE_IS_ROOM,

        /** Tells of the oldest that it has seen, though somebody may have received that one. */
        TELLS_OF_WHAT_IS_TAKEN,

        /** Drops one, and then puts the new one: in between there may be nothing. */
        PUTS_LATER,

        /** Who takes many copies them, and then takes as many, which may be others. */
        TAKES_WHAT_IT_HAS_NOT_SEEN
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<T> elements = new ArrayDeque<>();
    private final int capacity;
    private final boolean drops;
    private final Flaw flaw;
    private long losers;
    private volatile boolean closed; // written under the lock

    HastyStore(int capacity, boolean drops, Flaw flaw) {
        this.capacity = capacity;
        this.drops = drops;
        this.flaw = flaw;
    }

    @Override
    public boolean offer(T element, Consumer<? super T> dropped) {
        T loser = null;
        T seen;
        lock.lock();
        try {
            if (closed || (!drops && elements.size() == capacity)) {
                return false;
            }
            if (elements.size() < capacity) {
                elements.addLast(element);
                return true;
            }
            seen = elements.getFirst();
            breathesIf(Flaw.DROPS_WHERE_THERE_IS_ROOM);
            breathesIf(Flaw.TELLS_OF_WHAT_IS_TAKEN);
            if (flaw == Flaw.DROPS_WHERE_THERE_IS_ROOM || elements.size() == capacity) {
                loser = elements.pollFirst();
            }
            breathesIf(Flaw.PUTS_LATER);
            elements.addLast(element);
            loser = flaw == Flaw.TELLS_OF_WHAT_IS_TAKEN ? seen : loser;
            losers += loser == null ? 0 : 1;
        } finally {
            lock.unlock();
        }
        if (loser != null) {
            dropped.accept(loser);
        }
        return true;
    }

    /** Lets others have the lock. */
    private void breathesIf(Flaw mine) {
        if (flaw == mine) {
            lock.unlock();
            lock.lock();
        }
    }

    @Override
    public int offerMany(List<? extends T> many, int from, Consumer<? super T> dropped) {
        int count = 0;
        while (from + count < many.size() && offer(many.get(from + count), dropped)) {
            count++;
        }
        return count;
    }

    @Override
    public @Nullable T poll() {
        lock.lock();
        try {
            return elements.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int pollMany(T[] into) {
        List<T> taken = pollMany(into.length);
        for (int i = 0; i < taken.size(); i++) {
            into[i] = taken.get(i);
        }
        return taken.size();
    }

    @Override
    public List<T> pollMany(int most) {
        lock.lock();
        try {
            List<T> taken = new ArrayList<>();
            for (T each : elements) {
                if (taken.size() < most) {
                    taken.add(each);
                }
            }
            breathesIf(Flaw.TAKES_WHAT_IT_HAS_NOT_SEEN);
            for (int i = 0; i < taken.size(); i++) {
                elements.pollFirst();
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean hasRoom() {
        return drops || size() < capacity;
    }

    @Override
    public int size() {
        lock.lock();
        try {
            return elements.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long dropped() {
        return losers;
    }

    @Override
    public int capacity() {
        return drops ? 1 : capacity;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }
}
