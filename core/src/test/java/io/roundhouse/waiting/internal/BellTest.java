package io.roundhouse.waiting.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Waiter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a bell has in mind, and for how long. */
final class BellTest {
    private static final int RINGS = 15;

    private final Bell bell = new Bell();

    @Test
    void aStayIsOverWhenItHasBeenRungSoOften() {
        bell.listen();
        assertThat(bell.stays()).isFalse();
        assertThat(bell.stay()).as("stayed before").isFalse();
        for (int i = 0; i < RINGS; i++) {
            assertThat(bell.quiet()).isFalse();
            assertThat(bell.stays()).isTrue();
            bell.ring();
        }
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isTrue();
    }

    @Test
    void whoListensAgainBeforeItIsOverHasStayed() {
        bell.listen();
        bell.stay();
        bell.ring();
        bell.listen();
        assertThat(bell.stay()).isTrue();
        for (int i = 0; i < RINGS; i++) {
            bell.ring();
        }
        bell.listen();
        assertThat(bell.stay()).isFalse();
    }

    @Test
    void aListenerIsHeardWhenItsStayIsOver() {
        bell.listen();
        bell.stay();
        bell.listen();
        for (int i = 0; i < RINGS + 1; i++) {
            bell.ring();
        }
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isFalse();
        bell.ignore();
        assertThat(bell.quiet()).isTrue();
    }

    @Test
    void aBellThatIsClosedWhileSomebodyStaysIsClosed() {
        bell.listen();
        bell.stay();
        bell.close();
        for (int i = 0; i < RINGS; i++) {
            assertThat(bell.closed()).isTrue();
            bell.ring();
        }
        assertThat(bell.closed()).isTrue();
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isFalse();
    }

    @Test
    void theOthersAreWokenThoughAWakeUpThrows() {
        IllegalStateException first = new IllegalStateException("first");
        Counting last = new Counting(true);
        Bell some =
                new Bell(
                        new Failing(first), new Failing(new IllegalStateException("second")), last);

        assertThatThrownBy(some::ring).isSameAs(first);

        assertThat(last.asked).isOne();
    }

    @Test
    void anotherOneOfAGroupIsWokenWhereAWakeUpThrows() {
        IllegalStateException first = new IllegalStateException("first");
        Counting second = new Counting(true);
        Counting third = new Counting(true);
        Bell grouped =
                new Bell(List.<Waiter[]>of(new Waiter[] {new Failing(first), second, third}));

        assertThatThrownBy(grouped::ring).isSameAs(first);

        assertThat(second.asked).isOne();
        assertThat(third.asked).isZero();
    }

    /** A waiter of a user's that throws. */
    private static final class Failing extends StubWaiter {
        private final RuntimeException thrown;

        Failing(RuntimeException thrown) {
            this.thrown = thrown;
        }

        @Override
        public boolean wakeSleeper() {
            throw thrown;
        }
    }

    @Test
    void oneOfAGroupIsWoken() {
        Counting[] first = {new Counting(false), new Counting(true), new Counting(true)};
        Counting[] second = {new Counting(true), new Counting(true)};
        Counting[] awake = {new Counting(false), new Counting(false)};
        Bell grouped = new Bell(List.<Waiter[]>of(first, second, awake));
        grouped.ring();

        assertThat(first).extracting(each -> each.asked).containsExactly(1, 1, 0);
        assertThat(second).extracting(each -> each.asked).containsExactly(1, 0);
        assertThat(awake)
                .as("who is not asleep looks by itself")
                .extracting(each -> each.asked)
                .containsExactly(1, 1);
    }

    @Test
    void withoutGroupsAllAreWoken() {
        Counting[] all = {new Counting(true), new Counting(false), new Counting(true)};
        new Bell(all).ring();

        assertThat(all).extracting(each -> each.asked).containsExactly(1, 1, 1);
    }

    /** Sleeps, or not, and counts who wants to wake it. */
    private static final class Counting extends StubWaiter {
        private final boolean asleep;
        private int asked;

        Counting(boolean asleep) {
            this.asleep = asleep;
        }

        @Override
        public boolean wakeSleeper() {
            asked++;
            return asleep;
        }

        @Override
        public void wake() {
            wakeSleeper();
        }
    }
}
