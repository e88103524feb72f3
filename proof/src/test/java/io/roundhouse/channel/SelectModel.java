package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.AnyChannel.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A select happens at one channel at most, and who waits is met once: see {@link Linearizable}. A
 * wait is two operations, as in {@link RendezvousModel}.
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

        private static RendezvousChannel<Integer> channel() {
            return new RendezvousChannel<>(null, "c", new Door());
        }

        @Operation(nonParallelGroup = "select")
        public String select() {
            if (selects) {
                return select.party().end() instanceof Place at ? selected(at) : "waits";
            }
            select.prepare();
            select.party().begin();
            Place at = select.meetOrWait();
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
            select.leaveAll(null);
            selects = false;
            return "gave up";
        }

        boolean hasGivenUp(Party party) {
            return party.giveUp();
        }

        private String selected(Place at) {
            select.leaveAll(at);
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
        private int got;

        public String select() {
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

        public String giveUp() {
            if (got != 0) {
                return take();
            }
            String result = selects ? "gave up" : "none";
            selects = false;
            return result;
        }

        private String take() {
            String result = "" + got;
            got = 0;
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
            sends[at] = true;
            return "waits";
        }
    }

    /** A select that gives up by a look, where there should be one compare-and-set. */
    public static class HastySelecting extends Selecting {
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
        Linearizable.check(Selecting.class, Selected.class, 3);
    }

    @Test
    void aSelectThatGivesUpByALookIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(Selected.class, 3)
                                .iterations(50)
                                .minimizeFailedScenario(false)
                                .check(HastySelecting.class))
                .isInstanceOf(LincheckAssertionError.class);
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
