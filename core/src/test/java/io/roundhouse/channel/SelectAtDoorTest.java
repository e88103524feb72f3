package io.roundhouse.channel;

import static io.roundhouse.channel.Team.awaitSenders;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A select that waits awake is met at one door, and at no other one. */
@Timeout(60)
final class SelectAtDoorTest {
    private final List<Object> done = new ArrayList<>();

    private void happened(Object what) {
        done.add(what);
    }

    @Test
    void aSelectThatWaitsAwakeIsMetAtOneDoor() {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        Select select = waitsAwake(one, two);
        assertThat(select.isNowReady()).isFalse();

        assertThat(two.trySend(2)).isFalse();
        assertThat(one.trySend(1)).isTrue();
        assertThat(one.trySend(3)).isFalse();
        assertThat(select.channels().meetOrWait(0))
                .isNotNull()
                .extracting(place -> place.element)
                .isEqualTo(1);
        assertThat(one.waitingReceivers() + two.waitingReceivers()).isZero();
    }

    @Test
    void aSelectLeavesTheDoorBeforeItReceivesElsewhere() throws Exception {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        Select select = waitsAwake(one, two);
        try (Team team = new Team()) {
            team.start(() -> two.send(2));
            awaitSenders(two, 1);
            assertThat(select.isNowReady()).isTrue();
            team.join();
        }
        assertThat(one.trySend(1)).isFalse();
        assertThat(one.waitingReceivers() + two.waitingSenders()).isZero();
    }

    @Test
    void aSelectThatSendsAwakeGivesOneElementOnly() throws Exception {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        Select select =
                Select.of(one.whenSent(1, () -> happened(1)), two.whenSent(2, () -> happened(2)));
        select.prepare();
        select.comesToDoor();

        assertThat(two.tryReceive()).isNull();
        assertThat(one.tryReceive()).isEqualTo(1);
        assertThat(two.tryReceive()).isNull();
        assertThat(select.isNowReady()).isTrue();
        assertThat(one.tryReceive()).isNull();
    }

    @Test
    void aSelectThatWaitsAwakeGoesToTheHeadOfTheLine() {
        RendezvousChannel<Integer> one = new RendezvousChannel<>(null, "one", new Door());
        Channel<Integer> two = Channel.rendezvous();
        Select select = waitsAwake(one, two);
        Place other = new Place(new Party(), one, false);
        other.party.begin();
        one.receivers.add(other); // while nobody else is there

        select.party().begin();
        assertThat(select.channels().meetOrWait(0)).isNull();
        assertThat(one.trySend(1)).isTrue();
        assertThat(select.party().met()).isTrue();
        assertThat(other.party.met()).isFalse();
    }

    @Test
    void aSelectThatWaitsAwakeIsToldOfAClosing() throws Exception {
        Channel<Integer> one = Channel.rendezvous();
        Channel<Integer> two = Channel.rendezvous();
        Select select = waitsAwake(one, two);
        one.close();
        assertThat(select.isNowReady()).isFalse();
        assertThat(select.channels().isAtDoor()).isFalse();
        two.close();
        assertThat(select.await()).isFalse();
    }

    @Test
    void anOrderedSelectWaitsAtItsFirstDoorWhateverHasHappenedLast() throws Exception {
        Channel<Integer> first = Channel.rendezvous();
        Channel<Integer> other = Channel.rendezvous();
        Select select =
                Select.inOrder(
                        first.whenReceived(this::happened), other.whenReceived(this::happened));
        try (Team team = new Team()) {
            team.start(() -> other.send(1));
            assertThat(select.await()).isTrue();
            team.join();
        }
        select.prepare();
        select.comesToDoor();

        assertThat(first.waitingReceivers()).isOne();
        assertThat(other.trySend(2)).isFalse();
        assertThat(first.trySend(3)).isTrue();
    }

    private Select waitsAwake(Channel<Integer> one, Channel<Integer> two) {
        Select select =
                Select.of(one.whenReceived(this::happened), two.whenReceived(this::happened));
        select.prepare();
        select.comesToDoor();
        assertThat(one.waitingReceivers()).isOne();
        return select;
    }
}
