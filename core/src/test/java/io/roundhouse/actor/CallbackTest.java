package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What an actor attaches to an answer runs in that actor, long after the call has returned. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class CallbackTest {
    private static final int ROUNDS = 500;

    @Parameter Dispatcher on;

    interface Later {
        CompletableFuture<Integer> answer(int number);

        void give();
    }

    /** Keeps what it owes until it is told to give. */
    private static final class Keeping implements Later {
        private final List<CompletableFuture<Integer>> owed = new ArrayList<>();

        @Override
        public CompletableFuture<Integer> answer(int number) {
            CompletableFuture<Integer> later = new CompletableFuture<>();
            owed.add(later);
            return later;
        }

        @Override
        public void give() {
            for (int i = 0; i < owed.size(); i++) {
                owed.get(i).complete(i);
            }
            owed.clear();
        }
    }

    interface Asker {
        void ask(int number);

        void count();
    }

    private static final class Asking implements Asker {
        private final Later other;
        private final AtomicInteger inside = new AtomicInteger();
        private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        private int calls;
        private int callbacks;
        private int attached;

        Asking(Later other) {
            this.other = other;
        }

        private void alone(Runnable body) {
            if (inside.incrementAndGet() != 1) {
                wrong.add("two at once");
            }
            if (!ActorContext.current().name().equals("asker")) {
                wrong.add("in " + ActorContext.current().name());
            }
            body.run();
            inside.decrementAndGet();
        }

        @Override
        public void ask(int number) {
            alone(() -> {
                calls++;
                var _ =
                        other.answer(number)
                                .thenApply(n -> n + 1)
                                .whenComplete((_, _) -> alone(() -> callbacks++));
                attached++;
            });
        }

        @Override
        public void count() {
            alone(() -> calls++);
        }
    }

    @Test
    void oneAtATimeWithItsCallsAndInItsContext() {
        Asking object;
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, Keeping::new);
            object = new Asking(other);
            Asking plain = object;
            Asker asker = on.actor(house, Asker.class, () -> plain, with -> with.named("asker"));
            for (int i = 0; i < ROUNDS; i++) {
                asker.ask(i);
                asker.count();
            }
            house.awaitQuiescence();
            assertThat(object.callbacks).isZero();
            other.give();
            for (int i = 0; i < ROUNDS; i++) {
                asker.count();
            }
            house.awaitQuiescence();
        }
        assertThat(object.wrong).isEmpty();
        assertThat(object.attached).isEqualTo(ROUNDS);
        assertThat(object.callbacks).isEqualTo(ROUNDS);
        assertThat(object.calls).isEqualTo(3 * ROUNDS);
    }
}
