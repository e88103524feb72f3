package io.roundhouse.railway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Clock;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What the choice between giving lines back and leaving them costs, on made-up machines whose
 * speeds are those of docs/design/0004-give-back-the-line.md, in made-up time.
 */
class GiveBackTest {
    private static final int LARGE = 1 << 20;
    private static final int SMALL = 1 << 14;
    private static final long SECOND = 1_000_000_000;

    private static final Speeds LARGE_NEAR = new Speeds(6_700, 1_500);
    private static final Speeds LARGE_FAR = new Speeds(430, 2_000);
    private static final Speeds SMALL_NEAR = new Speeds(1_000, 1_550);
    private static final Speeds SMALL_FAR = new Speeds(270, 2_300);
    private static final Speeds ALIKE = new Speeds(900, 880);

    @Test
    void littleIsLostWhereLeavingIsBetter() {
        Machine machine = new Machine(LARGE, LARGE_NEAR);

        machine.run(SECOND);

        assertThat(machine.share()).isGreaterThan(0.96);
    }

    @Test
    void littleIsLostWhereGivingBackIsBetter() {
        for (Speeds speeds : new Speeds[] {SMALL_NEAR, SMALL_FAR}) {
            Machine machine = new Machine(SMALL, speeds);
            machine.run(SECOND);
            assertThat(machine.share()).isGreaterThan(0.96);
        }
    }

    @Test
    void theFirstGuessIsCorrected() {
        Machine far = new Machine(LARGE, LARGE_FAR);
        far.run(50_000_000);
        far.forget();
        far.run(SECOND);
        assertThat(far.share()).isGreaterThan(0.95);

        Machine odd = new Machine(SMALL, LARGE_NEAR);
        odd.run(50_000_000);
        odd.forget();
        odd.run(SECOND);
        assertThat(odd.share()).isGreaterThan(0.95);
    }

    @Test
    void theOtherWayIsTakenSoonAfterTheMachineHasChanged() {
        Machine machine = new Machine(LARGE, LARGE_NEAR);
        machine.run(SECOND);
        for (int i = 0; i < 3; i++) {
            for (Speeds speeds : new Speeds[] {LARGE_FAR, LARGE_NEAR}) {
                machine.becomes(speeds);
                machine.run(SECOND / 2);
                machine.forget();
                machine.run(SECOND);
                assertThat(machine.share()).isGreaterThan(0.95);
            }
        }
    }

    @Test
    void stallsDoNotMisleadForLong() {
        for (Speeds speeds : new Speeds[] {LARGE_NEAR, LARGE_FAR}) {
            Machine machine = new Machine(LARGE, speeds);
            machine.run(SECOND / 10);
            machine.forget();
            machine.stallEvery(3_000_000); // on average, for up to 4 ms
            machine.run(5 * SECOND);
            assertThat(machine.share()).isGreaterThan(0.9);
        }
    }

    @Test
    void aRestlessMachineDoesNotMislead() {
        for (Speeds speeds : new Speeds[] {LARGE_NEAR, LARGE_FAR}) {
            Machine machine = new Machine(LARGE, speeds);
            machine.beRestless();
            machine.run(SECOND / 10);
            machine.forget();
            machine.run(5 * SECOND);
            assertThat(machine.share()).isGreaterThan(0.93);
        }
    }

    @Test
    void pausesBetweenStreamsDoNotMislead() {
        Machine machine = new Machine(LARGE, LARGE_NEAR);

        for (int i = 0; i < 100; i++) {
            machine.run(10_000_000);
            machine.pause(30_000_000);
        }

        assertThat(machine.share()).isGreaterThan(0.96);
    }

    @Test
    void singleGoodsBetweenStreamsDoNotMislead() {
        Machine machine = new Machine(LARGE, LARGE_NEAR);

        for (int i = 0; i < 100; i++) {
            machine.run(10_000_000);
            for (int k = 0; k < 300; k++) {
                machine.single(100_000);
            }
        }

        assertThat(machine.share()).isGreaterThan(0.96);
    }

    @Test
    void theFirstGuessIsCorrectedWhereASingleGoodComesBeforeEachBurst() {
        Machine machine = new Machine(SMALL, LARGE_NEAR);
        machine.singlesAndBursts(20);
        machine.forget();

        machine.singlesAndBursts(200);

        assertThat(machine.share()).isGreaterThan(0.95);
    }

    @Test
    void noGoodThatComesAloneIsDelayedByTheClock() {
        Machine machine = new Machine(SMALL, SMALL_NEAR);
        machine.single(10_000);
        int before = machine.readings;

        for (int i = 0; i < 1_000; i++) {
            machine.single(10_000);
        }

        assertThat(machine.readings - before).isEqualTo(1_000); // as a wait begins, not as it ends
    }

    @Test
    void whereBothAreAlikeItStaysAsItIs() {
        Machine machine = new Machine(LARGE, ALIKE);

        machine.run(5 * SECOND);

        assertThat(machine.givenBackShare()).isLessThan(0.12);
    }

    /** Million goods a second. */
    private record Speeds(double left, double givenBack) {
        double nanosEach(boolean given) {
            return 1e3 / (given ? givenBack : left);
        }

        double best() {
            return 1e3 / Math.max(left, givenBack);
        }
    }

    /**
     * A lane in made-up time: how fast a stretch goes depends on how it was left a round before.
     */
    private static final class Machine implements Clock {
        private static final int STRETCH = 1 << 11;
        private static final double READING_NANOS_EACH = 0.1;

        private final Random random = new Random(42);
        private final int slots;
        private final boolean[] given;
        private final GiveBack giveBack;
        private Speeds speeds;
        private boolean restless;
        private double slowness = 1;
        private double calmUntil;
        private double now;
        private int readings;
        private long position;
        private long stallEvery;
        private long backlog;
        private double flowed;
        private double least;
        private long goods;
        private long goodsGivenBack;

        Machine(int slots, Speeds speeds) {
            this.slots = slots;
            this.speeds = speeds;
            this.given = new boolean[slots / STRETCH];
            this.giveBack = new GiveBack(slots, this);
        }

        @Override
        public long nanoTime() {
            readings++;
            return (long) now;
        }

        void becomes(Speeds others) {
            speeds = others;
        }

        void stallEvery(long nanos) {
            stallEvery = nanos;
        }

        /** From now on, every now and then, all goes up to three times slower for a while. */
        void beRestless() {
            restless = true;
        }

        void run(long nanos) {
            double until = now + nanos;
            while (now < until) {
                stretch();
            }
        }

        private void stretch() {
            boolean on = giveBack.at(position, position + STRETCH);
            int place = (int) (position / STRETCH) % given.length;
            if (restless && now > calmUntil) {
                slowness = Math.max(1, 4 * random.nextDouble() - 1);
                calmUntil = now + random.nextInt(1_000_000);
            }
            double loading = STRETCH * speeds.nanosEach(given[place]) * slowness;
            double takes = backlog > 0 ? STRETCH * READING_NANOS_EACH : loading;
            given[place] = on;
            backlog = Math.max(0, backlog - STRETCH);
            position += STRETCH;
            now += takes;
            flowed += takes;
            least += Math.min(takes, STRETCH * speeds.best() * slowness);
            goods += STRETCH;
            goodsGivenBack += on ? STRETCH : 0;
            if (stallEvery > 0 && random.nextDouble() < takes / stallEvery) {
                now += random.nextInt(4_000_000); // the unloader is off its processor
                backlog = slots;
            }
        }

        /** No goods for a while. */
        void pause(long nanos) {
            giveBack.waits(position);
            now += nanos;
            giveBack.waited(position);
        }

        /** One good after a while. */
        void single(long nanos) {
            pause(nanos);
            giveBack.at(position, position + 1);
            position++;
        }

        /** So many times one good, a wait, and more goods than a window has. */
        void singlesAndBursts(int times) {
            for (int i = 0; i < times; i++) {
                single(100_000);
                pause(100_000);
                for (int goods = 0; goods < 150_000; goods += STRETCH) {
                    stretch();
                }
            }
        }

        void forget() {
            flowed = 0;
            least = 0;
        }

        /** What part of the best speed was had, stalls aside. */
        double share() {
            return least / flowed;
        }

        double givenBackShare() {
            return (double) goodsGivenBack / goods;
        }
    }
}
