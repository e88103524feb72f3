package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * In a house that is stepped: another thread has put a call into a mailbox, and is still to tell of
 * it. Who waits for room there has it handled, and is not told that nothing is left to run.
 */
@Timeout(60)
final class SteppedMailTest {
    private final List<Long> handled = new ArrayList<>();

    private LongConsumer small(Roundhouse house) {
        return house.actor(LongConsumer.class, () -> handled::add, with -> with.bounded(1));
    }

    @Test
    void whoWaitsForRoomHasHandledWhatAnotherThreadIsStillToTellOf() {
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            LongConsumer small = small(house);
            Inspect.isAboutToSend(small, 1);
            small.accept(2);
            assertThat(handled).containsExactly(1L);
            Inspect.tells(small); // late, and to nobody's harm
            house.awaitQuiescence();
        }
        assertThat(handled).containsExactly(1L, 2L);
    }

    interface Asked {
        CompletableFuture<Long> later();
    }

    /** In days, which are over where nothing else is left to do. */
    @Test
    void noTimePassesBeforeThat() {
        List<String> said = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Asked never = house.actor(Asked.class, () -> CompletableFuture::new);
            Runnable waits =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        try {
                                            never.later().get(1, TimeUnit.DAYS);
                                        } catch (TimeoutException e) {
                                            said.add("a day later");
                                        } catch (InterruptedException | ExecutionException e) {
                                            said.add("" + e);
                                        }
                                    });
            LongConsumer small = small(house);
            waits.run();
            Inspect.isAboutToSend(small, 1);
            small.accept(2);
            assertThat(handled).containsExactly(1L);
            assertThat(said).isEmpty();
            house.awaitQuiescence();
        }
        assertThat(said).containsExactly("a day later");
        assertThat(handled).containsExactly(1L, 2L);
    }
}
