package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.AnyChannel.Outcome;
import io.roundhouse.proof.Scenario;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A rendezvous is linearizable: see {@link Linearizable}.
 *
 * <p>What waits cannot wait in a model. So a wait at a rendezvous is two operations here, as in the
 * literature on dual data structures: to come, which either meets somebody or takes a place, and to
 * look again, or to give up as one whose time is over or who is interrupted. They are the steps of
 * which sends, receives and selects are made.
 */
final class RendezvousModel {
    /**
     * Two senders and a receiver at a rendezvous, each of which may have come before: to the door,
     * if it was the first, and gone to the head of the line from there, or not. It may be closed.
     * Who waits then is told so, and must never be met any more: in the words of this model it
     * waits on, as each of them is told at a moment of its own.
     */
    public static class Meeting {
        private static final String WAITS = "waits";
        final Door door = new Door();
        final RendezvousChannel<Integer> channel = new RendezvousChannel<>(null, "c", door);

        /** In the lines; null for who is at the door or has not come. */
        private final @Nullable Place[] places = new Place[3];

        private final boolean[] atDoor = new boolean[3];

        @Operation(nonParallelGroup = "receiver")
        public String receive() {
            return come(0, null);
        }

        @Operation(nonParallelGroup = "receiver")
        public String sleepToReceive() {
            return sleep(0);
        }

        @Operation(nonParallelGroup = "receiver")
        public String giveUpReceiving() {
            return giveUp(0);
        }

        @Operation(nonParallelGroup = "sender")
        public String send() {
            return come(1, 1);
        }

        @Operation(nonParallelGroup = "sender")
        public String sleepToSend() {
            return sleep(1);
        }

        @Operation(nonParallelGroup = "sender")
        public String giveUpSending() {
            return giveUp(1);
        }

        @Operation(nonParallelGroup = "other")
        public String sendOther() {
            return come(2, 2);
        }

        @Operation(nonParallelGroup = "other")
        public String giveUpOther() {
            return giveUp(2);
        }

        /** How many wait on when it is closed, and have not been told. */
        @Operation
        public int close() {
            channel.close();
            return channel.waitingSenders() + channel.waitingReceivers();
        }

        /** Comes, or looks again whether it was met. */
        private String come(int who, @Nullable Integer element) {
            boolean sends = who != 0;
            if (atDoor[who]) {
                return isMetAtDoor(sends) ? resultAtDoor(who) : WAITS;
            }
            Place place = places[who];
            if (place != null) {
                return place.party.met() && !place.closed ? result(who, place) : WAITS;
            }
            place = new Place(new Party(), channel, sends);
            place.element = element;
            Outcome outcome;
            channel.lock();
            try {
                outcome = channel.attempt(place);
                if (outcome == Outcome.NOT_YET) {
                    atDoor[who] = channel.meetings.comesToDoor(sends, element);
                    if (!atDoor[who]) {
                        place.party.begin();
                        channel.line(sends).add(place);
                        places[who] = place;
                    }
                }
            } finally {
                channel.unlock();
            }
            return switch (outcome) {
                case NOT_YET -> WAITS;
                case HAPPENED -> "" + place.element;
                case CLOSED -> "closed";
            };
        }

        private boolean isMetAtDoor(boolean sends) {
            return door.isMet(sends).getAsBoolean() && !isToldAtDoor(sends);
        }

        private boolean isToldAtDoor(boolean sends) {
            return door.state(sends) == Door.CLOSED;
        }

        /** Has waited at the door for long enough. */
        private String sleep(int who) {
            if (!atDoor[who]) {
                return places[who] == null ? "none" : come(who, null);
            }
            Place place = leaveDoor(who, who == 0 ? null : who);
            if (place == null) {
                return isToldAtDoor(who != 0) ? WAITS : resultAtDoor(who);
            }
            atDoor[who] = false;
            places[who] = place;
            return WAITS;
        }

        /** Null if it was met. */
        @Nullable Place leaveDoor(int who, @Nullable Integer element) {
            return channel.meetings.goToLine(who != 0, element);
        }

        private String giveUp(int who) {
            if (atDoor[who]) {
                String met = sleep(who);
                if (!met.equals(WAITS)) {
                    return met;
                }
                if (atDoor[who]) { // told there
                    door.free(who != 0);
                    atDoor[who] = false;
                    return "gave up";
                }
            }
            Place place = places[who];
            if (place == null) {
                return "none";
            }
            if (!place.party.giveUp() && !place.closed) {
                return result(who, place);
            }
            channel.leave(place);
            places[who] = null;
            return "gave up";
        }

        private String resultAtDoor(int who) {
            Object element = who == 0 ? door.received() : who;
            door.free(who != 0);
            atDoor[who] = false;
            return "" + element;
        }

        private String result(int who, Place place) {
            places[who] = null;
            return "" + place.element;
        }
    }

    /** The same, one after the other. */
    public static class Meetings {
        private final boolean[] waits = new boolean[3];
        private final int[] met = new int[3];
        private final List<Integer> order = new ArrayList<>();
        private boolean closed;

        public int close() {
            closed = true;
            return 0;
        }

        public String receive() {
            if (met[0] != 0) {
                return "" + take(0);
            }
            if (closed) {
                return waits[0] ? "waits" : "closed";
            }
            if (!waits[0] && !order.isEmpty()) {
                int sender = order.removeFirst();
                waits[sender] = false;
                met[sender] = sender;
                return "" + sender;
            }
            waits[0] = true;
            return "waits";
        }

        public String send() {
            return send(1);
        }

        public String sendOther() {
            return send(2);
        }

        private String send(int sender) {
            if (met[sender] != 0) {
                return "" + take(sender);
            }
            if (closed) {
                return waits[sender] ? "waits" : "closed";
            }
            if (!waits[sender] && waits[0]) {
                waits[0] = false;
                met[0] = sender;
                return "" + sender;
            }
            if (!waits[sender]) {
                order.add(sender);
            }
            waits[sender] = true;
            return "waits";
        }

        private int take(int who) {
            int element = met[who];
            met[who] = 0;
            return element;
        }

        public String sleepToReceive() {
            return sleep(0);
        }

        public String sleepToSend() {
            return sleep(1);
        }

        private String sleep(int who) {
            return met[who] != 0 ? "" + take(who) : waits[who] ? "waits" : "none";
        }

        public String giveUpReceiving() {
            return giveUp(0);
        }

        public String giveUpSending() {
            return giveUp(1);
        }

        public String giveUpOther() {
            return giveUp(2);
        }

        private String giveUp(int who) {
            if (met[who] != 0) {
                return "" + take(who);
            }
            if (!waits[who]) {
                return "none";
            }
            waits[who] = false;
            order.remove((Integer) who);
            return "gave up";
        }
    }

    /** Who leaves the door looks whether it was met, and then goes, without the lock. */
    public static class HastyMeeting extends Meeting {
        @Override
        @Nullable Place leaveDoor(int who, @Nullable Integer element) {
            boolean sends = who != 0;
            if (door.isMet(sends).getAsBoolean()) {
                return null;
            }
            Place place = new Place(new Party(), channel, sends);
            place.element = element;
            place.party.begin();
            door.free(sends);
            channel.lock();
            try {
                channel.line(sends).add(place);
            } finally {
                channel.unlock();
            }
            return place;
        }
    }

    @Test
    void aRendezvousIsLinearizable() {
        Linearizable.check(
                Meeting.class,
                Meetings.class,
                3,
                leavesTheDoor(Meeting.class),
                sendsAtTheDoor(Meeting.class));
    }

    @Test
    void whoLeavesTheDoorWithoutTheLockIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(Meetings.class, 3)
                                .iterations(0)
                                .addCustomScenario(leavesTheDoor(HastyMeeting.class))
                                .minimizeFailedScenario(false)
                                .check(HastyMeeting.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static ExecutionScenario leavesTheDoor(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("receive"),
                List.of(
                        List.of("sleepToReceive", "giveUpReceiving"),
                        List.of("send", "send"),
                        List.of("close")));
    }

    private static ExecutionScenario sendsAtTheDoor(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("send"),
                List.of(
                        List.of("sleepToSend", "giveUpSending"),
                        List.of("receive", "receive"),
                        List.of("sendOther", "giveUpOther")));
    }
}
