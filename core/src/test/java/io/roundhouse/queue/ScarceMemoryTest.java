package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.ForGood;
import io.roundhouse.waiting.WaitStrategy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A queue that finds no memory refuses what it was asked for, and is as good as before. */
@Timeout(60)
final class ScarceMemoryTest {
    private static final int PRODUCERS = 3;
    private static final int OFFERS = 20_000;

    /** A growing queue, with segments of one slot, that now and then gets no memory. */
    private static final class Scarce extends GrowingQueue<Integer> {
        private final AtomicInteger segments = new AtomicInteger();
        private int looksLeft = Integer.MAX_VALUE;

        Scarce() {
            super(
                    Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                            .growing(1, Integer.MAX_VALUE));
        }

        @Override
        @Nullable Object[] memory(int size) {
            if (segments.incrementAndGet() % 3 == 0) {
                throw new OutOfMemoryError("no segment");
            }
            return super.memory(size);
        }

        @Override
        Places places() {
            takesMemory();
            return super.places();
        }

        @Override
        Places placesTowardsHead(long end) {
            takesMemory();
            return super.placesTowardsHead(end);
        }

        private void takesMemory() {
            if (looksLeft-- == 0) {
                throw new OutOfMemoryError("no look");
            }
        }
    }

    /** A place that was claimed without memory for it would keep the consumer for ever. */
    @Test
    void noPlaceIsClaimedWithoutMemoryForIt() throws Exception {
        Scarce queue = new Scarce();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger producing = new AtomicInteger(PRODUCERS);
        AtomicInteger taken = new AtomicInteger();
        try (Team team = new Team(false)) {
            for (int i = 0; i < PRODUCERS; i++) {
                team.start(
                        "producer " + i,
                        () -> {
                            for (int number = 0; number < OFFERS; number++) {
                                accepted.addAndGet(offered(queue, number) ? 1 : 0);
                            }
                            producing.decrementAndGet();
                        });
            }
            team.start(
                    "consumer",
                    () -> {
                        boolean last;
                        do {
                            last = producing.get() == 0;
                            taken.addAndGet(queue.drain(_ -> {}, Integer.MAX_VALUE));
                        } while (!last);
                    });
            team.join();
        }
        assertThat(taken.get()).isEqualTo(accepted.get()).isLessThan(PRODUCERS * OFFERS);
        assertThat(queue).isEmpty();
    }

    private static boolean offered(Scarce queue, int number) {
        try {
            return queue.offer(number);
        } catch (OutOfMemoryError none) {
            return false;
        }
    }

    @Test
    void aRemovalThatFindsNoMemoryLeavesTheHeadToOthers() throws Exception {
        Scarce queue = new Scarce();
        while (queue.size() < 3) {
            offered(queue, queue.size());
        }
        queue.looksLeft = 1; // one to find it, none to remove it
        assertThatThrownBy(() -> queue.remove((Object) 1)).isInstanceOf(OutOfMemoryError.class);
        assertThatThrownBy(
                        () -> {
                            queue.looksLeft = 1;
                            queue.removeIf(each -> each == 1);
                        })
                .isInstanceOf(OutOfMemoryError.class);
        queue.looksLeft = Integer.MAX_VALUE;
        try (Team team = new Team(false)) { // a head that stays locked would keep it for ever
            team.start("consumer", () -> assertThat(queue.take()).isZero());
            team.join();
        }
        assertThat(queue).containsExactly(1, 2);
    }

    /** A growing queue for two elements, with segments of one slot, that gets no memory once. */
    private static final class ScarceOnce extends GrowingQueue<Integer> {
        private final AtomicBoolean isScarce = new AtomicBoolean();

        ScarceOnce(WaitStrategy waiting) {
            super(
                    Plan.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER)
                            .growing(1, 2)
                            .waiting(waiting));
        }

        @Override
        @Nullable Object[] memory(int size) {
            if (isScarce.compareAndSet(true, false)) {
                throw new OutOfMemoryError("no segment");
            }
            return super.memory(size);
        }
    }

    /** One wake-up for the room that there is: whoever gets it and no memory passes it on. */
    @Test
    void whoIsWokenAndGetsNoMemoryTakesNoWakeUpAway() throws Exception {
        ForGood sleepers = new ForGood();
        ScarceOnce queue = new ScarceOnce(sleepers);
        queue.put(1);
        queue.put(2);
        AtomicInteger refused = new AtomicInteger();
        try (Team team = new Team(false)) {
            for (int i = 3; i <= 4; i++) {
                int number = i;
                team.start(
                        "producer of " + number,
                        () -> {
                            try {
                                queue.put(number);
                            } catch (OutOfMemoryError e) {
                                refused.incrementAndGet();
                            }
                        });
            }
            sleepers.awaitAsleep(2);
            queue.isScarce.set(true);
            assertThat(queue.poll()).isEqualTo(1);
            team.join();
        }
        assertThat(refused).hasValue(1);
        assertThat(queue).hasSize(2);
    }
}
