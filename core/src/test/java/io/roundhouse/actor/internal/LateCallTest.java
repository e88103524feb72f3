package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Caller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A sender has found the house open and is held up, for as long as it takes the house to close:
 * before its call is in the mailbox, or after that and before anybody has been told.
 */
@ParameterizedClass
@EnumSource(ActorOptions.Dispatch.class)
@Timeout(60)
final class LateCallTest {
    @Parameter ActorOptions.Dispatch dispatch;

    private final List<Invocation> dead = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> handled = Collections.synchronizedList(new ArrayList<>());

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatComesAfterTheHouseIsClosedIsADeadLetter(boolean isInMailbox) {
        Roundhouse house = Roundhouse.open(with -> with.onDeadLetter(dead::add));
        LongConsumer handle = house.actor(LongConsumer.class, () -> handled::add, dispatch());
        handle.accept(1);
        house.awaitQuiescence();
        LateCall late = new LateCall(handle, 2);
        if (isInMailbox) {
            late.isPutIntoTheMailbox();
        }
        house.close();
        if (!isInMailbox) {
            late.isPutIntoTheMailbox();
        }
        late.isMadeKnown();
        if (isInMailbox && handled.contains(2L)) { // found in time by who looked for another reason
            assertThat(handled).containsExactly(1L, 2L);
            assertThat(dead).isEmpty();
            return;
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).singleElement().extracting(Invocation::arguments).isEqualTo(List.of(2L));
        assertThat(house.deadLetters()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallThatComesAfterTheActorIsStoppedIsADeadLetter(boolean isInMailbox) {
        try (var house = Roundhouse.open(with -> with.onDeadLetter(dead::add))) {
            LongConsumer handle = house.actor(LongConsumer.class, () -> handled::add, dispatch());
            handle.accept(1);
            house.awaitQuiescence();
            LateCall late = new LateCall(handle, 2);
            if (isInMailbox) {
                late.isPutIntoTheMailbox();
            }
            house.stop(handle);
            house.awaitQuiescence();
            if (!isInMailbox) {
                late.isPutIntoTheMailbox();
            }
            late.isMadeKnown();
            house.awaitQuiescence();
            if (isInMailbox
                    && handled.contains(2L)) { // found in time by who looked for another reason
                assertThat(house.deadLetters()).isZero();
                return;
            }
            assertThat(house.deadLetters()).isEqualTo(1);
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).singleElement().extracting(Invocation::arguments).isEqualTo(List.of(2L));
    }

    private Consumer<ActorOptions> dispatch() {
        return switch (dispatch) {
            case WORKERS -> _ -> {};
            case PINNED -> ActorOptions::pinned;
            case VIRTUAL -> ActorOptions::virtual;
            case EXECUTOR -> with -> with.on(ForkJoinPool.commonPool());
        };
    }

    /** What {@link Actor#send} does from outside, step by step. */
    private static final class LateCall {
        private final Actor actor;
        private final Caller me = Caller.current();

        LateCall(Object handle, long argument) {
            actor = ((Handle) handle).actor();
            me.longs[me.first] = 1; // the number of the only method, + 1
            me.longs[me.first + 1] = argument;
            actor.kind.house().checkAcceptsFromOutside(actor);
        }

        void isPutIntoTheMailbox() {
            assertThat(actor.offer(actor.kind.bound(), me.longs, me.references, me.first)).isTrue();
        }

        void isMadeKnown() {
            actor.dispatching().mailed(actor, me);
        }
    }
}
