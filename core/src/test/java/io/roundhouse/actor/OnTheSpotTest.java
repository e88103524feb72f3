package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors that do not do what one expects of an executor. */
@Timeout(60)
final class OnTheSpotTest {
    private final List<Object> dead = new ArrayList<>();

    private Roundhouse open() {
        return Roundhouse.open(
                with -> with.onDeadLetter(call -> dead.add(call.arguments().get(0))));
    }

    @Test
    void oneThatRunsThingsOnTheSpotRunsAllOfThemAndNotDeeperAndDeeper() {
        List<Long> got = new ArrayList<>();
        LongConsumer[] self = new LongConsumer[1];
        try (var house = open()) {
            self[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        got.add(n);
                                        if (n < 100_000) {
                                            self[0].accept(n + 1);
                                        }
                                    },
                            with -> with.on(Runnable::run));
            self[0].accept(1);
            assertThat(got).hasSize(100_000).isSorted();
        }
    }

    @Test
    void twoOnTheSpotCallEachOther() {
        List<Long> got = new ArrayList<>();
        LongConsumer[] both = new LongConsumer[2];
        try (var house = open()) {
            for (int i = 0; i < 2; i++) {
                int other = 1 - i;
                both[i] =
                        house.actor(
                                LongConsumer.class,
                                () ->
                                        n -> {
                                            got.add(n);
                                            if (n < 1_000) {
                                                both[other].accept(n + 1);
                                            }
                                        },
                                with -> with.on(Runnable::run));
            }
            both[0].accept(1);
            house.awaitQuiescence();
            assertThat(got).hasSize(1_000).isSorted();
        }
    }

    @Test
    void oneThatRefusesMakesDeadLetters() {
        try (var house = open();
                ExecutorService gone = Executors.newSingleThreadExecutor()) {
            gone.shutdown();
            LongConsumer actor =
                    house.actor(LongConsumer.class, () -> _ -> {}, with -> with.on(gone));
            actor.accept(1);
            actor.accept(2);
            house.awaitQuiescence();
            assertThat(dead).containsExactly(1L, 2L);
        }
    }

    @Test
    void oneThatRefusesForAMomentLosesNothing() {
        boolean[] refuses = new boolean[1];
        List<Long> got = new ArrayList<>();
        try (var house = open()) {
            LongConsumer actor =
                    house.actor(
                            LongConsumer.class,
                            () -> got::add,
                            with ->
                                    with.on(body -> {
                                        refuses[0] = !refuses[0];
                                        if (refuses[0]) {
                                            throw new RejectedExecutionException("busy");
                                        }
                                        body.run();
                                    }));
            actor.accept(1);
            actor.accept(2);
            assertThat(got).containsExactly(1L, 2L);
            assertThat(dead).isEmpty();
        }
    }

    @Test
    void oneThatRunsThingsTwiceOrLateRunsEachCallOnce() {
        Queue<Runnable> given = new ArrayDeque<>();
        List<Long> got = new ArrayList<>();
        try (var house = open()) {
            LongConsumer actor =
                    house.actor(LongConsumer.class, () -> got::add, with -> with.on(given::add));
            actor.accept(1);
            actor.accept(2);
            assertThat(got).isEmpty();
            Runnable first = given.remove();
            first.run();
            first.run();
            assertThat(got).containsExactly(1L, 2L);
            actor.accept(3);
            first.run(); // it is the same one
            assertThat(got).containsExactly(1L, 2L, 3L);
            given.remove().run();
            assertThat(got).hasSize(3);
            assertThat(given).isEmpty();
        }
    }

    @Test
    void oneThatNeverRunsThemMakesDeadLettersAtTheEnd() {
        Queue<Runnable> given = new ArrayDeque<>();
        List<Long> got = new ArrayList<>();
        Roundhouse house = open();
        LongConsumer actor =
                house.actor(LongConsumer.class, () -> got::add, with -> with.on(given::add));
        actor.accept(1);
        house.close(java.time.Duration.ZERO);
        assertThat(dead).containsExactly(1L);
        given.forEach(Runnable::run);
        assertThat(got).isEmpty();
        assertThat(dead).hasSize(1);
    }

    @Test
    void oneThatThrowsSomethingElseDoesSoToo() {
        try (var house = open()) {
            LongConsumer actor =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> {},
                            with ->
                                    with.on(_ -> {
                                        throw new RejectedExecutionException("busy");
                                    }));
            actor.accept(1);
            assertThat(dead).containsExactly(1L);
        }
    }
}
