package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mail that comes before something else is handled to its end, though calls are long and one of
 * them has handed a call over.
 */
@Timeout(60)
class DrainToAnEndTest {
    private final List<Integer> received = new ArrayList<>();
    private final AtomicInteger how = new AtomicInteger(-1);

    @Test
    void aTurnIsNotCutBeforeTheEnd() {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        IntConsumer receiver = house.actor(IntConsumer.class, () -> received::add);
        IntConsumer sender = house.actor(IntConsumer.class, () -> receiver::accept);
        house.actor(Runnable.class, () -> () -> drain(sender)).run();

        boolean quiet = house.awaitQuiescence(Duration.ofSeconds(20));
        house.close(Duration.ofSeconds(1));

        assertThat(quiet).as("the mail was handled").isTrue();
        assertThat(how).hasValue(Task.DONE);
        assertThat(received).containsExactly(1, 2, 3);
    }

    /** Does what a worker does with a call that it has stolen from another one. */
    private void drain(IntConsumer sender) {
        Actor actor = ((Handle) sender).actor();
        assertThat(actor.claim()).isTrue();
        for (int call = 1; call <= 3; call++) {
            sender.accept(call);
        }
        Caller me = Caller.current();
        me.spreads = true;
        for (int turns = 0; turns < 100 && how.get() != Task.DONE; turns++) {
            how.set(actor.drain(me, Integer.MAX_VALUE, actor.sent()));
        }
        me.spreads = false;
        actor.release();
    }
}
