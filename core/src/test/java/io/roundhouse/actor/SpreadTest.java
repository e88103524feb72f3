package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Where calls take long, an actor's turn ends with the call that it hands over: what it leads to
 * runs at once, and an idle worker may take what is left in the actor's mail.
 */
@Timeout(60)
class SpreadTest {
    private static final long LONG_CALL_NANOS = 10_000;
    private static final int UNTIL_KNOWN_TO_BE_LONG = 300;

    private final List<String> order = new ArrayList<>();

    @Test
    void aTurnOfLongCallsEndsWithTheOneThatIsHandedOver() {
        try (Roundhouse house = Roundhouse.open(with -> with.workers(1))) {
            IntConsumer receiver =
                    house.actor(IntConsumer.class, () -> call -> order.add("received " + call));
            IntConsumer sender =
                    house.actor(
                            IntConsumer.class,
                            () ->
                                    call -> {
                                        order.add("sent " + call);
                                        receiver.accept(call);
                                    });
            AtomicReference<IntConsumer> there = new AtomicReference<>();
            IntConsumer here =
                    house.actor(IntConsumer.class, () -> left -> bounce(left, there.get(), sender));
            there.set(house.actor(IntConsumer.class, () -> left -> bounce(left, here, sender)));
            here.accept(UNTIL_KNOWN_TO_BE_LONG);
        }
        assertThat(order)
                .containsExactly(
                        "sent 1", "received 1", "sent 2", "received 2", "sent 3", "received 3");
    }

    private static void bounce(int left, IntConsumer other, IntConsumer sender) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < LONG_CALL_NANOS) {
            Thread.onSpinWait();
        }
        if (left > 0) {
            other.accept(left - 1);
        } else {
            sender.accept(1);
            sender.accept(2);
            sender.accept(3);
        }
    }
}
