package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Options cost an actor nothing that others with the same ones have, too. */
@Timeout(60)
final class InCommonTest {
    private static LongConsumer actor(Roundhouse house, Consumer<? super ActorOptions> with) {
        return house.actor(LongConsumer.class, () -> _ -> {}, with);
    }

    @Test
    void whatIsMadeWithTheSameOptionsIsKeptOnce() {
        try (var house = Roundhouse.open()) {
            List<Consumer<ActorOptions>> options =
                    List.of(_ -> {}, with -> with.bounded(7), ActorOptions::unbounded);
            for (Consumer<ActorOptions> with : options) {
                assertThat(Inspect.inCommon(actor(house, with)))
                        .isSameAs(Inspect.inCommon(actor(house, with)))
                        .isNotSameAs(Inspect.inCommon(actor(house, o -> o.bounded(8))));
            }
        }
    }

    @Test
    void aNameIsItsOwn() {
        try (var house = Roundhouse.open()) {
            LongConsumer one = actor(house, with -> with.named("one"));
            LongConsumer other = actor(house, with -> with.named("other"));
            assertThat(one.toString()).isNotEqualTo(other.toString());
        }
    }

    @Test
    void whatNobodyHasAnyMoreIsLetGo() {
        try (var house = Roundhouse.open()) {
            var kind = new WeakReference<>(Inspect.inCommon(actor(house, with -> with.bounded(9))));
            Until.isTrue(() -> {
                System.gc();
                return kind.get() == null;
            });
        }
    }
}
