package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.AnyChannel.Outcome;
import io.roundhouse.proof.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A select that receives from and sends to one rendezvous, which may be closed, is met once, and
 * not where that is closed: see {@link Linearizable}.
 *
 * <p>A twin that is caught: a select that gives up by a look.
 */
final class SelectAtOneModel {
    /**
     * A select that receives from and sends to one rendezvous, a receiver and a sender there, and
     * somebody who closes it. Who waits when it is closed waits on, in the words of this model, and
     * is never met any more.
     */
    public static class Closing {
        private static final String WAITS = "waits";
        private final RendezvousChannel<Integer> channel =
                new RendezvousChannel<>(null, "c", new Door());
        private final List<String> done = new ArrayList<>();
        private final Select select =
                Select.inOrder(
                        channel.whenReceived(got -> done.add("" + got)),
                        channel.whenSent(() -> 3, () -> done.add("sent")));

        /** In the lines: of the receiver, and of the sender. */
        private final @Nullable Place[] places = new Place[2];

        private boolean selects;

        @Operation(nonParallelGroup = "select")
        public String select() throws InterruptedException {
            if (selects) {
                return isMet(select.party()) ? selected() : WAITS;
            }
            if (channel.isClosed()) {
                return awaitWhereClosed();
            }
            select.prepare();
            select.party().begin();
            Place at = select.channels().meetOrWait(0);
            if (at != null) {
                select.channels().leaveAll(at);
                return result(at);
            }
            if (channel.isClosed() && (hasGivenUp(select.party()) || !isMet(select.party()))) {
                select.channels().leaveAll(null);
                return awaitWhereClosed();
            }
            selects = true;
            return WAITS;
        }

        @Operation(nonParallelGroup = "select")
        public String giveUpSelecting() {
            if (!selects) {
                return "none";
            }
            if (!hasGivenUp(select.party()) && isMet(select.party())) {
                return selected();
            }
            select.channels().leaveAll(null);
            selects = false;
            return "gave up";
        }

        @Operation(nonParallelGroup = "receiver")
        public String receive() {
            return come(false);
        }

        @Operation(nonParallelGroup = "receiver")
        public String giveUpReceiving() {
            return giveUp(false);
        }

        @Operation(nonParallelGroup = "sender")
        public String send() {
            return come(true);
        }

        @Operation(nonParallelGroup = "sender")
        public String giveUpSending() {
            return giveUp(true);
        }

        /** How many wait on when it is closed, and have not been told. */
        @Operation
        public int close() {
            channel.close();
            return channel.waitingSenders() + channel.waitingReceivers();
        }

        boolean hasGivenUp(Party party) {
            return party.giveUp();
        }

        /** By somebody else than who closes. */
        private static boolean isMet(Party party) {
            return party.end() instanceof Place at && !at.closed;
        }

        private String selected() {
            Place at = (Place) Objects.requireNonNull(select.party().end());
            select.channels().leaveAll(at);
            selects = false;
            return result(at);
        }

        private static String result(Place at) {
            return at.sends ? "sent" : "" + at.element;
        }

        /** Both clauses drop out; that of the sender is worth telling. */
        private String awaitWhereClosed() throws InterruptedException {
            try {
                select.await();
            } catch (ChannelClosedException e) {
                done.add("closed");
            }
            return done.isEmpty() ? "closed" : done.getLast();
        }

        private String come(boolean sends) {
            Place place = places[sends ? 1 : 0];
            if (place != null) {
                return isMet(place.party) ? ended(place) : WAITS;
            }
            place = new Place(new Party(), channel, sends);
            place.element = sends ? 1 : null;
            place.party.begin();
            channel.lock();
            try {
                Outcome outcome = channel.attempt(place);
                if (outcome != Outcome.NOT_YET) {
                    return outcome == Outcome.CLOSED ? "closed" : result(place);
                }
                channel.line(sends).add(place);
            } finally {
                channel.unlock();
            }
            places[sends ? 1 : 0] = place;
            return WAITS;
        }

        private String giveUp(boolean sends) {
            Place place = places[sends ? 1 : 0];
            if (place == null) {
                return "none";
            }
            if (!place.party.giveUp() && isMet(place.party)) {
                return ended(place);
            }
            channel.leave(place);
            places[sends ? 1 : 0] = null;
            return "gave up";
        }

        private String ended(Place place) {
            places[place.sends ? 1 : 0] = null;
            return result(place);
        }
    }

    /** The same, one after the other: of a receiver, a sender and a select one waits at most. */
    public static class Closed {
        private static final int RECEIVER = 0;
        private static final int SENDER = 1;
        private static final int SELECT = 2;
        private static final int NOBODY = 3;
        private final @Nullable String[] results = new String[NOBODY];
        private int waits = NOBODY;
        private boolean closed;

        public String select() {
            return come(SELECT, waits == SENDER ? "1" : "sent", waits == SENDER ? "sent" : "3");
        }

        public String receive() {
            return come(RECEIVER, waits == SENDER ? "1" : "3", "sent");
        }

        public String send() {
            return come(SENDER, "sent", "1");
        }

        private String come(int who, String result, String resultOfOther) {
            String before = results[who];
            if (before != null) {
                results[who] = null;
                return before;
            }
            if (waits == who) {
                return "waits";
            }
            if (closed) {
                return "closed";
            }
            if (waits == NOBODY) {
                waits = who;
                return "waits";
            }
            results[waits] = resultOfOther;
            waits = NOBODY;
            return result;
        }

        public String giveUpSelecting() {
            return giveUp(SELECT);
        }

        public String giveUpReceiving() {
            return giveUp(RECEIVER);
        }

        public String giveUpSending() {
            return giveUp(SENDER);
        }

        private String giveUp(int who) {
            String before = results[who];
            results[who] = null;
            if (before != null) {
                return before;
            }
            if (waits != who) {
                return "none";
            }
            waits = NOBODY;
            return "gave up";
        }

        public int close() {
            closed = true;
            return 0;
        }
    }

    /** A select of both kinds that gives up by a look. */
    public static class HastyClosing extends Closing {
        @Override
        boolean hasGivenUp(Party party) {
            return party.end() == null;
        }
    }

    @Test
    void aSelectThatSendsAndReceivesIsMetOnceAndNotWhereClosed() {
        Linearizable.modelChecking(Closed.class, 3)
                .addCustomScenario(givesUpBesideASender(Closing.class))
                .addCustomScenario(closedBesideAReceiver(Closing.class))
                .check(Closing.class);
    }

    @Test
    void aSelectOfBothKindsThatGivesUpByALookIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(Closed.class, 3)
                                .iterations(0)
                                .addCustomScenario(givesUpBesideASender(HastyClosing.class))
                                .minimizeFailedScenario(false)
                                .check(HastyClosing.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ExecutionScenario givesUpBesideASender(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("select"),
                List.of(List.of("giveUpSelecting", "select"), List.of("send", "send")));
    }

    private static ExecutionScenario closedBesideAReceiver(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("select"),
                List.of(
                        List.of("select", "giveUpSelecting"),
                        List.of("close"),
                        List.of("receive", "receive")));
    }
}
