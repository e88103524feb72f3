package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.internal.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a select has offered is taken while it waits and does nothing itself, once, or never. */
final class AtActorsTest {
    private final List<Attempt.Offer> offers = new ArrayList<>();
    private final Calling<Object> one = calling();
    private final Calling<Object> other = calling();
    private final Select select = Select.of(one, other);
    private final Party party = select.party();
    private final AtActors actors = Objects.requireNonNull(AtActors.of(party, clauses()));

    private Clause[] clauses() {
        return new Clause[] {one, other};
    }

    /** Whoever is called here would begin with it when the test says so. */
    private Calling<Object> calling() {
        return new Calling<>(
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

    /** What does not take part does not keep a scope from seeing that nothing can happen. */
    @Test
    void aCallWhoseGuardIsOffEndsNoWait() {
        one.onlyIf(() -> false);
        other.onlyIf(() -> false);
        select.prepare();
        assertThat(party.mayEnd()).isFalse();
    }

    /** Whoever has been met is woken, on however little stack: both, or neither. */
    @Test
    @Timeout(60)
    void whatEndsForWantOfStackHasMetNobody() throws Exception {
        AtActorsTest before = new AtActorsTest();
        Thread.ofVirtual().start(before::awaits).join();
        assertThat(before.offers.get(0).take()).isTrue(); // all is loaded
        Thread.ofVirtual().start(this::awaits).join(); // who would be woken
        boolean[] looked = {false, false};
        Thread thread = new Thread(null, () -> takesAtTheEndOfTheStack(looked), "deep", 1 << 19);
        thread.start();
        thread.join();
        assertThat(looked).containsExactly(true, true);
        assertThat(party.end()).isSameAs(one);
    }

    private void takesAtTheEndOfTheStack(boolean[] looked) {
        try {
            takesAtTheEndOfTheStack(looked);
        } catch (StackOverflowError e) {
            // here is the end
        }
        if (looked[1]) {
            return;
        }
        try {
            looked[1] = offers.get(0).take();
        } catch (StackOverflowError e) {
            looked[0] = true;
            if (party.met()) {
                throw new AssertionError("met, and not woken");
            }
        }
    }

    // ---- room

    private final Room room = new Room();

    private static final class Room implements Attempt.Room {
        boolean isThere;
        int looks;
        int added;
        Runnable atTheLook = () -> {};

        @Override
        public boolean isThere() {
            looks++;
            atTheLook.run();
            return isThere;
        }

        @Override
        public void add(Runnable whenThere) {
            added++;
        }

        @Override
        public void remove(Runnable whenThere) {}
    }

    private Select wantsRoom(Clause... others) {
        List<Clause> all = new ArrayList<>(List.of(others));
        all.add(
                Select.whenAccepted(
                        () -> {
                            if (!room.isThere || room.looks < 1_000_000) {
                                throw Objects.requireNonNull(Attempt.here()).refused(room);
                            }
                        },
                        () -> {}));
        return Select.of(all.toArray(Clause[]::new));
    }

    /** Nobody tells, so it looks, and does not go to the end of the lines for that. */
    @Test
    @Timeout(60)
    void whoLooksForRoomKeepsItsPlaceInTheLines() throws Exception {
        Channel<String> silent = Channel.rendezvous();
        List<String> got = new ArrayList<>();
        Select wants = wantsRoom(silent.whenReceived(got::add));
        int[] asleep = {0};
        Thread sends =
                new Thread(() -> {
                    try {
                        silent.send("order");
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
        room.atTheLook =
                () -> {
                    if (silent.waitingReceivers() == 1 && ++asleep[0] == 20) {
                        sends.start();
                    }
                };
        assertThat(wants.await()).isTrue();
        sends.join();
        assertThat(got).containsExactly("order");
        assertThat(room.added).isOne();
    }

    /** It seems to be there, and is not for this one: that is no reason to be deaf. */
    @Test
    @Timeout(60)
    void whoIsRefusedAgainAndAgainIsInterrupted() {
        room.isThere = true;
        Select wants = wantsRoom();
        Thread me = Thread.currentThread();
        room.atTheLook =
                () -> {
                    if (room.looks == 100) {
                        me.interrupt();
                    }
                };
        assertThatThrownBy(wants::await).isInstanceOf(InterruptedException.class);
        assertThat(room.looks).isLessThan(1_000);
    }

    @Test
    void theEndOfAnActorHasTheSelectLookAgain() {
        awaits();
        offers.get(0).pass();
        assertThat(party.end()).isSameAs(Party.LOOK_AGAIN);
    }
}
