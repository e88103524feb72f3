package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/**
 * The sender is an actor of one house that goes from worker to worker, the receiver one of another.
 */
@Timeout(60)
final class TwoHousesTest {
    private static final int CALLS = 50_000;

    @RepeatedTest(5)
    void callsOfAnActorOfAnotherHouseAreHandledInTheirOrder() {
        List<Long> handled = new ArrayList<>();
        try (var there = Roundhouse.open(with -> with.workers(2));
                var here = Roundhouse.open(with -> with.workers(4))) {
            LongConsumer receiver = there.actor(LongConsumer.class, () -> handled::add);
            AtomicReference<LongConsumer> sender = new AtomicReference<>();
            AtomicReference<LongConsumer> detour = new AtomicReference<>();
            sender.set(
                    here.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        receiver.accept(n);
                                        if (n < CALLS) {
                                            (n % 3 == 0 ? detour : sender).get().accept(n + 1);
                                        }
                                    }));
            detour.set(here.actor(LongConsumer.class, () -> n -> sender.get().accept(n)));
            List<LongConsumer> crowd = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int next = (i + 1) % 6;
                crowd.add(
                        here.actor(
                                LongConsumer.class,
                                () ->
                                        n -> {
                                            if (n > 0) {
                                                crowd.get(next).accept(n - 1);
                                            }
                                        }));
            }
            crowd.forEach(each -> each.accept(CALLS));
            sender.get().accept(1);
        }
        assertThat(handled).hasSize(CALLS).isSorted();
    }
}
