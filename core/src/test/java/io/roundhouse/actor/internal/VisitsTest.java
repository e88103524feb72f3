package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorContext;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A thread that has run an actor on the spot is what it was before, whatever happened there. */
@Timeout(60)
final class VisitsTest {
    private static final int BOUND = 4;

    interface Asked {
        long ask(What what);
    }

    /** What the actor does while it is run. */
    enum What {
        NOTHING,
        ASKS_ANOTHER,
        ASKS_WHILE_IT_MAKES_ONE,
        THROWS,
        ANSWERS_LATER,
        SENDS_TOO_MUCH
    }

    private final Roundhouse house = Roundhouse.open(with -> with.workers(1));
    private final Caller me = Caller.current();
    private final AtomicReference<String> ran = new AtomicReference<>();

    @AfterEach
    void close() {
        house.close();
    }

    private final class Asker implements Asked {
        private final Asked other = house.actor(Asked.class, () -> _ -> me.depth());
        private final LongConsumer slow =
                house.actor(LongConsumer.class, () -> _ -> {}, with -> with.bounded(BOUND));

        @Override
        public long ask(What what) {
            ran.set(Thread.currentThread().getName());
            switch (what) {
                case NOTHING -> {}
                case ASKS_ANOTHER -> assertThat(other.ask(what)).isEqualTo(2);
                case ASKS_WHILE_IT_MAKES_ONE ->
                        house.actor(
                                LongConsumer.class,
                                () -> {
                                    assertThat(other.ask(what)).isEqualTo(2);
                                    return _ -> {};
                                });
                case THROWS -> throw new IllegalStateException("as it was asked to");
                case ANSWERS_LATER ->
                        ActorContext.current().<Long>answer().complete(1L + me.depth());
                case SENDS_TOO_MUCH -> {
                    for (int i = 0; i < 100 * BOUND; i++) {
                        slow.accept(i);
                    }
                }
            }
            return me.depth();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whateverHappenedThere(What what) {
        Asked asked = house.actor(Asked.class, Asker::new);
        for (int i = 0; i < 3; i++) {
            ran.set(null);
            if (what == What.THROWS) {
                assertThatThrownBy(() -> asked.ask(what)).hasMessage("as it was asked to");
            } else {
                assertThat(asked.ask(what)).isEqualTo(what == What.ANSWERS_LATER ? 2 : 1);
            }
            assertThat(ran).hasValue(Thread.currentThread().getName());
            assertThat(me.visits).isZero();
            assertThat(me.running).isNull();
            assertThat(me.pressed).isNull();
            house.awaitQuiescence();
        }
    }

    /** As it is told of what is being made outside of all actors. */
    @Test
    void whoIsMadeByAThreadIsNotWhoItAsksMeanwhile() {
        AtomicReference<String> here = new AtomicReference<>();
        Asked asked =
                house.actor(
                        Asked.class,
                        () ->
                                _ -> {
                                    here.set(ActorContext.current().name());
                                    return 0;
                                },
                        with -> with.named("asked"));
        house.actor(
                LongConsumer.class,
                () -> {
                    asked.ask(What.NOTHING);
                    return _ -> {};
                },
                with -> with.named("made"));
        assertThat(here).hasValue("asked");
    }

    @Test
    void aHouseThatIsClosedIsNotVisited() {
        Asked asked = house.actor(Asked.class, Asker::new);
        assertThat(asked.ask(What.NOTHING)).isEqualTo(1);
        Dispatching workers = Inspect.dispatching(asked);
        assertThat(workers.isOpen()).isTrue();
        house.close();
        assertThat(workers.isOpen()).isFalse();
        assertThatThrownBy(() -> asked.ask(What.NOTHING)).isInstanceOf(HouseClosedException.class);
        assertThat(me.visits).isZero();
    }

    @Test
    void anEraIsNotTakenForAnother() {
        Dispatching workers = Inspect.dispatching(house.actor(Asked.class, Asker::new));
        int before = workers.era();
        workers.shuts();
        int shut = workers.era();
        workers.shuts();
        assertThat(Dispatching.isOpen(before)).isTrue();
        assertThat(Dispatching.isOpen(shut)).isFalse();
        assertThat(workers.era()).isNotIn(before, shut);
        assertThat(workers.isOpen()).isFalse();
    }

    @Test
    void aThreadOfItsOwnIsNeverVisited() {
        Asked asked = house.actor(Asked.class, Asker::new, with -> with.pinned());
        assertThat(Inspect.dispatching(asked)).isInstanceOf(OwnThread.class);
        assertThat(Inspect.dispatching(asked).isOpen()).isFalse();
        asked.ask(What.NOTHING);
        assertThat(ran.get()).isNotEqualTo(Thread.currentThread().getName());
    }
}
