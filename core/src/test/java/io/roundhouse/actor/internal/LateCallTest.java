package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.Invocation;
import io.roundhouse.railway.internal.RecordLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sender is interrupted between finding room and publishing, for as long as it takes an actor to
 * end.
 */
@Timeout(60)
final class LateCallTest {
    private final List<Invocation> dead = new ArrayList<>();
    private final List<Long> handled = new ArrayList<>();

    @Test
    void aCallPublishedAfterTheActorHasEndedIsADeadLetter() throws InterruptedException {
        try (var house = Roundhouse.open(with -> with.onDeadLetter(dead::add))) {
            LongConsumer actor = house.actor(LongConsumer.class, () -> handled::add);
            Mailbox mailbox = ((Handle) actor).mailbox;
            actor.accept(1);
            house.awaitQuiescence();
            CallLane lane = mailbox.laneOfCaller();
            int record = lane.claim();
            house.stop(actor);
            mailbox.thread.join();
            lane.longs[RecordLoader.LONGS_EDGE + record] = 2;
            lane.sent();
            assertThat(house.deadLetters()).isEqualTo(1);
            house.awaitQuiescence();
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).singleElement().extracting(Invocation::arguments).isEqualTo(List.of(2L));
    }

    @Test
    void aCallPublishedAfterTheHouseIsClosedIsADeadLetter() {
        Roundhouse house = Roundhouse.open(with -> with.onDeadLetter(dead::add));
        LongConsumer actor = house.actor(LongConsumer.class, () -> handled::add);
        actor.accept(1);
        CallLane lane = ((Handle) actor).mailbox.laneOfCaller();
        int record = lane.claim();
        house.close();
        lane.longs[RecordLoader.LONGS_EDGE + record] = 2;
        lane.sent();
        assertThat(handled).containsExactly(1L);
        assertThat(dead).singleElement().extracting(Invocation::arguments).isEqualTo(List.of(2L));
        assertThat(house.deadLetters()).isEqualTo(1);
    }
}
