package io.roundhouse.waiting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a crowd leaves behind when it has gone. */
@Timeout(60)
final class CrowdTest {
    private static final int MANY = 1_000;
    private static final Wait NEVER_MET = () -> false;

    private final Nested strategy = new Nested();
    private final Crowd crowd = new Crowd(strategy);

    @Test
    void aCrowdThatHasGoneLeavesFewWaitersBehind() {
        strategy.sleepers = MANY;
        crowd.await(NEVER_MET, Long.MAX_VALUE);
        assertThat(strategy.made).hasSize(MANY);

        int few = 2 * Crowd.MOST_AT_REST + Row.UNSWEPT;
        while (strategy.made.stream().filter(each -> each.get() != null).count() > few) {
            System.gc(); // until the test's time is up
        }
        assertThat(crowd.waits()).isEqualTo(MANY);
        assertThat(crowd.parks()).isEqualTo(2 * MANY);
    }

    @Test
    void waitersAreUsedAgain() {
        for (int round = 0; round < 3; round++) {
            strategy.sleepers = 50;
            crowd.await(NEVER_MET, Long.MAX_VALUE);
        }
        assertThat(strategy.made).hasSize(50);
        assertThat(crowd.waits()).isEqualTo(3 * 50);
    }

    /** While one sleeps the next one comes: a crowd played by one thread, the last goes first. */
    private final class Nested implements WaitStrategy {
        private final List<WeakReference<Waiter>> made = new ArrayList<>();
        private int sleepers;

        @Override
        public Waiter newWaiter() {
            Waiter waiter = new Sleeper();
            made.add(new WeakReference<>(waiter));
            return waiter;
        }

        private final class Sleeper implements Waiter {
            private long waits;

            @Override
            public boolean await(Wait wait, long nanos) {
                waits++;
                sleepers--;
                wait.beforePark();
                if (sleepers > 0) {
                    crowd.await(NEVER_MET, Long.MAX_VALUE);
                }
                wait.afterPark();
                return true;
            }

            @Override
            public boolean pause(Wait wait) {
                return wait.met();
            }

            @Override
            public void wake() {}

            @Override
            public long waits() {
                return waits;
            }

            @Override
            public long parks() {
                return 2 * waits;
            }
        }
    }

    // ---- the row

    private final Row<Counted> row = new Row<>();
    private long looks;

    private final class Counted extends Row.Member {
        @Override
        boolean hasLeft() {
            looks++;
            return super.hasLeft();
        }
    }

    private Deque<Counted> entered(int many) {
        Deque<Counted> all = new ArrayDeque<>();
        for (int i = 0; i < many; i++) {
            Counted member = new Counted();
            row.enter(member);
            all.add(member);
        }
        return all;
    }

    private int listed() {
        int listed = 0;
        for (var _ : row.members()) {
            listed++;
        }
        return listed;
    }

    @Test
    void whoeverLeavesALongRowCostsAFewLooks() {
        Deque<Counted> all = entered(MANY * 20);
        while (!all.isEmpty()) { // from both ends: wherever it stands
            Counted one = all.size() % 2 == 0 ? all.removeFirst() : all.removeLast();
            assertThat(row.leave(one)).isTrue();
            row.sweepNowAndThen();
        }
        assertThat(looks).isLessThan(4 * MANY * 20);
        assertThat(listed()).isLessThan(Row.UNSWEPT);
    }

    @Test
    void thoseWhoHaveLeftAreNeverMoreThanThoseWhoAreThere() {
        Deque<Counted> all = entered(MANY);
        for (int i = 0; !all.isEmpty(); i++) {
            if (i % 3 == 0) {
                Counted called = row.call();
                assertThat(called).isSameAs(all.removeFirst());
            } else {
                assertThat(row.leave(all.removeLast())).isTrue();
            }
            row.sweepNowAndThen();
            assertThat(listed()).isLessThan(2 * all.size() + Row.UNSWEPT);
        }
        assertThat(row.call()).isNull();
        assertThat(row.isEmpty()).isTrue();
    }

    @Test
    void whoHasLeftIsNotCalledAndWhoWasCalledCannotLeave() {
        Deque<Counted> all = entered(3);
        Counted first = all.removeFirst();
        Counted second = all.removeFirst();
        assertThat(row.leave(first)).isTrue();

        assertThat(row.call()).isSameAs(second);
        assertThat(row.leave(second)).isFalse();
        row.enter(second);
        assertThat(row.call()).isSameAs(all.removeFirst());
        assertThat(row.call()).isSameAs(second);
        assertThat(row.call()).isNull();
    }
}
