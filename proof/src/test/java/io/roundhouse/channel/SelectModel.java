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
 * A select happens at one of two rendezvous at most: see {@link Linearizable}. A wait is two
 * operations, as in {@link RendezvousModel}.
 *
 * <p>Twins that are caught: a select that gives up by a look, and one that goes from a door while
 * somebody holds the lock.
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
}
