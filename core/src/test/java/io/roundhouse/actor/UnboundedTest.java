package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Nobody waits for room where there is no bound but memory. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class UnboundedTest {
    /** More than a mailbox has memory for in one piece. */
    private static final int MANY = 300_000;

    private static final int MORE_THAN_MEMORY = 1 << 20;

    @Parameter Dispatcher on;

    private final Gate gate = new Gate();

    @BeforeEach
    void aReceiverMayBeHeldUp() {
        assumeTrue(
                on.mayBlock() >= 1 || on == Dispatcher.STEPPING,
                "the receiver is held up by the test");
    }

    /** Waits at the gate with the first call, and then takes what comes in its order. */
    private final class Slow implements LongConsumer {
        private volatile long handled;

        @Override
        public void accept(long n) {
            if (n == 0) {
                gate.pass();
            }
            if (handled == n) {
                handled = n + 1;
            }
        }
    }

    @Test
    void aThreadSendsWhateverItLikes() {
        Slow object = new Slow();
        try (var house = on.open()) {
            LongConsumer slow =
                    on.actor(house, LongConsumer.class, () -> object, ActorOptions::unbounded);
            for (long n = 0; n < MANY; n++) {
                slow.accept(n);
            }
            assertThat(Inspect.underWay(slow)).isEqualTo(MANY);
            gate.open();
            house.awaitQuiescence();
            assertThat(Inspect.room(slow)).isLessThan(MANY);
        }
        assertThat(object.handled).isEqualTo(MANY);
    }

    @Test
    void anActorDoesNotRest() {
        Slow object = new Slow();
        CountDownLatch sent = new CountDownLatch(1);
        try (var house = on.open()) {
            LongConsumer slow =
                    on.actor(house, LongConsumer.class, () -> object, ActorOptions::unbounded);
            LongConsumer hasty =
                    on.actor(
                            house,
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (long i = n; i < n + MANY; i++) {
                                            slow.accept(i);
                                        }
                                        if (n > 0) {
                                            sent.countDown();
                                        }
                                    });
            hasty.accept(0);
            hasty.accept(MANY);
            if (on == Dispatcher.STEPPING) {
                gate.open(); // whoever comes first
            }
            on.await(house, sent);
            gate.open();
        }
        assertThat(object.handled).isEqualTo(2 * MANY);
    }

    private static void sendMany(LongConsumer to, long n) {
        for (int i = 0; i < MANY; i++) { // the first ones may be accepted: they were handed over
            to.accept(n);
        }
    }

    @Test
    void whereMemoryEndsWhoSendsMoreIsTold() {
        assumeTrue(on != Dispatcher.STEPPING, "another one sends while the receiver is held up");
        AtomicInteger sent = new AtomicInteger();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Slow object = new Slow();
        try (var house =
                on.open(with -> with.ceiling(0).onFailure((_, failure) -> thrown.set(failure)))) {
            LongConsumer slow =
                    on.actor(
                            house,
                            LongConsumer.class,
                            () -> object,
                            with -> with.unbounded().named("slow"));
            slow.accept(0);
            gate.awaitReached();
            assertThatThrownBy(
                            () -> {
                                while (sent.get() < MORE_THAN_MEMORY) {
                                    slow.accept(1 + sent.get());
                                    sent.incrementAndGet();
                                }
                            })
                    .isInstanceOf(MailboxFullException.class)
                    .hasMessageMatching(
                            "thread \".*\" cannot send to slow, which has \\d+ calls to handle.*"
                                    + ": it has no bound, and more was sent than it could handle");
            LongConsumer hasty = on.actor(house, LongConsumer.class, () -> n -> sendMany(slow, n));
            hasty.accept(-1);
            Until.isTrue(() -> thrown.get() != null);
            gate.open();
            house.awaitQuiescence();
            slow.accept(1 + sent.get()); // there is room again
        }
        assertThat(thrown.get())
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("cannot send to slow");
        assertThat(sent.get()).isGreaterThanOrEqualTo(65_535);
        assertThat(object.handled).isEqualTo(sent.get() + 2);
    }
}
