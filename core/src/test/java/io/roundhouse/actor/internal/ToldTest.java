package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.StubWaiter;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for what comes of answers is told as long as it waits, and known no longer. */
@Timeout(60)
final class ToldTest {
    interface Owing {
        CompletableFuture<String> owe();
    }

    interface Waits {
        boolean isThereInTime(CompletableFuture<String> future);
    }

    private static boolean isThereInTime(CompletableFuture<String> future) {
        try {
            future.get(1, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whoHasWaitedInVainIsForgotten() {
        CompletableFuture<String> owed = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            CompletableFuture<String> composed =
                    house.actor(Owing.class, () -> () -> owed).owe().thenCompose(_ -> owed);
            WeakReference<Object> waited = new WeakReference<>(waitsInVain(house, composed));
            assertThat(((Joining<?>) composed).told()).isZero();
            assertThat(composed.getNumberOfDependents()).isZero();
            Until.isTrue(() -> waited.get() == null, System::gc);
            owed.complete("there");
            assertThat(composed.join()).isEqualTo("there");
        }
    }

    /** The actor, which has been stopped. */
    private static Object waitsInVain(Roundhouse house, CompletableFuture<String> composed) {
        Waits waits = house.actor(Waits.class, () -> ToldTest::isThereInTime);
        assertThat(waits.isThereInTime(composed)).isFalse();
        house.stop(waits);
        return Inspect.itself(waits);
    }

    /** A waiter that counts, and may throw. */
    private static final class Sleeper extends StubWaiter {
        private final AtomicInteger woken;
        private final boolean isThrown;

        Sleeper(AtomicInteger woken, boolean isThrown) {
            this.woken = woken;
            this.isThrown = isThrown;
        }

        @Override
        public void wake() {
            woken.incrementAndGet();
            if (isThrown) {
                throw new IllegalStateException("cannot be woken");
            }
        }
    }

    @Test
    void eachIsToldWhateverOneOfThemThrows() {
        try (var house = Roundhouse.open()) {
            Actor actor = ((Handle) house.actor(LongConsumer.class, () -> _ -> {})).actor();
            Joining<String> composed =
                    new Joining<>(Asking.later(actor, Caller.current(), Awaited.NO_METHOD), false);
            composed.leads();
            AtomicInteger woken = new AtomicInteger();
            List<Runnable> waits = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                waits.add(composed.tellsOfMore(actor, new Sleeper(woken, i % 2 == 1)));
            }
            Answer more = Asking.later(actor, Caller.current(), Awaited.NO_METHOD);
            assertThatThrownBy(() -> composed.leadsTo(more))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(woken).hasValue(5);
            waits.forEach(Runnable::run); // each is over, and in no list any more
        }
    }
}
