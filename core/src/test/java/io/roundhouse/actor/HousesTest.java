package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors of one house that call those of another. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class HousesTest {
    @Parameter Dispatcher on;

    interface Count {
        void down(long n);
    }

    @Test
    void actorsOfTwoHousesCallEachOther() {
        CountDownLatch done = new CountDownLatch(4);
        AtomicReference<Count> there = new AtomicReference<>();
        AtomicLong handled = new AtomicLong();
        try (var here = on.open();
                var elsewhere = on.open()) {
            Count back = on.actor(here, Count.class, () -> n -> there.get().down(n));
            there.set(
                    on.actor(
                            elsewhere,
                            Count.class,
                            () ->
                                    n -> {
                                        handled.incrementAndGet();
                                        if (n > 0) {
                                            back.down(n - 1);
                                        } else {
                                            done.countDown();
                                        }
                                    }));
            for (int i = 0; i < 4; i++) {
                back.down(2_000);
            }
            on.await(done, here, elsewhere);
            on.rest(here, elsewhere);
            here.awaitQuiescence();
            elsewhere.awaitQuiescence();
            assertThat(handled.get()).isEqualTo(4 * 2_001);
        }
    }

    @Test
    void callsToAnotherHouseKeepTheirOrder() {
        List<Long> got = new ArrayList<>();
        try (var elsewhere = on.open();
                var here = on.open()) {
            Count receiver = on.actor(elsewhere, Count.class, () -> got::add);
            Count[] self = new Count[1];
            self[0] =
                    on.actor(
                            here,
                            Count.class,
                            () ->
                                    n -> {
                                        receiver.down(n);
                                        if (n < 10_000) {
                                            self[0].down(n + 2);
                                        }
                                        receiver.down(n + 1);
                                    });
            self[0].down(0);
            on.rest(here, elsewhere);
        }
        assertThat(got).hasSize(10_002).isSorted().doesNotHaveDuplicates();
    }

    /** Each call causes two to the other house, until it has gone far enough. */
    @Test
    void fullMailboxesOfTwoHousesGoOn() {
        int bound = 1;
        long calls = (1L << 11) - 1;
        CountDownLatch left = new CountDownLatch(2 * (int) calls);
        AtomicReference<Count> there = new AtomicReference<>();
        Roundhouse here = on.open(with -> with.onFailure((_, _) -> {}).onDeadLetter(_ -> {}));
        Roundhouse elsewhere = on.open(with -> with.onFailure((_, _) -> {}).onDeadLetter(_ -> {}));
        try {
            AtomicReference<Count> back = new AtomicReference<>();
            back.set(
                    on.actor(
                            here,
                            Count.class,
                            () -> new Doubling(there, left),
                            with -> with.bounded(bound)));
            there.set(
                    on.actor(
                            elsewhere,
                            Count.class,
                            () -> new Doubling(back, left),
                            with -> with.bounded(bound)));
            back.get().down(10);
            there.get().down(10);
            on.await(left, here, elsewhere);
        } finally {
            here.close(Duration.ofMillis(100)); // so that a failure ends, too
            elsewhere.close(Duration.ofMillis(100));
        }
    }

    private record Doubling(AtomicReference<Count> to, CountDownLatch left) implements Count {
        @Override
        public void down(long n) {
            left.countDown();
            if (n > 0) {
                to.get().down(n - 1);
                to.get().down(n - 1);
            }
        }
    }

    @Test
    void aHouseThatIsClosedRefusesActorsOfOthers() {
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        AtomicLong handled = new AtomicLong();
        AtomicLong sent = new AtomicLong();
        Roundhouse elsewhere = on.open();
        Count receiver =
                on.actor(
                        elsewhere,
                        Count.class,
                        () -> _ -> handled.incrementAndGet(),
                        with -> with.bounded(4));
        try (var here = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            Count[] self = new Count[1];
            self[0] =
                    on.actor(
                            here,
                            Count.class,
                            () ->
                                    n -> {
                                        receiver.down(n);
                                        sent.incrementAndGet();
                                        self[0].down(n + 1);
                                    });
            self[0].down(0);
            Until.isTrue(() -> sent.get() > 100, () -> on.goOn(here, elsewhere));
            elsewhere.close();
            here.awaitQuiescence(); // the call that is refused is the last one
        }
        assertThat(thrown).singleElement().isInstanceOf(HouseClosedException.class);
        assertThat(handled.get() + elsewhere.deadLetters()).isEqualTo(sent.get());
    }

    interface Through {
        boolean ask(Through next);
    }

    /** A call of its own waits below, where all are run on the spot, and would be waited for. */
    @Test
    void whoIsCalledByAHouseInTheEndCannotWaitForIt() {
        Thread caller = Thread.currentThread();
        try (var here = on.open();
                var elsewhere = on.open()) {
            Through last =
                    on.actor(
                            elsewhere,
                            Through.class,
                            () ->
                                    _ -> {
                                        if (Thread.currentThread() != caller) {
                                            return false;
                                        }
                                        assertThatThrownBy(here::awaitQuiescence)
                                                .isInstanceOf(IllegalStateException.class)
                                                .hasMessageContaining(
                                                        "must not be called by one of them");
                                        return true;
                                    });
            Through first = on.actor(here, Through.class, () -> next -> next.ask(next));
            boolean onTheSpot = first.ask(last);
            assertThat(onTheSpot || !on.isWorkers()).isTrue();
        }
    }
}
