package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls that workers hand over, one or two at a time, after the same algorithm as {@code Worker}:
 * put, add, take, withdraw and steal, and the mail beside them. Calls of one actor to another one
 * arrive in the order in which they were sent, whichever workers run the two.
 *
 * <p>A mailbox is one cell here, with a digit a call: so calls are numbers from 1 to 15, and a
 * mailbox takes fifteen of them.
 */
public final class HandedOver {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** A call goes into the mail of whom one is handed over to, before that one. */
        SENDS_BY_MAIL_PAST_THE_SLOT,

        /** The sender is let go before its handed-over call is where it cannot be overtaken. */
        LETS_THE_SENDER_GO_FIRST,

        /** The slot is odd before the call is all there. */
        PUTS_BEFORE_IT_HAS_WRITTEN,

        /** One more call counts before it is there. */
        ADDS_BEFORE_IT_HAS_WRITTEN,

        /** Who has claimed the target does not look whether a thief has taken the call. */
        TAKES_WITHOUT_A_LOOK,

        /** Who takes a call handles it before mail that was there before it. */
        TAKES_PAST_THE_MAIL,

        /** What the target of calls sends is written where those lie. */
        SENDS_WHERE_IT_READS,

        /** A call is withdrawn though a thief may have taken it. */
        WITHDRAWS_WITHOUT_COMPARING,

        /** A thief takes the call, and then claims its target. */
        STEALS_BEFORE_IT_CLAIMS,

        /** A thief takes the call, and then looks how much mail comes before it. */
        FIXES_THE_END_TOO_LATE,

        /** A thief handles the call before the mail that came before it. */
        STEALS_PAST_THE_MAIL,

        /** A thief handles all mail before the call. */
        STEALS_BEHIND_ALL_MAIL,

        /** A thief that comes too late lets the target go without a look. */
        THIEF_FORGETS_THE_MAIL,

        /** Who withdraws calls takes what a thief has taken, too. */
        WITHDRAWS_WHAT_WAS_STOLEN,

        /** Who withdraws calls leaves those behind what a thief has taken. */
        FORGETS_WHAT_A_THIEF_LEFT,

        /** A thief handles calls that were added after it has said how many it takes. */
        STEALS_MORE_THAN_IT_SAYS,

        /** Whose call was stolen writes the next ones where it lies. */
        GOES_ON_IN_THE_SAME_ARRAYS,

        /** A thief says that it is done with what it has taken, and then reads it. */
        GIVES_BACK_BEFORE_IT_HAS_READ
    }

    private static final long IDLE = 0;
    private static final long SCHEDULED = 1;
    private static final int DIGIT = 4;
    private static final int MOST_ARRAYS = 16;
    private static final int MOST_HANDED = 2;

    /** One more in the upper bits of a slot; the others say how many calls were taken. */
    private static final long STEP = 4;

    private final Flaw flaw;
    private final Memory memory;

    /** A house without actors. */
    public HandedOver(Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
    }

    /** An idle actor. */
    public Actor actor(Behaviour behaviour) {
        return new Actor(behaviour);
    }

    /** One that was just let go; mail has come before, and who has let it go looks for it next. */
    public Actor justLetGo(Behaviour behaviour, long mail) {
        Actor actor = new Actor(behaviour);
        actor.append(mail);
        return actor;
    }

    /** One of the workers; used by one thread, but for what is stolen from it. */
    public Worker worker() {
        return new Worker();
    }

    /** What an actor does with a call. */
    public interface Behaviour {
        /** The worker is the one that runs it. */
        void handle(Worker worker, long call);
    }

    /** One actor: its state and its mail. */
    public final class Actor {
        private final Behaviour behaviour;
        private final Cell state = memory.cell(IDLE);
        private final Cell mail = memory.cell(0);
        private final Cell head = memory.cell(0);
        private final List<Long> got = new ArrayList<>();
        private boolean running;

        private Actor(Behaviour behaviour) {
            this.behaviour = behaviour;
        }

        /** What it has handled; not while somebody is at it. */
        public List<Long> got() {
            return got;
        }

        /** Whether it is idle without mail; not while somebody is at it. */
        public boolean isDone() {
            return state.read() == IDLE && !hasMail();
        }

        private boolean claim() {
            return state.replace(IDLE, SCHEDULED);
        }

        private void append(long call) {
            long before;
            do {
                before = mail.read();
            } while (!mail.replace(before, before | call << DIGIT * count(before)));
        }

        private static int count(long mail) {
            return (Long.SIZE - Long.numberOfLeadingZeros(mail) + DIGIT - 1) / DIGIT;
        }

        private int sent() {
            return count(mail.read());
        }

        private boolean hasMail() {
            return sent() != head.read();
        }

        private void drain(Worker worker, long end) {
            long at = head.read();
            for (long all = mail.read(); at < end && at < count(all); all = mail.read()) {
                long call = all >> DIGIT * at & (1 << DIGIT) - 1;
                at++;
                head.write(at);
                handle(worker, call);
            }
        }

        private void handle(Worker worker, long call) {
            got.add(call);
            behaviour.handle(worker, call);
        }

        private void turn(Worker worker) {
            begin();
            drain(worker, Long.MAX_VALUE);
            running = false;
        }

        private void turn(Worker worker, Calls calls) {
            begin();
            drain(worker, calls.end);
            for (int i = calls.first; i < calls.behind(); i++) {
                handle(worker, calls.rows[i].read());
            }
            drain(worker, Long.MAX_VALUE);
            running = false;
        }

        private void begin() {
            if (running) {
                throw new IllegalStateException("two run one actor");
            }
            running = true;
        }
    }

    /** Calls that were taken, and the end of the mail that comes before them. */
    private record Calls(
            Cell[] rows, int first, int count, long end, @Nullable Worker from, int lent) {
        int behind() {
            return first + count;
        }
    }

    /** One worker: its slot, and where the calls lie that are sent here. */
    public final class Worker {
        private final Cell slot = memory.cell(0);
        private final Cell count = memory.cell(0);
        private final Cell half = memory.cell(0);
        private final Cell arrays = memory.cell(0);
        private final Cell returned = memory.cell(0);
        private final Cell[][][] allArrays = new Cell[MOST_ARRAYS][][];
        private final Deque<Actor> queue = new ArrayDeque<>();
        private @Nullable Actor handedTo;
        private long slotKnown;
        private int countKnown;
        private int halfKnown;
        private int row;
        private int arraysKnown;
        private boolean shared;
        private long lent;
        private @Nullable Actor running;
        private @Nullable Actor ready;
        private @Nullable Calls readyCalls;

        private Worker() {
            allArrays[0] = halves();
        }

        private Cell[][] halves() {
            return new Cell[][] {rows(), rows()};
        }

        private Cell[] rows() {
            return new Cell[] {memory.cell(0), memory.cell(0), memory.cell(0)};
        }

        private Cell[] here() {
            return allArrays[arraysKnown][halfKnown];
        }

        // ---- sending

        /** The actor that runs here sends a call. */
        public void send(Actor to, long call) {
            if (flaw == Flaw.ADDS_BEFORE_IT_HAS_WRITTEN && mayAdd(to)) {
                count.write(countKnown + 1);
            }
            here()[row].write(call);
            if (isHanded() ? mayAdd(to) && add() : to != running && hand(to)) {
                return;
            }
            if (isHanded() && handedTo == to && flaw != Flaw.SENDS_BY_MAIL_PAST_THE_SLOT) {
                withdraw();
            }
            to.append(here()[row].read());
            mailed(to);
        }

        private boolean mayAdd(Actor to) {
            return isHanded() && handedTo == to && countKnown < MOST_HANDED;
        }

        private boolean add() {
            countKnown++;
            count.write(countKnown);
            row++;
            return true;
        }

        private boolean hand(Actor to) {
            startOver();
            handedTo = to;
            slotKnown += STEP;
            countKnown = 1;
            if (flaw == Flaw.PUTS_BEFORE_IT_HAS_WRITTEN) {
                slot.write(slotKnown);
                count.write(1);
            } else {
                count.write(1);
                slot.write(slotKnown);
            }
            row++;
            return true;
        }

        /** The call that was written is to lie in the first row. */
        private void startOver() {
            if (row == 0 && !shared) {
                return;
            }
            long written = here()[row].read();
            row = 0;
            boolean isRead = shared && returned.read() != lent;
            if (isRead && flaw != Flaw.GOES_ON_IN_THE_SAME_ARRAYS) {
                arraysKnown++;
                halfKnown = 0;
                allArrays[arraysKnown] = halves();
            }
            shared = false;
            here()[0].write(written);
            arrays.write(arraysKnown);
            half.write(halfKnown);
        }

        private boolean isHanded() {
            return (slotKnown & STEP) != 0;
        }

        private void withdraw() {
            long was = slotKnown;
            if (flaw == Flaw.WITHDRAWS_WITHOUT_COMPARING) {
                slot.write(slotKnown + STEP);
            } else {
                do {
                    was = slot.read();
                } while (!slot.replace(was, slotKnown + STEP));
            }
            slotKnown += STEP;
            int taken = (int) (was & STEP - 1);
            shared |= taken > 0;
            lent += taken;
            Actor to = Objects.requireNonNull(handedTo);
            for (int i = flaw == Flaw.WITHDRAWS_WHAT_WAS_STOLEN ? 0 : taken; i < countKnown; i++) {
                if (taken == 0 || flaw != Flaw.FORGETS_WHAT_A_THIEF_LEFT) {
                    to.append(here()[i].read());
                    mailed(to);
                }
            }
        }

        /** Brings mail to an actor, as one that runs here would; then runs what there is to run. */
        public void bring(Actor to, long call) {
            to.append(call);
            mailed(to);
            work();
        }

        private void mailed(Actor to) {
            if (to.state.read() == IDLE && to.claim()) {
                queue.add(to);
            }
        }

        // ---- stealing

        /**
         * Takes the calls that another worker has handed over, if there are some, and runs them.
         */
        public void steal(Worker victim) {
            long seen = victim.slot.read();
            int taken = (int) (seen & STEP - 1);
            if ((seen & STEP) == 0) {
                return;
            }
            Actor to = Objects.requireNonNull(victim.handedTo);
            Cell[] rows = victim.allArrays[(int) victim.arrays.read()][(int) victim.half.read()];
            int more = (int) victim.count.read() - taken;
            if (more <= 0) {
                return;
            }
            if (flaw == Flaw.STEALS_BEFORE_IT_CLAIMS) {
                if (victim.slot.replace(seen, seen + more)) {
                    if (to.claim()) {
                        ready(to, new Calls(rows, taken, more, to.sent(), victim, more));
                    } else {
                        for (int i = taken; i < taken + more; i++) {
                            to.append(rows[i].read());
                        }
                        mailed(to);
                    }
                }
            } else if (to.claim()) {
                long end = to.sent();
                int lent = more;
                if (victim.slot.replace(seen, seen + more)) {
                    if (flaw == Flaw.GIVES_BACK_BEFORE_IT_HAS_READ) {
                        victim.returned.add(lent);
                    }
                    if (flaw == Flaw.STEALS_MORE_THAN_IT_SAYS) {
                        more = (int) victim.count.read() - taken;
                    }
                    ready(to, new Calls(rows, taken, more, flawed(to, end), victim, lent));
                } else {
                    letGo(to, flaw != Flaw.THIEF_FORGETS_THE_MAIL);
                }
            }
            work();
        }

        private long flawed(Actor to, long end) {
            return switch (flaw) {
                case STEALS_PAST_THE_MAIL -> 0;
                case STEALS_BEHIND_ALL_MAIL -> Long.MAX_VALUE;
                case FIXES_THE_END_TOO_LATE -> to.sent();
                default -> end;
            };
        }

        private void ready(Actor to, Calls calls) {
            ready = to;
            readyCalls = calls;
        }

        // ---- running

        /** Runs all that is to be run here. */
        private void work() {
            while (true) {
                Actor actor = ready;
                if (actor != null) {
                    ready = null;
                    running = actor;
                    Calls calls = Objects.requireNonNull(readyCalls);
                    actor.turn(this, calls);
                    if (calls.from != null && flaw != Flaw.GIVES_BACK_BEFORE_IT_HAS_READ) {
                        calls.from.returned.add(calls.lent);
                    }
                } else {
                    actor = queue.poll();
                    if (actor == null) {
                        return;
                    }
                    running = actor;
                    actor.turn(this);
                }
                running = null;
                finish(actor);
            }
        }

        private void finish(Actor actor) {
            if (flaw == Flaw.LETS_THE_SENDER_GO_FIRST) {
                letGo(actor, true);
                prepare();
            } else {
                prepare();
                letGo(actor, true);
            }
        }

        private void letGo(Actor actor, boolean looks) {
            actor.state.write(IDLE);
            memory.fence();
            if (looks) {
                lookAt(actor);
            }
        }

        private void lookAt(Actor actor) {
            if (actor.hasMail() && actor.claim()) {
                queue.add(actor);
            }
        }

        /** Having let it go, looks for mail. */
        public void look(Actor justLetGo) {
            lookAt(justLetGo);
            work();
        }

        private void prepare() {
            if (!isHanded()) {
                return;
            }
            Actor to = Objects.requireNonNull(handedTo);
            if (!to.claim()) {
                withdraw();
                return;
            }
            boolean mail = to.hasMail() && flaw != Flaw.TAKES_PAST_THE_MAIL;
            if (mail || (slot.read() != slotKnown && flaw != Flaw.TAKES_WITHOUT_A_LOOK)) {
                withdraw();
                queue.add(to);
                return;
            }
            slotKnown += STEP;
            slot.write(slotKnown);
            ready(to, new Calls(here(), 0, countKnown, 0, null, 0));
            row = 0;
            if (flaw != Flaw.SENDS_WHERE_IT_READS) {
                halfKnown ^= 1;
                half.write(halfKnown);
            }
        }
    }
}
