package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who closes a house is told whether all was handled, and the log of what was not stays short. */
@Timeout(60)
final class CloseToldTest {
    private static final int LEFT = 100;
    private static final Duration LONG = Duration.ofSeconds(50);

    private final CountDownLatch begun = new CountDownLatch(1);

    @Test
    void closeIsTrueWhereAllWasHandled() {
        Roundhouse house = Roundhouse.open();
        LongConsumer actor = house.actor(LongConsumer.class, () -> _ -> {});
        actor.accept(1);
        assertThat(house.close(Duration.ofSeconds(30))).isTrue();
        assertThat(house.close(Duration.ZERO)).as("once more").isTrue();
    }

    @Test
    void closeIsFalseWhereSomethingIsLeftAndTheLogSaysHowMuch() {
        Roundhouse house = Roundhouse.open();
        LongConsumer actor = house.actor(LongConsumer.class, () -> this::holds);
        for (int i = 0; i <= LEFT; i++) {
            actor.accept(i);
        }
        Threads.await(begun);
        boolean[] well = new boolean[2];
        List<String> logged =
                Logged.during(
                                () -> {
                                    well[0] = house.close(Duration.ZERO);
                                    well[1] = house.close(Duration.ofSeconds(30));
                                })
                        .stream()
                        .map(LogRecord::getMessage)
                        .filter(each -> each.contains("dead letter"))
                        .toList();
        assertThat(well).containsOnly(false);
        assertThat(house.deadLetters()).isEqualTo(LEFT);
        assertThat(logged).hasSize(17);
        assertThat(logged.getLast()).isEqualTo("84 more dead letters, as the house is closed");
    }

    interface Goes {
        void on();
    }

    /** Sends to another one as it is told that it is stopped, once the house is not waited for. */
    private final class SendsLate implements Goes, Lifecycle {
        private final LongConsumer other;

        SendsLate(LongConsumer other) {
            this.other = other;
        }

        @Override
        public void on() {}

        @Override
        public void stopped() {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) { // by the house
                other.accept(1);
            }
        }
    }

    @Test
    void closeIsFalseWhereItIsInterruptedWhileActorsAreToldOfTheirEnd() throws Exception {
        Roundhouse house = Roundhouse.open();
        AtomicLong handled = new AtomicLong(); // by a worker that does not know of the end yet
        LongConsumer other = house.actor(LongConsumer.class, () -> handled::addAndGet);
        house.actor(Goes.class, () -> new SendsLate(other)).on();
        AtomicBoolean well = new AtomicBoolean(true);
        Thread closes = Thread.ofPlatform().start(() -> well.set(house.close(LONG)));
        Threads.await(begun);
        closes.interrupt();
        closes.join();
        assertThat(house.deadLetters() + handled.get()).isEqualTo(1);
        assertThat(well).isFalse();
    }

    /** Tells the test of its thread, waits in its first call, and handles the others. */
    private record Begins(Gate gate, AtomicReference<Thread> worker, CountDownLatch ended)
            implements LongConsumer, Lifecycle {
        @Override
        public void accept(long call) {
            if (call == 0) {
                worker.set(Thread.currentThread());
                gate.pass();
            }
        }

        @Override
        public void stopped() {
            ended.countDown();
        }
    }

    /**
     * The limit is over. Then actors are told of their end, and the executor of one holds up who
     * closes the house until all is quiet.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, LEFT})
    void closeIsFalseWhereAllIsQuietOnlyWhenActorsHaveBeenToldOfTheirEnd(int behind) {
        Gate gate = new Gate();
        AtomicReference<Thread> worker = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean closing = new AtomicBoolean();
        Roundhouse house = Roundhouse.open(with -> with.workers(1).onDeadLetter(_ -> {}));
        Executor waits =
                task -> {
                    if (closing.get()) {
                        gate.open();
                        Threads.await(ended);
                        Until.isAsleep(Objects.requireNonNull(worker.get()));
                    }
                    task.run();
                };
        house.actor(
                LongConsumer.class,
                () -> new Begins(new Gate(), new AtomicReference<>(), new CountDownLatch(1)),
                with -> with.on(waits));
        LongConsumer younger =
                house.actor(LongConsumer.class, () -> new Begins(gate, worker, ended));
        for (int i = 0; i <= behind; i++) {
            younger.accept(i);
        }
        gate.awaitReached();
        closing.set(true);
        assertThat(house.close(Duration.ZERO)).isFalse();
        assertThat(house.deadLetters()).isEqualTo(behind);
    }

    /** Sends to another one when it is told of its end, and the latch is open. */
    private record SendsLast(CountDownLatch first, LongConsumer other) implements Goes, Lifecycle {
        @Override
        public void on() {}

        @Override
        public void stopped() {
            Threads.await(first);
            other.accept(1);
        }
    }

    @Test
    void closeIsFalseWhereAnActorSendsToAnotherOneThatHasBeenStoppedAsItIs() {
        Roundhouse house = Roundhouse.open(with -> with.workers(2).onDeadLetter(_ -> {}));
        LongConsumer older =
                house.actor(
                        LongConsumer.class,
                        () -> new Begins(new Gate(), new AtomicReference<>(), begun));
        house.actor(Goes.class, () -> new SendsLast(begun, older));
        assertThat(house.close(LONG)).isFalse();
        assertThat(house.deadLetters()).isEqualTo(1);
        assertThat(house.close(LONG)).as("once more").isFalse();
    }

    @Test
    void whatItSendsToOneThatIsNotToldOfItsEndIsHandled() {
        AtomicLong handled = new AtomicLong();
        Roundhouse house = Roundhouse.open();
        LongConsumer other = house.actor(LongConsumer.class, () -> handled::addAndGet);
        house.actor(Goes.class, () -> new SendsLast(new CountDownLatch(0), other));
        assertThat(house.close(LONG)).isTrue();
        assertThat(handled).hasValue(1);
    }

    /** What came before is no matter of the close. */
    @Test
    void closeIsTrueWhereADeadLetterCameBefore() {
        Roundhouse house = Roundhouse.open(with -> with.onDeadLetter(_ -> {}));
        LongConsumer actor = house.actor(LongConsumer.class, () -> _ -> {});
        house.stop(actor);
        actor.accept(1);
        house.awaitQuiescence();
        assertThat(house.deadLetters()).isEqualTo(1);
        assertThat(house.close(LONG)).isTrue();
    }

    /** Until it is interrupted. */
    private void holds(long call) {
        begun.countDown();
        Threads.await(new CountDownLatch(1));
    }
}
