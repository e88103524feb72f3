package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.internal.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a select has offered is taken while it waits and does nothing itself, once, or never. */
final class AtActorsTest {
    private final List<Attempt.Offer> offers = new ArrayList<>();
    private final Clause.Calling<Object> one = calling();
    private final Clause.Calling<Object> other = calling();
    private final Select select = Select.of(one, other);
    private final Party party = select.party();
    private final AtActors actors = Objects.requireNonNull(AtActors.of(party, clauses()));

    private Clause[] clauses() {
        return new Clause[] {one, other};
    }

    /** Whoever is called here would begin with it when the test says so. */
    private Clause.Calling<Object> calling() {
        return new Clause.Calling<>(
                () -> {
                    Attempt attempt = Objects.requireNonNull(Attempt.here());
                    offers.add(attempt.offer(new CompletableFuture<>()));
                    return offers.size();
                },
                _ -> {});
    }

    private void begins() {
        party.begin();
        actors.begin();
    }

    private void looksAgain() {
        party.giveUp();
        actors.end();
    }

    private void awaits() {
        select.prepare();
        assertThat(one.happens(party)).isFalse();
        assertThat(other.happens(party)).isFalse();
        assertThat(offers).isEmpty();
        begins();
        assertThat(offers).hasSize(2);
    }

    @Test
    void oneOfTwoOffersIsTaken() {
        awaits();
        assertThat(offers.get(1).take()).isTrue();
        assertThat(offers.get(0).take()).isFalse();
        assertThat(party.end()).isSameAs(other);
    }

    @Test
    void nothingIsTakenFromASelectThatIsAwake() {
        awaits();
        looksAgain();
        assertThat(offers.get(0).take()).isFalse();
    }

    /** It waits again, and may be about to meet somebody at a channel itself. */
    @Test
    void nothingIsTakenBeforeTheLastLookAtTheChannels() {
        awaits();
        looksAgain();
        party.begin();
        assertThat(offers.get(0).take()).isFalse();
        assertThat(party.met()).isFalse();
    }

    @Test
    void anOfferThatNobodyCameToKeepsItsPlaceAndAnotherIsMadeForOneThatWasPassed() {
        awaits();
        looksAgain();
        assertThat(offers.get(1).take()).isFalse();
        begins();
        assertThat(offers).hasSize(3);
        assertThat(offers.get(0).take()).isTrue();
        assertThat(offers.get(2).take()).isFalse();
        assertThat(party.end()).isSameAs(one);
    }

    @Test
    void nothingIsTakenInALaterAwait() {
        awaits();
        looksAgain();
        actors.leave(null);
        select.prepare();
        begins();
        assertThat(offers.get(0).take()).isFalse();
        assertThat(party.met()).isFalse();
    }

    @Test
    void theEndOfAnActorHasTheSelectLookAgain() {
        awaits();
        offers.get(0).pass();
        assertThat(party.end()).isSameAs(Party.LOOK_AGAIN);
    }
}
