package io.roundhouse.waiting.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Clock;
import org.junit.jupiter.api.Test;

/** When a thread that sleeps again and again may trust in its wakers' fences. */
final class BellWaitTest {
    private static final long SETTLED = 200_000;
    private static final int RINGS_OF_A_STAY = 15;

    private final Bell first = new Bell();
    private final Bell second = new Bell();
    private long now;
    private long passed;
    private final Clock clock = () -> now;

    private final class Waiting extends BellWait {
        Waiting(Stay stay, Bell... bells) {
            super(stay, bells);
        }

        @Override
        protected long position() {
            return passed;
        }

        @Override
        public boolean met() {
            return false;
        }
    }

    private BellWait lone() {
        return new Waiting(Stay.ofOne(), first, second);
    }

    /** Of many who wait with the same. */
    private BellWait together() {
        return new Waiting(new SharedStay(clock), first);
    }

    private BellWait togetherAtBoth() {
        return new Waiting(new SharedStay(clock), first, second);
    }

    private static void sleepsOnce(BellWait wait) {
        wait.beforePark();
        wait.afterPark();
    }

    private static void ring(Bell bell, int times) {
        for (int i = 0; i < times; i++) {
            bell.ring();
        }
    }

    @Test
    void aStayIsTrustedOnceItHasLastedLongerThanAStore() {
        BellWait wait = lone();
        assertThat(wait.wakersFence(clock)).isFalse();
        sleepsOnce(wait);
        wait.beforePark();
        assertThat(wait.wakersFence(clock)).isFalse();
        now += SETTLED - 1;
        assertThat(wait.wakersFence(clock)).isFalse();
        now += 1;
        assertThat(wait.wakersFence(clock)).isTrue();
    }

    @Test
    void aStayThatBeginsAnewAtOneOfTheBellsIsNotTheOneBefore() {
        BellWait wait = lone();
        sleepsOnce(wait);
        wait.wakersFence(clock);
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).isTrue();
        ring(second, RINGS_OF_A_STAY);
        assertThat(wait.wakersFence(clock)).isFalse();
        sleepsOnce(wait);
        now += SETTLED - 1;
        assertThat(wait.wakersFence(clock)).isFalse();
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).isTrue();
    }

    @Test
    void aStayThatGoesOnIsTrustedAtOnce() {
        BellWait wait = lone();
        sleepsOnce(wait);
        wait.wakersFence(clock);
        now += SETTLED;
        ring(first, RINGS_OF_A_STAY - 1);
        ring(second, RINGS_OF_A_STAY - 1);
        sleepsOnce(wait);
        assertThat(wait.wakersFence(clock)).isTrue();
    }

    @Test
    void bellsAreQuietWhenTheStayHasBeenRungAway() {
        BellWait wait = lone();
        sleepsOnce(wait);
        sleepsOnce(wait);
        assertThat(first.quiet()).isFalse();
        ring(first, RINGS_OF_A_STAY);
        ring(second, RINGS_OF_A_STAY);
        assertThat(first.quiet()).isTrue();
        assertThat(second.quiet()).isTrue();
    }

    @Test
    void whoGetsMoreThanOneByOneDoesNotStay() {
        BellWait wait = lone();
        passed = 10;
        sleepsOnce(wait);
        assertThat(first.quiet()).isTrue();
        assertThat(second.quiet()).isTrue();
    }

    /** A few may have gathered, where the wait was longer than it should have been. */
    @Test
    void whoGetsAFewInALongWaitGetsThemSeldom() {
        BellWait wait = lone();
        passed = 10;
        assertThat(wait.isSeldom()).isFalse();
        wait.hasLasted();
        passed = 14;
        assertThat(wait.isSeldom()).isTrue();
        passed = 15;
        assertThat(wait.isSeldom()).isFalse();
    }

    @Test
    void whoIsNotAloneDoesNotStay() {
        BellWait wait = new Waiting(Stay.none(), first, second);
        sleepsOnce(wait);
        assertThat(wait.isSeldom()).isFalse();
        assertThat(first.quiet()).isTrue();
        assertThat(wait.wakersFence(clock)).isFalse();
    }

    @Test
    void manyStayTogether() {
        BellWait wait = together();
        wait.beforePark();
        wait.beforePark();
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).as("nobody has stayed yet").isFalse();
        wait.afterPark();
        assertThat(wait.wakersFence(clock)).as("it has only just begun").isFalse();
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).isTrue();
        wait.afterPark();
        ring(first, RINGS_OF_A_STAY);
        assertThat(wait.wakersFence(clock)).isFalse();
        assertThat(first.quiet()).isTrue();
    }

    @Test
    void aStayOfManyThatBeginsAnewIsNotTheOneBefore() {
        BellWait wait = together();
        sleepsOnce(wait);
        now += SETTLED;
        ring(first, RINGS_OF_A_STAY);
        sleepsOnce(wait);
        now += SETTLED - 1;
        assertThat(wait.wakersFence(clock)).isFalse();
        now += 1;
        assertThat(wait.wakersFence(clock)).isTrue();
    }

    @Test
    void manyTrustAStayThatHasLastedAtAllOfTheirBells() {
        BellWait wait = togetherAtBoth();
        sleepsOnce(wait);
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).isTrue();
        ring(second, RINGS_OF_A_STAY);
        assertThat(wait.wakersFence(clock)).as("the second bell has forgotten them").isFalse();
        sleepsOnce(wait);
        assertThat(wait.wakersFence(clock)).as("there it has only just begun").isFalse();
        now += SETTLED;
        assertThat(wait.wakersFence(clock)).isTrue();
    }

    @Test
    void manyForWhomMuchComesStayAtNoneOfTheirBells() {
        BellWait wait = togetherAtBoth();
        passed = 10;
        sleepsOnce(wait);
        assertThat(first.quiet()).isTrue();
        assertThat(second.quiet()).isTrue();
    }

    @Test
    void manyForWhomMuchComesDoNotStayThoughOthersSleepBeforeAnythingHasCome() {
        BellWait wait = together();
        passed = 10;
        wait.beforePark();
        wait.beforePark();
        wait.afterPark();
        wait.afterPark();
        assertThat(first.quiet()).isTrue();
    }

    @Test
    void manyGetWhatComesOneByOneSeldom() {
        BellWait wait = together();
        passed = 10;
        assertThat(wait.isSeldom()).isFalse();
        sleepsOnce(wait);
        assertThat(wait.isSeldom()).isTrue();
        passed = 15;
        assertThat(wait.isSeldom()).isFalse();
        wait.hasLasted();
        assertThat(wait.isSeldom()).isTrue();
    }
}
