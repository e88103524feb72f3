package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A house forgets actors that are no more. */
@Timeout(60)
final class GoneTest {
    private static final int ACTORS = 1_000;
    private static final int CALLS_UNTIL_LANE = 64;

    private final AtomicLong handled = new AtomicLong();
    private final AtomicInteger dead = new AtomicInteger();

    private Roundhouse open() {
        return Roundhouse.open(with -> with.workers(1).onDeadLetter(_ -> dead.incrementAndGet()));
    }

    private static boolean areGarbage(List<WeakReference<Object>> all, int but) {
        System.gc();
        return all.stream().filter(each -> each.get() != null).count() <= but;
    }

    @ParameterizedTest
    @EnumSource(
            value = Dispatcher.class,
            names = {"PINNED", "VIRTUAL", "EXECUTOR"})
    void actorsThatWereStoppedAreGarbage(Dispatcher on) {
        int actors = on == Dispatcher.PINNED ? 100 : ACTORS;
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> _ -> {});
            List<WeakReference<Object>> made = new ArrayList<>();
            List<LongConsumer> handles = new ArrayList<>();
            for (int i = 0; i < actors; i++) {
                LongConsumer actor = on.actor(house, LongConsumer.class, () -> handled::addAndGet);
                made.add(new WeakReference<>(Inspect.itself(actor)));
                handles.add(actor);
                actor.accept(1);
            }
            assertThat(Inspect.owned(stays)).isEqualTo(actors);
            house.awaitQuiescence();
            assertThat(handled).hasValue(actors);
            handles.forEach(house::stop);
            Threads.awaitTrue(() -> Inspect.owned(stays) == 0);
            assertThat(house.awaitQuiescence(Duration.ofSeconds(20))).isTrue();
            handles.forEach(each -> each.accept(1));
            house.awaitQuiescence();
            assertThat(dead).hasValue(actors);
            Threads.awaitTrue(() -> Inspect.owned(stays) == 0);
            handles.clear();
            Threads.awaitTrue(() -> areGarbage(made, 0));
        }
        assertThat(handled).hasValue(actors);
        assertThat(dead).hasValue(actors);
    }

    @ParameterizedTest
    @EnumSource(
            value = Dispatcher.class,
            names = {"PINNED", "VIRTUAL", "EXECUTOR"})
    void soAreThoseThatCouldNotBeMade(Dispatcher on) {
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> _ -> {});
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() ->
                                on.actor(
                                        house,
                                        LongConsumer.class,
                                        () -> {
                                            throw new IllegalStateException("on purpose");
                                        }))
                        .isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(Inspect.owned(stays)).isZero();
        }
    }

    /** But for those that the calling thread remembers, which are few. */
    @Test
    void actorsThatNobodyCanCallAreGarbageThoughTheyHadLanes() {
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> handled::addAndGet);
            List<WeakReference<Object>> made = new ArrayList<>();
            for (int i = 0; i < ACTORS; i++) {
                LongConsumer actor = house.actor(LongConsumer.class, () -> handled::addAndGet);
                made.add(new WeakReference<>(Inspect.itself(actor)));
                for (int k = 0; k < 2 * CALLS_UNTIL_LANE; k++) {
                    actor.accept(1);
                }
            }
            assertThat(Inspect.withLanes(stays)).isPositive();
            house.awaitQuiescence();
            assertThat(handled).hasValue(2L * CALLS_UNTIL_LANE * ACTORS);
            Threads.awaitTrue(() -> areGarbage(made, 32));
            assertThat(Inspect.withLanes(stays)).isLessThanOrEqualTo(32);
        }
    }
}
