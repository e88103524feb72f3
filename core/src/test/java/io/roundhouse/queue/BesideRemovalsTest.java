package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is in a queue all the time is found and removed, whatever others put and remove meanwhile.
 * They do it while the two are compared, so that nothing is left to chance.
 */
@Timeout(30)
final class BesideRemovalsTest {
    private static final int CAPACITY = 8;

    /** Equal to those of its number. Something may happen whenever it is compared. */
    private static final class Stone {
        private final int number;
        private int times;
        private @Nullable Runnable meanwhile;

        Stone(int number) {
            this.number = number;
        }

        Stone whileComparedFirst(int times, Runnable meanwhile) {
            this.times = times;
            this.meanwhile = meanwhile;
            return this;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            Runnable now = times > 0 ? meanwhile : null;
            if (now != null) {
                times--;
                now.run();
            }
            return other instanceof Stone stone && stone.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "" + number;
        }
    }

    private static ClosableBlockingQueue<Stone> ofTwo(Shape shape) {
        ClosableBlockingQueue<Stone> queue = shape.of(CAPACITY);
        queue.add(new Stone(1));
        queue.add(new Stone(2));
        return queue;
    }

    /** A third is put behind and removed: the second is where that was. */
    private static Stone secondThatIsMoved(ClosableBlockingQueue<Stone> queue, int times) {
        return new Stone(2)
                .whileComparedFirst(
                        times,
                        () -> {
                            assertThat(queue.offer(new Stone(3))).isTrue();
                            assertThat(queue.remove(new Stone(3))).isTrue();
                        });
    }

    @ParameterizedTest
    @EnumSource
    void whatIsMovedTowardsTheTailIsFound(Shape shape) {
        for (int times = 1; times < 10; times++) {
            ClosableBlockingQueue<Stone> queue = ofTwo(shape);
            assertThat(queue.contains(secondThatIsMoved(queue, times))).isTrue();
            assertThat(queue.containsAll(List.of(secondThatIsMoved(queue, times)))).isTrue();
            assertThat(queue).containsExactly(new Stone(1), new Stone(2));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsMovedTowardsTheTailIsRemoved(Shape shape) {
        for (int times = 1; times < 10; times++) {
            ClosableBlockingQueue<Stone> queue = ofTwo(shape);
            assertThat(queue.remove(secondThatIsMoved(queue, times))).isTrue();
            assertThat(queue).containsExactly(new Stone(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsMovedByManyPlacesIsFound(Shape shape) {
        ClosableBlockingQueue<Stone> queue = ofTwo(shape);
        Runnable moving =
                () -> {
                    List<Stone> more = List.of(new Stone(3), new Stone(4), new Stone(5));
                    assertThat(queue.offerMany(more)).isEqualTo(more.size());
                    assertThat(queue.removeAll(more)).isTrue();
                };
        assertThat(queue.contains(new Stone(2).whileComparedFirst(1, moving))).isTrue();
        assertThat(queue.remove(new Stone(2).whileComparedFirst(1, moving))).isTrue();
        assertThat(queue).containsExactly(new Stone(1));
    }

    /** There is one that is equal at every moment. */
    private static Stone secondThatIsReplaced(ClosableBlockingQueue<Stone> queue) {
        return new Stone(2)
                .whileComparedFirst(
                        1,
                        () -> {
                            assertThat(queue.offer(new Stone(2))).isTrue();
                            assertThat(queue.poll()).isEqualTo(new Stone(1));
                            assertThat(queue.poll()).isEqualTo(new Stone(2));
                        });
    }

    @ParameterizedTest
    @EnumSource
    void anotherOneThatWasPutBeforeTheFirstWasTakenIsFound(Shape shape) {
        ClosableBlockingQueue<Stone> queue = ofTwo(shape);
        assertThat(queue.contains(secondThatIsReplaced(queue))).isTrue();
        assertThat(queue).containsExactly(new Stone(2));
    }

    @ParameterizedTest
    @EnumSource
    void anotherOneThatWasPutBeforeTheFirstWasTakenIsRemoved(Shape shape) {
        ClosableBlockingQueue<Stone> queue = ofTwo(shape);
        assertThat(queue.remove(secondThatIsReplaced(queue))).isTrue();
        assertThat(queue).isEmpty();
    }

    /** Nothing is gone, nothing is moved: what comes behind is not looked at. */
    @ParameterizedTest
    @EnumSource
    void aLookEndsThoughMoreIsPutMeanwhile(Shape shape) {
        ClosableBlockingQueue<Stone> queue = shape.of(Integer.MAX_VALUE >> 16);
        queue.add(new Stone(1));
        Stone sought = new Stone(2).whileComparedFirst(1_000, () -> queue.add(new Stone(1)));
        assertThat(queue.contains(sought)).isFalse();
        assertThat(queue).hasSize(2);
    }
}
