package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sender has looked at a mailbox's memory and is held up, for as long as it takes that memory to
 * be given back and other memory to be had: what it says then about room is about memory that has
 * gone.
 */
@Timeout(60)
final class StaleLimitTest {
    private static final int BURST = 130;

    private final CountDownLatch isIn = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<Long> handled = new ArrayList<>();
    private final Object[] look = new Object[4];
    private LongConsumer self = _ -> {};

    @Test
    void whoComesLateDoesNotSayThatThereIsRoom() throws ReflectiveOperationException {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            self = house.actor(LongConsumer.class, () -> this::handle, with -> with.bounded(16));
            Actor actor = ((Handle) self).actor();
            self.accept(-1);
            house.awaitQuiescence();
            assertThat(look[1]).as("the memory of the burst").isNotNull();
            assertThat(get(actor, "filling")).as("given back").isNull();
            self.accept(-2);
            await(isIn);
            self.accept(0);
            raise(actor);
            LongStream.range(1, 8).forEach(self);
            go.countDown();
        }
        assertThat(handled).containsExactlyElementsOf(LongStream.range(0, 8).boxed().toList());
    }

    private void handle(long n) {
        if (n == -1) {
            for (long i = 1; i <= BURST; i++) {
                self.accept(-100 - i);
            }
        } else if (n == -100 - BURST) {
            Actor actor = ((Handle) self).actor();
            look[0] = get(actor, "tail");
            look[1] = get(actor, "filling");
            look[2] = get(actor, "head");
            look[3] = get(actor, "limit");
        } else if (n == -2) {
            isIn.countDown();
            await(go);
        } else if (n >= 0) {
            handled.add(n);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object get(Actor actor, String name) {
        try {
            Field field = Mailbox.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(actor);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private void raise(Actor actor) throws ReflectiveOperationException {
        Method raise =
                Arrays.stream(Mailbox.class.getDeclaredMethods())
                        .filter(each -> each.getName().equals("raiseLimit"))
                        .findAny()
                        .orElseThrow();
        raise.setAccessible(true);
        raise.invoke(actor, look[1], look[0], look[2], look[3]);
    }
}
