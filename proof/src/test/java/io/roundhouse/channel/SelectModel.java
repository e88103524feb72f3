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
 * A select happens at one channel at most, and who waits is met once: see {@link Linearizable}. A
 * wait is two operations, as in {@link RendezvousModel}.
 *
 * <p>Twins that are caught: selects that give up by a look, one that goes from a door while
 * somebody holds the lock, and a party that is met by one.
 */
final class SelectModel {
    /** A select that receives at two rendezvous, and a sender at each. */
    public static class Selecting {
        private final List<RendezvousChannel<Integer>> channels = List.of(channel(), channel());
        private final Place[] sending = new Place[2];
        private final List<Integer> received = new ArrayList<>();
        private final Select select =
                Select.inOrder(
                        channels.get(0).whenReceived(received::add),
                        channels.get(1).whenReceived(received::add));
        private boolean selects;

        /** Waits at the door of the first, awake. */
        @Operation(nonParallelGroup = "select")
        public String come() {
            if (selects || select.channels().isAtDoor()) {
                return "none";
            }
            select.prepare();
            select.comesToDoor();
            return select.channels().isAtDoor() ? "comes" : "none";
        }

        private static RendezvousChannel<Integer> channel() {
            return new RendezvousChannel<>(null, "c", new Door());
        }

        @Operation(nonParallelGroup = "select")
        public String select() {
            if (selects) {
                return select.party().end() instanceof Place at ? selected(at) : "waits";
            }
            if (!select.channels().isAtDoor()) {
                select.prepare();
            }
            select.party().begin();
            Place at = select.channels().meetOrWait(0);
            selects = at == null;
            return at == null ? "waits" : selected(at);
        }

        @Operation(nonParallelGroup = "select")
        public String giveUp() {
            if (!selects) {
                return "none";
            }
            if (!hasGivenUp(select.party()) && select.party().end() instanceof Place at) {
                return selected(at);
            }
            select.channels().leaveAll(null);
            selects = false;
            return "gave up";
        }

        /** Leaves the door as one that has no stack left for the lock. */
        @Operation(nonParallelGroup = "select")
        public String goFromDoor() {
            if (!select.channels().isAtDoor()) {
                return "none";
            }
            Object element = go(select.channels().door, channels.get(0).door);
            return element == null ? "gone" : "" + element;
        }

        /** What was received before. */
        @Nullable Object go(AtDoor select, Door door) {
            Place met = select.go();
            return met == null ? null : met.element;
        }

        boolean hasGivenUp(Party party) {
            return party.giveUp();
        }

        private String selected(Place at) {
            select.channels().leaveAll(at);
            selects = false;
            return "" + at.element;
        }

        @Operation(nonParallelGroup = "first")
        public String sendToFirst() {
            return send(0);
        }

        @Operation(nonParallelGroup = "second")
        public String sendToSecond() {
            return send(1);
        }

        /** Comes, or looks again whether it was met. */
        private String send(int which) {
            RendezvousChannel<Integer> channel = channels.get(which);
            Place place = sending[which];
            if (place == null) {
                place = new Place(new Party(), channel, true);
                place.element = which + 1;
                place.party.begin();
                channel.lock();
                try {
                    if (channel.attempt(place) == Outcome.HAPPENED) {
                        return "sent";
                    }
                    channel.line(true).add(place);
                } finally {
                    channel.unlock();
                }
                sending[which] = place;
                return "waits";
            }
            if (!place.party.met()) {
                return "waits";
            }
            sending[which] = null;
            return "sent";
        }
    }

    /** The same, one after the other. */
    public static class Selected {
        private final boolean[] sends = new boolean[2];
        private final boolean[] sent = new boolean[2];
        private boolean selects;
        private boolean atDoor;
        private boolean metAtDoor;
        private int got;

        public String come() {
            if (selects || atDoor || sends[0] || got != 0) {
                return "none";
            }
            atDoor = true;
            return "comes";
        }

        public String select() {
            atDoor = false;
            if (got != 0) {
                return take();
            }
            for (int at = 0; at < 2 && !selects; at++) {
                if (sends[at]) {
                    sends[at] = false;
                    sent[at] = true;
                    return "" + (at + 1);
                }
            }
            selects = true;
            return "waits";
        }

        public String goFromDoor() {
            if (metAtDoor) {
                return take();
            }
            String result = atDoor ? "gone" : "none";
            atDoor = false;
            return result;
        }

        public String giveUp() {
            if (got != 0 && !metAtDoor) {
                return take();
            }
            String result = selects ? "gave up" : "none";
            selects = false;
            return result;
        }

        private String take() {
            String result = "" + got;
            got = 0;
            metAtDoor = false;
            return result;
        }

        public String sendToFirst() {
            return send(0);
        }

        public String sendToSecond() {
            return send(1);
        }

        private String send(int at) {
            if (sent[at]) {
                sent[at] = false;
                return "sent";
            }
            if (!sends[at] && selects) {
                selects = false;
                got = at + 1;
                return "sent";
            }
            if (!sends[at] && atDoor && at == 0) {
                atDoor = false;
                metAtDoor = true;
                got = 1;
                return "sent";
            }
            sends[at] = true;
            return "waits";
        }
    }

    /** A select that goes from a door and does not wait until it sees the lock free. */
    public static class HastyGoing extends Selecting {
        @Override
        @Nullable Object go(AtDoor select, Door door) {
            if (door.receiver == Door.WAITS) {
                door.receiver = Door.GONE;
            }
            Object element = door.received;
            door.received = null;
            door.receiver = Door.FREE;
            select.go(); // it is not there any more
            return element;
        }
    }

    /** A select that gives up by a look, where there should be one compare-and-set. */
    public static class HastySelecting extends Selecting {
        @Override
        boolean hasGivenUp(Party party) {
            return party.end() == null;
        }
    }

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

    /** A party that is met by a look and a store, where there should be one compare-and-set. */
    public static class MetTwice {
        private volatile @Nullable Object met;

        @Operation
        public boolean meet() {
            if (met != null) {
                return false;
            }
            met = this;
            return true;
        }
    }

    /** A party as it is. */
    public static class MetOnce {
        private final Party party = new Party();

        @Operation
        public boolean meet() {
            return party.meet(Party.LOOK_AGAIN);
        }
    }

    /** Who comes first. */
    public static class First {
        private boolean met;

        public boolean meet() {
            boolean first = !met;
            met = true;
            return first;
        }
    }

    @Test
    void aSelectHappensAtOneRendezvousAtMost() {
        Linearizable.check(
                Selecting.class,
                Selected.class,
                3,
                givesUpBetweenSenders(Selecting.class),
                leavesADoorBetweenSenders(Selecting.class),
                goesFromADoorBetweenSenders(Selecting.class));
    }

    @Test
    void aSelectThatGoesFromADoorWhileSomebodyHoldsTheLockIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(Selected.class, 3)
                                .iterations(0)
                                .invocationsPerIteration(1_000)
                                .addCustomScenario(goesFromADoorBetweenSenders(HastyGoing.class))
                                .minimizeFailedScenario(false)
                                .check(HastyGoing.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void aSelectThatGivesUpByALookIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(Selected.class, 3)
                                .iterations(0)
                                .addCustomScenario(givesUpBetweenSenders(HastySelecting.class))
                                .minimizeFailedScenario(false)
                                .check(HastySelecting.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ExecutionScenario givesUpBetweenSenders(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("select"),
                List.of(
                        List.of("giveUp", "select"),
                        List.of("sendToFirst", "sendToFirst"),
                        List.of("sendToSecond", "sendToSecond")));
    }

    private static ExecutionScenario goesFromADoorBetweenSenders(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("come"),
                List.of(
                        List.of("goFromDoor", "select"),
                        List.of("sendToFirst", "sendToFirst"),
                        List.of("sendToSecond")));
    }

    private static ExecutionScenario leavesADoorBetweenSenders(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("come"),
                List.of(
                        List.of("select", "giveUp"),
                        List.of("sendToFirst", "sendToFirst"),
                        List.of("sendToSecond")));
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

    @Test
    void aPartyIsMetOnce() {
        Linearizable.modelChecking(First.class, 2).actorsBefore(0).check(MetOnce.class);
    }

    @Test
    void aPartyThatCanBeMetTwiceIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(First.class, 2)
                                .actorsBefore(0)
                                .minimizeFailedScenario(false)
                                .check(MetTwice.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
