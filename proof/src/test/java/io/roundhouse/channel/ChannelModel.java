package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.AnyChannel.Outcome;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Channels are linearizable: whatever threads do to them at once could have been done one after the
 * other. Checked by Lincheck under its own schedules of every memory access, and on real threads.
 *
 * <p>What waits cannot wait in a model. So a wait at a rendezvous is two operations here, as in the
 * literature on dual data structures: to come, which either meets somebody or takes a place, and to
 * look again, or to give up as one whose time is over or who is interrupted. They are the steps of
 * which sends, receives and selects are made.
 */
final class ChannelModel {
    /** More than the rounds of a pause after a lost race, which are no livelock. */
    private static final int LONGEST_LOOP = 300;

    private static final int TIMES = "long".equals(System.getProperty("stress.mode")) ? 30 : 1;

    // ---- buffers

    /** What is done to a channel that stores. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public abstract static class Storing {
        private final Channel<Integer> channel;

        Storing(Channel<Integer> channel) {
            this.channel = channel;
        }

        @Operation
        public String trySend(@Param(name = "element") int element) {
            try {
                return "" + channel.trySend(element);
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public String tryReceive() {
            try {
                return "" + channel.tryReceive();
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public boolean select() throws InterruptedException {
            boolean[] got = new boolean[1];
            return Select.of(channel.whenReceived(_ -> got[0] = true), Select.otherwise(() -> {}))
                            .await()
                    && got[0];
        }

        @Operation
        public void close() {
            channel.close();
        }
    }

    /** Of 1. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class One extends Storing {
        public One() {
            super(Channel.buffered(1));
        }
    }

    /** Of 2. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Two extends Storing {
        public Two() {
            super(Channel.buffered(2));
        }
    }

    /** Of 10. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Ten extends Storing {
        public Ten() {
            super(Channel.buffered(10));
        }
    }

    /** The newest. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Latest extends Storing {
        public Latest() {
            super(Channel.latest());
        }
    }

    /** A list with a bound. */
    public abstract static class List1 {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int capacity;
        private final boolean drops;
        private boolean closed;

        List1(int capacity, boolean drops) {
            this.capacity = capacity;
            this.drops = drops;
        }

        public String trySend(int element) {
            if (closed) {
                return "closed";
            }
            if (list.size() == capacity) {
                if (!drops) {
                    return "false";
                }
                list.removeFirst();
            }
            list.add(element);
            return "true";
        }

        public String tryReceive() {
            return list.isEmpty() ? closed ? "closed" : "null" : "" + list.removeFirst();
        }

        public boolean select() {
            return list.pollFirst() != null;
        }

        public void close() {
            closed = true;
        }
    }

    public static class ListOfOne extends List1 {
        public ListOfOne() {
            super(1, false);
        }
    }

    public static class ListOfTwo extends List1 {
        public ListOfTwo() {
            super(2, false);
        }
    }

    public static class ListOfTen extends List1 {
        public ListOfTen() {
            super(10, false);
        }
    }

    public static class ListOfTheLatest extends List1 {
        public ListOfTheLatest() {
            super(1, true);
        }
    }

    // ---- a rendezvous

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
                    atDoor[who] = channel.comesToDoor(sends, element);
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
            return channel.leaveDoor(who != 0, element);
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

    // ---- a select

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

    // ---- the twins

    /** A select that gives up by a look, where there should be one compare-and-set. */
    public static class HastySelecting extends Selecting {
        @Override
        boolean hasGivenUp(Party party) {
            return party.end() == null;
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

    // ---- checking

    private static ModelCheckingOptions modelChecking(Class<?> specification, int threads) {
        return new ModelCheckingOptions()
                .threads(threads)
                .actorsPerThread(3)
                .iterations(2 * TIMES)
                .invocationsPerIteration(100)
                .loopBound(LONGEST_LOOP)
                .sequentialSpecification(specification);
    }

    private static void isLinearizable(Class<?> operations, Class<?> specification, int threads) {
        modelChecking(specification, threads).check(operations);
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(TIMES)
                .invocationsPerIteration(150)
                .sequentialSpecification(specification)
                .check(operations);
    }

    @Test
    void aBufferOfOneIsLinearizable() {
        isLinearizable(One.class, ListOfOne.class, 2);
    }

    @Test
    void aBufferOfTwoIsLinearizable() {
        isLinearizable(Two.class, ListOfTwo.class, 2);
    }

    @Test
    void aBufferOfTenIsLinearizable() {
        isLinearizable(Ten.class, ListOfTen.class, 2);
    }

    @Test
    void theLatestIsLinearizable() {
        isLinearizable(Latest.class, ListOfTheLatest.class, 2);
    }

    @Test
    void aRendezvousIsLinearizable() {
        isLinearizable(Meeting.class, Meetings.class, 3);
    }

    @Test
    void whoLeavesTheDoorWithoutTheLockIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(Meetings.class, 3)
                                .iterations(50)
                                .minimizeFailedScenario(false)
                                .check(HastyMeeting.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void aSelectHappensAtOneRendezvousAtMost() {
        isLinearizable(Selecting.class, Selected.class, 3);
    }

    @Test
    void aSelectThatGivesUpByALookIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(Selected.class, 3)
                                .iterations(50)
                                .minimizeFailedScenario(false)
                                .check(HastySelecting.class))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void aPartyIsMetOnce() {
        modelChecking(First.class, 2).actorsBefore(0).check(MetOnce.class);
    }

    @Test
    void aPartyThatCanBeMetTwiceIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(First.class, 2)
                                .actorsBefore(0)
                                .minimizeFailedScenario(false)
                                .check(MetTwice.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
