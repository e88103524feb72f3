package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who waits for an answer is interrupted while the call becomes a dead letter: he is told what the
 * handler of dead letters is, and keeps the interrupt.
 */
@Timeout(60)
final class InterruptedAtTheEndTest {
    private static final Duration A_MOMENT = Duration.ofMillis(20);

    /** Written by who asked, when it has got that, and read when it has ended. */
    private boolean isToldInterrupted;

    @Test
    void whoseCallIsADeadLetterAlreadyIsToldSo() throws InterruptedException {
        try (var house = Roundhouse.open()) {
            Answer answer = answerOf(house);
            Thread asks = asksUntil(answer, ActorStoppedException.class);
            assertThat(answer.refuses()).isTrue();
            asks.interrupt();
            assertThat(asks.join(A_MOMENT)).isFalse(); // why is not said yet
            answer.refuse(new ActorStoppedException("stopped"));
            asks.join();
            assertThat(isToldInterrupted).isTrue();
        }
    }

    @Test
    void whoIsInterruptedBeforeHasWithdrawnIt() throws InterruptedException {
        try (var house = Roundhouse.open()) {
            Answer answer = answerOf(house);
            Thread asks = asksUntil(answer, WaitInterruptedException.class);
            asks.interrupt();
            asks.join();
            assertThat(isToldInterrupted).isTrue();
            assertThat(answer.refuses()).isFalse();
        }
    }

    private static Answer answerOf(Roundhouse house) {
        Object handle = house.actor(Supplier.class, () -> () -> "");
        return Asking.now((Actor) Inspect.itself(handle), Awaited.NO_METHOD);
    }

    /** Waits already. */
    private Thread asksUntil(Answer answer, Class<? extends Exception> thrown) {
        Thread asks =
                Thread.ofPlatform()
                        .start(() -> {
                            assertThatThrownBy(() ->
                                            Asking.await(answer.asked(), Caller.current(), answer))
                                    .isInstanceOf(thrown);
                            isToldInterrupted = Thread.interrupted();
                        });
        while (asks.getState() == Thread.State.NEW || asks.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        return asks;
    }
}
