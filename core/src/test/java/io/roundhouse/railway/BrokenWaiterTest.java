package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiters of a user's that do what they must not: nobody else pays for it. */
@Timeout(60)
class BrokenWaiterTest {
    private boolean throwsInWake;
    private boolean givesUp;

    /** A waiter of a station's, which is broken when it is told to be. */
    private final class Broken implements Waiter {
        private final Waiter sound = WaitStrategy.parking().newWaiter();

        @Override
        public boolean await(Wait wait, long nanos) {
            return givesUp ? wait.met() : sound.await(wait, nanos);
        }

        @Override
        public boolean pause(Wait wait) {
            return sound.pause(wait);
        }

        @Override
        public void wake() {
            if (throwsInWake) {
                throw new IllegalStateException("wake");
            }
            sound.wake();
        }

        @Override
        public long waits() {
            return sound.waits();
        }

        @Override
        public long parks() {
            return sound.parks();
        }
    }

    private void whileWakesThrow(ThrowingCallable call) {
        throwsInWake = true;
        assertThatIllegalStateException().isThrownBy(call).withMessage("wake");
        throwsInWake = false;
    }

    @Test
    void allLanesAreClosedThoughAWakeUpThrows() {
        LongRailway rail =
                LongRailway.stations(4).route(0, 2).route(1, 3).waiting(Broken::new).build();

        whileWakesThrow(rail::close);

        for (int station = 0; station < 2; station++) {
            LongLoader loader = rail.loader(station);
            assertThatThrownBy(() -> loader.load(7)).isInstanceOf(RailwayClosedException.class);
        }
    }

    @Test
    void aVisitOfLongsEndsThoughAWakeUpBehindItThrows() {
        LongRailway rail = LongRailway.stations(2).waiting(Broken::new).build();
        rail.loader(0).load(7);
        rail.loader(0).lane.roomBell.listen(); // it may be asleep: the visit rings
        LongUnloader unloader = rail.unloader(1);

        whileWakesThrow(() -> unloader.unload((_, _, _) -> {}));
        unloader.close();

        assertThat(unloader.hasEnded()).isTrue();
        assertThat(rail.undelivered()).isZero();
    }

    @Test
    void aVisitOfReferencesEndsThoughAWakeUpBehindItThrows() {
        Railway<Integer> rail = Railway.<Integer>stations(2).waiting(Broken::new).build();
        rail.loader(0).load(7);
        rail.loader(0).lane.roomBell.listen();
        Unloader<Integer> unloader = rail.unloader(1);

        whileWakesThrow(() -> unloader.unload((_, _) -> {}));
        unloader.close();

        assertThat(unloader.hasEnded()).isTrue();
        assertThat(rail.undelivered()).isZero();
    }

    @Test
    void whatAConsumerIsGivenEndsThoughAWakeUpBehindItThrows() {
        Railway<Integer> rail = Railway.<Integer>stations(2).waiting(Broken::new).build();
        rail.loader(0).load(7);
        rail.loader(0).lane.roomBell.listen();
        Unloader<Integer> unloader = rail.unloader(1);

        whileWakesThrow(() -> unloader.unload(_ -> {}));
        unloader.close();

        assertThat(unloader.hasEnded()).isTrue();
        assertThat(rail.undelivered()).isZero();
    }

    @Test
    void aVisitThatLoadsEndsThoughAWakeUpBehindItThrows() {
        LongRailway rail = LongRailway.stations(2).waiting(Broken::new).build();
        LongLoader loader = rail.loader(0);
        loader.lane.goodsBell.listen();

        whileWakesThrow(() -> loader.load((_, _, _) -> 1));
        loader.close();

        assertThat(loader.lane.hasLoaderLeft()).isTrue();
        assertThat(rail.counters().getFirst().loaded()).isOne();
    }

    @Test
    void whoLoadsAReferenceIsToldThatAWaiterGivesUpWithoutALimit() {
        Railway<Integer> rail =
                Railway.<Integer>stations(2).trains(1).capacity(2).waiting(Broken::new).build();
        givesUp = true;
        rail.loader(0).load(1);
        rail.loader(0).load(2);

        assertGivesUp(() -> rail.loader(0).load(3));

        assertThat(rail.unloader(1).unload()).isEqualTo(1);
        assertThat(rail.unloader(1).unload()).isEqualTo(2);
    }

    @Test
    void whoLoadsALongIsToldThatAWaiterGivesUpWithoutALimit() {
        LongRailway rail =
                LongRailway.stations(2).trains(1).capacity(2).waiting(Broken::new).build();
        givesUp = true;
        rail.loader(0).load(1);
        rail.loader(0).load(2);

        assertGivesUp(() -> rail.loader(0).load(3));

        assertThat(rail.loader(0).tryLoad(3)).isFalse();
        assertThat(rail.unloader(1).unload()).isEqualTo(1);
    }

    @Test
    void whoUnloadsIsToldThatAWaiterGivesUpWithoutALimit() {
        LongRailway rail = LongRailway.stations(2).waiting(Broken::new).build();
        givesUp = true;

        assertGivesUp(() -> rail.unloader(1).unload());
        assertGivesUp(() -> rail.unloader(1).forEach(_ -> {}));

        assertThat(rail.unloader(1).tryUnload((long _) -> {})).isFalse();
        assertThat(rail.unloader(1).hasEnded()).isFalse();
    }

    private static void assertGivesUp(ThrowingCallable call) {
        assertThatIllegalStateException()
                .isThrownBy(call)
                .withMessageContaining("gave up a wait without a limit: station ");
    }
}
