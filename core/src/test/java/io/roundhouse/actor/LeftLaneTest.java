package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that streamed calls to an actor and calls others now leaves little memory there. */
@Timeout(60)
final class LeftLaneTest {
    private static final int ACTORS = 100;
    private static final int BURST = 3_000;
    private static final int LITTLE = 64;
    private static final int REMEMBERED = 16;

    /** Counts calls, which are to come one behind the other. */
    private final class InOrder implements LongConsumer {
        private long next;

        @Override
        public void accept(long number) {
            handled.incrementAndGet();
            if (number != next++) {
                wrong.incrementAndGet();
            }
        }
    }

    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();

    private List<LongConsumer> actors(Roundhouse house) {
        List<LongConsumer> actors = new ArrayList<>();
        for (int i = 0; i < ACTORS; i++) {
            actors.add(house.actor(LongConsumer.class, InOrder::new));
        }
        return actors;
    }

    private static void burst(LongConsumer to, long first) {
        for (int n = 0; n < BURST; n++) {
            to.accept(first + n);
        }
    }

    @Test
    void whatABurstHasNeededIsGivenBack() {
        try (var house = Roundhouse.open()) {
            List<LongConsumer> actors = actors(house);
            List<WeakReference<long[]>> memory = new ArrayList<>();
            for (LongConsumer each : actors) {
                burst(each, 0);
                memory.add(new WeakReference<>(Inspect.laneOf(each)));
            }
            house.awaitQuiescence();
            Until.isTrue(() -> {
                System.gc();
                return memory.stream().filter(each -> each.get() != null).count() <= REMEMBERED;
            });
            assertThat(actors)
                    .filteredOn(each -> Inspect.laneOf(each).length > LITTLE)
                    .hasSizeLessThanOrEqualTo(REMEMBERED);
        }
        assertThat(wrong).hasValue(0);
    }

    /**
     * Nor is anything else lost, or handled in another order, whether it is handled by then or not.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoComesBackGoesOn(boolean handledMeanwhile) {
        try (var house = Roundhouse.open()) {
            List<LongConsumer> actors = actors(house);
            for (int round = 0; round < 10; round++) {
                for (LongConsumer each : actors) {
                    burst(each, round * (long) BURST);
                }
                if (handledMeanwhile) {
                    house.awaitQuiescence();
                }
            }
        }
        assertThat(wrong).hasValue(0);
        assertThat(handled).hasValue(10 * ACTORS * BURST);
    }

    /** Not each time, which would be new memory for each burst. */
    @Test
    void whatIsNeededAgainIsGivenBackAfterManyCalls() {
        try (var house = Roundhouse.open()) {
            List<LongConsumer> actors = actors(house);
            LongConsumer one = actors.getFirst();
            LongConsumer other = actors.get(REMEMBERED); // in its place
            burst(one, 0);
            burst(other, 0);
            for (int n = 1; n <= 50; n++) {
                burst(one, n * (long) BURST);
            }
            burst(other, BURST);
            burst(other, 2 * BURST); // more than its lane has room for: it is seen to be called
            house.awaitQuiescence();
            assertThat(Inspect.laneOf(one).length).isLessThanOrEqualTo(LITTLE);
        }
        assertThat(wrong).hasValue(0);
    }

    /** The memory goes when the calls in it have been handled. */
    @Test
    void whatIsLeftBeforeItIsHandledIsHandledFirst() {
        CountDownLatch go = new CountDownLatch(1);
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer holds = house.actor(LongConsumer.class, () -> _ -> Threads.await(go));
            List<LongConsumer> actors = actors(house);
            holds.accept(0);
            List<WeakReference<long[]>> memory = new ArrayList<>();
            for (LongConsumer each : actors) {
                burst(each, 0);
                memory.add(new WeakReference<>(Inspect.laneOf(each)));
            }
            go.countDown();
            house.awaitQuiescence();
            Until.isTrue(() -> {
                System.gc();
                return memory.stream().filter(each -> each.get() != null).count() <= REMEMBERED;
            });
        }
        assertThat(wrong).hasValue(0);
    }

    /** Neither where both are full, and get room for one call at a time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 50})
    void whoCallsTwoInTurnHasNoNewMemoryEachTime(int calls) {
        List<Semaphore> may = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            List<LongConsumer> both = new ArrayList<>();
            for (int i = 0; i <= REMEMBERED; i++) { // the first and the last have one place
                Semaphore its = new Semaphore(0);
                may.add(its);
                both.add(
                        house.actor(
                                LongConsumer.class,
                                () -> _ -> its.acquireUninterruptibly(),
                                with -> with.bounded(1024).pinned()));
            }
            both.subList(1, REMEMBERED).clear();
            may.subList(1, REMEMBERED).clear();
            for (LongConsumer each : both) {
                for (int n = 0; n < 1024 + 63; n++) {
                    each.accept(n);
                }
            }
            may.forEach(each -> each.release(63)); // those that came by mail
            Set<long[]> memory = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int turn = 0; turn < 300; turn++) {
                for (int i = 0; i < both.size(); i++) {
                    may.get(i).release(calls);
                    for (int n = 0; n < calls; n++) {
                        both.get(i).accept(n);
                    }
                    memory.add(Inspect.laneOf(both.get(i)));
                }
            }
            may.forEach(each -> each.release(2_000));
            house.awaitQuiescence();
            assertThat(memory.size()).isLessThan(30);
        }
    }
}
