package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.dispatch.internal.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sender was told that the house is open, and comes with its call when it is closed. */
@Timeout(60)
final class LateMailTest {
    @ParameterizedTest
    @EnumSource
    void callsThatComeWhenTheHouseIsClosedAreDeadLetters(ActorOptions.Dispatch dispatch) {
        Consumer<ActorOptions> with =
                switch (dispatch) {
                    case WORKERS -> _ -> {};
                    case PINNED -> ActorOptions::pinned;
                    case VIRTUAL -> ActorOptions::virtual;
                    case EXECUTOR ->
                            options -> options.on(java.util.concurrent.ForkJoinPool.commonPool());
                };
        List<Long> handled = new ArrayList<>();
        List<Object> dead = new ArrayList<>();
        Roundhouse house =
                Roundhouse.open(
                        options -> options.onDeadLetter(call -> dead.addAll(call.arguments())));
        LongConsumer actor = house.actor(LongConsumer.class, () -> handled::add, with);
        actor.accept(1);
        house.close();
        for (long n = 2; n <= 4; n++) {
            Caller me = Caller.current();
            me.longs[me.first] = 1;
            me.longs[me.first + 1] = n;
            ((Handle) actor).actor().append(me, me.longs, me.references, me.first);
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).containsExactly(2L, 3L, 4L);
        assertThat(house.deadLetters()).isEqualTo(3);
    }
}
