package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who calls actors from deep recursion runs out of stack anywhere, in the middle of a send, too.
 * Nothing that was accepted is lost, and nobody waits for what has not become of a send.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class DeepStackTest {
    @Parameter Dispatcher on;

    interface Sink {
        void take(long n, String word);
    }

    interface Diver {
        void dive(int number);
    }

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong tried = new AtomicLong();
    private final AtomicLong grounds = new AtomicLong();
    private final AtomicLong handled = new AtomicLong();

    /** How often each goes to the ground. */
    private int dives() {
        return on == Dispatcher.STEPPING ? 5 : 30; // thousands of calls each, a step a call
    }

    /** Frames of different sizes, so that the stack ends at different places. */
    private void dive(Sink[] sinks, int level, int number) {
        if ((number & 1) == 0) {
            send(sinks, level);
            dive(sinks, level + 1, number >> 1 | number << 31);
        } else {
            wider(sinks, level, number, level, level, level, level);
        }
    }

    private void wider(Sink[] sinks, int level, int number, long a, long b, long c, long d) {
        send(sinks, level + (int) (a - b + c - d));
        dive(sinks, level + 1, number >> 1 | number << 31);
    }

    private void send(Sink[] sinks, int level) {
        tried.incrementAndGet(); // whatever is cut short here or behind the call
        sinks[level % sinks.length].take(level, "word");
        accepted.incrementAndGet();
    }

    private void diveToTheGround(Sink[] sinks, int number) {
        try {
            dive(sinks, 0, number * 0x9E3779B9);
        } catch (StackOverflowError e) {
            grounds.incrementAndGet();
        }
    }

    private Sink[] sinks(Roundhouse house) {
        Sink[] sinks = new Sink[3];
        for (int i = 0; i < sinks.length; i++) {
            int bound = 1 << 19;
            sinks[i] =
                    on.actor(
                            house,
                            Sink.class,
                            () -> (_, _) -> handled.incrementAndGet(),
                            with -> with.bounded(bound));
        }
        return sinks;
    }

    private void check() {
        assertThat(grounds).hasValue(4 * dives());
        assertThat(handled.get()).isBetween(accepted.get(), tried.get());
    }

    @Test
    void fromActors() {
        try (var house = on.open(with -> with.onFailure((_, _) -> {}))) {
            Sink[] sinks = sinks(house);
            for (int i = 0; i < 4; i++) {
                Diver diver =
                        on.actor(
                                house, Diver.class, () -> number -> diveToTheGround(sinks, number));
                for (int dive = 0; dive < dives(); dive++) {
                    diver.dive(4 * dive + i);
                }
            }
        }
        check();
    }

    @Test
    void fromOutside() {
        try (var house = on.open()) {
            Sink[] sinks = sinks(house);
            inThreads(
                    4,
                    Thread.ofPlatform().stackSize(1 << 19),
                    number -> {
                        for (int dive = 0; dive < dives(); dive++) {
                            diveToTheGround(sinks, 4 * dive + number);
                        }
                        for (Sink each : sinks) {
                            tried.incrementAndGet();
                            each.take(0, "the stack is not deep here");
                            accepted.incrementAndGet();
                        }
                    });
        }
        check();
    }
}
