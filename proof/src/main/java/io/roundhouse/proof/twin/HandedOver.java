package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls that workers hand over to idle actors, after the same algorithm as {@code Worker}: put,
 * take, withdraw and steal, and the mail beside them. Calls of one actor to another one arrive in
 * the order in which they were sent, whichever workers run the two.
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

        /** Who has claimed the target does not look whether a thief has taken the call. */
        TAKES_WITHOUT_A_LOOK,

        /** Who takes a call handles it before mail that was there before it. */
        TAKES_PAST_THE_MAIL,

        /** Who takes a call handles the mail first, and leaves the call where it lies. */
        TAKES_OVER_THE_MAIL_IN_PLACE,

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

        /** Whose call was stolen goes on where it lies. */
        GOES_ON_IN_THE_SAME_ARRAYS
    }

    private static final long IDLE = 0;
    private static final long SCHEDULED = 1;
    private static final int DIGIT = 4;
    private static final int MOST_ARRAYS = 16;

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

        private void turn(Worker worker, Cell call, long end) {
            begin();
            drain(worker, end);
            handle(worker, call.read());
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

    /** One worker: its slot, and where the calls lie that are sent here. */
    public final class Worker {
        private final Cell slot = memory.cell(0);
        private final Cell handedFirst = memory.cell(0);
        private final Cell arrays = memory.cell(0);
        private final Cell[][] allArrays = new Cell[MOST_ARRAYS][];
        private final Deque<Actor> queue = new ArrayDeque<>();
        private @Nullable Actor handedTo;
        private long slotKnown;
        private int first;
        private int arraysKnown;
        private @Nullable Actor ready;
        private @Nullable Cell readyCall;
        private long readyEnd;

        private Worker() {
            allArrays[0] = halves();
        }

        private Cell[] halves() {
            return new Cell[] {memory.cell(0), memory.cell(0)};
        }

        private Cell call() {
            return allArrays[arraysKnown][first];
        }

        // ---- sending

        /** The actor that runs here sends a call. */
        public void send(Actor to, long call) {
            call().write(call);
            if (to.state.read() == IDLE && hand(to)) {
                return;
            }
            if (isHanded() && handedTo == to && flaw != Flaw.SENDS_BY_MAIL_PAST_THE_SLOT) {
                withdraw();
            }
            to.append(call().read());
            mailed(to);
        }

        private boolean hand(Actor to) {
            if (isHanded()) {
                return false;
            }
            handedTo = to;
            slotKnown++;
            if (flaw == Flaw.PUTS_BEFORE_IT_HAS_WRITTEN) {
                slot.write(slotKnown);
                handedFirst.write(first);
            } else {
                handedFirst.write(first);
                slot.write(slotKnown);
            }
            first ^= 1;
            return true;
        }

        private boolean isHanded() {
            return (slotKnown & 1) != 0;
        }

        private void withdraw() {
            if (flaw == Flaw.WITHDRAWS_WITHOUT_COMPARING) {
                slot.write(++slotKnown);
            } else if (slot.replace(slotKnown, slotKnown + 1)) {
                slotKnown++;
            } else {
                stolen();
                return;
            }
            Actor to = Objects.requireNonNull(handedTo);
            to.append(handedCall().read());
            mailed(to);
        }

        private Cell handedCall() {
            return allArrays[arraysKnown][first ^ 1];
        }

        private void stolen() {
            slotKnown++;
            if (flaw != Flaw.GOES_ON_IN_THE_SAME_ARRAYS) {
                long written = call().read();
                arraysKnown++;
                first = 0;
                allArrays[arraysKnown] = halves();
                call().write(written);
                arrays.write(arraysKnown);
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

        /** Takes the call that another worker has handed over, if there is one, and runs it. */
        public void steal(Worker victim) {
            long seen = victim.slot.read();
            if ((seen & 1) == 0) {
                return;
            }
            Actor to = Objects.requireNonNull(victim.handedTo);
            int call = (int) victim.handedFirst.read();
            Cell[] from = victim.allArrays[(int) victim.arrays.read()];
            if (flaw == Flaw.STEALS_BEFORE_IT_CLAIMS) {
                if (victim.slot.replace(seen, seen + 1)) {
                    if (to.claim()) {
                        ready(to, from[call], to.sent());
                    } else {
                        to.append(from[call].read());
                        mailed(to);
                    }
                }
            } else if (to.claim()) {
                long end = to.sent();
                if (victim.slot.replace(seen, seen + 1)) {
                    ready(to, from[call], flawed(to, end));
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

        private void ready(Actor to, Cell call, long end) {
            ready = to;
            readyCall = call;
            readyEnd = end;
        }

        // ---- running

        /** Runs all that is to be run here. */
        private void work() {
            while (true) {
                Actor actor = ready;
                if (actor != null) {
                    ready = null;
                    actor.turn(this, Objects.requireNonNull(readyCall), readyEnd);
                } else {
                    actor = queue.poll();
                    if (actor == null) {
                        return;
                    }
                    actor.turn(this);
                }
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
            if (slot.read() != slotKnown && flaw != Flaw.TAKES_WITHOUT_A_LOOK) {
                stolen();
                letGo(to, true);
                return;
            }
            slotKnown++;
            slot.write(slotKnown);
            boolean mail = to.hasMail();
            if (mail && flaw == Flaw.TAKES_OVER_THE_MAIL_IN_PLACE) {
                ready(to, handedCall(), to.sent());
            } else if (mail && flaw != Flaw.TAKES_PAST_THE_MAIL) {
                to.append(handedCall().read());
                queue.add(to);
            } else {
                ready(to, handedCall(), 0);
            }
        }
    }
}
