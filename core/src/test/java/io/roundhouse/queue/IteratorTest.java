package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An iterator removes what it has returned, and nothing that is equal to it, or the same. */
@Timeout(30)
final class IteratorTest {
    private static final String A = "a";

    private static ClosableBlockingQueue<String> queueOf(Shape shape, String... elements) {
        ClosableBlockingQueue<String> queue = shape.of(8);
        queue.addAll(List.of(elements));
        return queue;
    }

    private static Iterator<String> after(int steps, ClosableBlockingQueue<String> queue) {
        Iterator<String> all = queue.iterator();
        for (int i = 0; i < steps; i++) {
            all.next();
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void theOneThatWasReturnedIsRemovedThoughItWasThereBefore(Shape shape) {
        ClosableBlockingQueue<String> queue = queueOf(shape, A, "b", A);
        after(3, queue).remove();
        assertThat(queue).containsExactly(A, "b");
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWasTakenIsNotRemovedWhereItWasPutAgain(Shape shape) {
        ClosableBlockingQueue<String> queue = queueOf(shape, A, "b");
        Iterator<String> all = after(1, queue);
        assertThat(queue.poll()).isEqualTo(A);
        queue.add(A);
        all.remove();
        assertThat(queue).containsExactly("b", A);
    }

    /** Its own removals move what it has passed, only. */
    @ParameterizedTest
    @EnumSource
    void eachOfSeveralThatAreTheSameIsRemovedAtItsPlace(Shape shape) {
        ClosableBlockingQueue<String> queue = queueOf(shape, A, "b", A, "c", A, A, "d");
        Iterator<String> all = after(3, queue);
        all.remove();
        all.next();
        all.remove();
        all.next();
        assertThat(all.next()).isSameAs(A);
        all.remove();
        assertThat(queue).containsExactly(A, "b", A, "d");
        all.next();
        all.remove();
        assertThat(queue).containsExactly(A, "b", A);
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWasMovedByOtherRemovalsIsFound(Shape shape) {
        ClosableBlockingQueue<String> queue = queueOf(shape, A, "b", "c", "d", "e");
        Iterator<String> all = after(2, queue);
        assertThat(queue.remove("d")).isTrue();
        assertThat(queue.removeIf(each -> each.equals("c") || each.equals("e"))).isTrue();
        queue.add("b");
        all.remove();
        assertThat(queue).containsExactly(A, "b");
        all.next(); // c, which is gone
        all.remove();
        assertThat(queue).containsExactly(A, "b");
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWasRemovedByOthersIsNotRemovedWhereItWasPutAgain(Shape shape) {
        ClosableBlockingQueue<String> queue = queueOf(shape, "b", A, "c");
        Iterator<String> all = after(2, queue);
        assertThat(queue.remove(A)).isTrue();
        queue.add("d");
        queue.add(A);
        all.remove();
        assertThat(queue).containsExactly("b", "c", "d", A);
    }

    @ParameterizedTest
    @EnumSource
    void oneOfEqualElementsIsTheOneThatWasReturned(Shape shape) {
        String other = new String(A);
        ClosableBlockingQueue<String> queue = queueOf(shape, A, other, A);
        after(2, queue).remove();
        assertThat(queue).hasSize(2).allMatch(each -> each == A);
    }
}
