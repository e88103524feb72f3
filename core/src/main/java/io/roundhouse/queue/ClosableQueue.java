package io.roundhouse.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * A {@link Queue} that can be closed, and that takes and hands out many elements at a time.
 *
 * <p>No method waits for elements or for room. But a lone consumer that finds nothing looks again
 * for six microseconds at most, and a producer that is alone with one and finds no room for two, if
 * the other side was near a moment ago, so that they do not take every cache line from each other;
 * not where that has just been in vain. An element that was accepted is there for the next {@link
 * #poll}, whatever its producer does afterwards; what a thread did before it put an element
 * happens-before what another one does after it has taken it. A single order: any two elements are
 * taken in the order in which they were put, whoever put them. Null is refused.
 *
 * @param <E> the elements
 */
public interface ClosableQueue<E> extends Queue<E>, AutoCloseable {
    /**
     * Puts elements, from the first on, as long as there is room.
     *
     * <p>If the list throws while it is gone through, those that it has handed out before have been
     * put, as far as there was room; none of them in a bounded queue for many at both ends, which
     * copies the list first.
     *
     * @return how many were put: the first so many of the list
     * @throws NullPointerException if one of them is null, and all before it have been put
     */
    int offerMany(List<? extends E> elements);

    /**
     * Takes elements that are there, and gives each to {@code taker}. If that throws, the element
     * it was given is taken, and no further one.
     *
     * @param limit how many at most
     * @return how many
     * @throws IllegalArgumentException if the limit is negative
     */
    int drain(Consumer<? super E> taker, int limit);

    /**
     * Takes elements that are there into an array, from its beginning on; from a bounded queue for
     * many consumers in one step for those that were put one by one, and for each batch, where no
     * other consumer comes between.
     *
     * <p>An element that the array cannot hold, as it is one of a narrower type, stays in the
     * queue, whatever other consumers do meanwhile.
     *
     * <p>This default looks before it takes. Where other consumers may come between, an element
     * that was taken in place of another and does not fit is told by the exception: a queue for
     * many consumers has to do better.
     *
     * @param into where they go; what is behind them afterwards means nothing
     * @return how many: no more than the array has room for, and can hold
     * @throws ArrayStoreException if the array cannot hold the first one, or one of those that are
     *     taken in one step: nothing is taken
     */
    default int pollMany(E[] into) {
        Objects.requireNonNull(into, "into");
        int count = 0;
        for (E each; count < into.length && (each = peek()) != null; count++) {
            try {
                into[count] = each; // before it is taken: what does not fit stays
            } catch (ArrayStoreException e) {
                if (count == 0) {
                    throw e;
                }
                break;
            }
            E taken = poll();
            if (taken != each) { // another consumer has come between
                Misfits.putInPlace(into, count, taken);
                if (taken == null) {
                    break;
                }
            }
        }
        return count;
    }

    /**
     * Takes elements that are there; from a bounded queue for many at both ends in few steps: what
     * was put together, and fits, is handed over as it is, without a copy.
     *
     * @param most how many at most
     * @return those that were taken, in their order, in a list of the caller's own, which may be of
     *     fixed size; empty if there was none
     * @throws IllegalArgumentException if {@code most} is negative
     */
    default List<E> pollMany(int most) {
        List<E> taken = new ArrayList<>();
        drain(taken::add, most);
        return taken;
    }

    /**
     * How many elements the queue holds at most; {@link Integer#MAX_VALUE} if nothing limits it.
     */
    int capacity();

    /**
     * Refuses elements from now on: {@link #offer} returns false, {@link #add} throws a {@link
     * QueueClosedException}. What is in the queue can still be taken. An offer that runs at the
     * same moment is either accepted or refused; once {@link #isClosed} says so, nothing more is
     * accepted. Any thread; idempotent. With one producer it takes a fraction of a millisecond:
     * until what that one may just have put is sure to be seen. What a waiter of a user's throws as
     * it is woken is thrown here when all is done: the queue is closed, and the others are woken.
     */
    @Override
    void close();

    /**
     * Whether it has been closed; there may be elements left. Who sees that it is closed, and finds
     * nothing afterwards, has had all. So it is not said before {@link #close} is sure that nothing
     * more comes: with one producer what begins meanwhile may be refused already.
     */
    boolean isClosed();
}
