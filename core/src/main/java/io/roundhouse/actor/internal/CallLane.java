package io.roundhouse.actor.internal;

import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.MailboxFullException;
import io.roundhouse.railway.internal.Bell;
import io.roundhouse.railway.internal.RecordLoader;
import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/** The calls of one thread to one actor, as the calling thread sees them. */
public final class CallLane extends RecordLoader {
    private static final int FIRST_RECORDS = 64;

    /** An actor that must not wait for itself may have so many calls under way, and no more. */
    static final int CEILING = 1 << 20;

    private static final int CALLS_UNTIL_REMEMBERED = 64;

    final @Nullable Thread thread;
    private final Mailbox mailbox;

    /**
     * Whether the calling thread is an actor of the same house: then it may send while the house
     * closes.
     */
    private final boolean inside;

    private int notRemembered;

    CallLane(Mailbox mailbox, @Nullable Thread thread, int bound, Bell bell, Waiter waiter) {
        super(
                mailbox.binding.longsEach(),
                mailbox.binding.referencesEach(),
                Math.min(FIRST_RECORDS, powerOfTwo(bound)),
                bound,
                bell,
                waiter);
        this.mailbox = mailbox;
        this.thread = thread;
        this.inside = thread instanceof ActorThread actor && actor.mailbox.house == mailbox.house;
    }

    private static int powerOfTwo(long atLeast) {
        return atLeast == 1 ? 1 : Math.toIntExact(Long.highestOneBit(atLeast - 1) << 1);
    }

    /** Whether it is time for the handle to remember this lane. */
    boolean toBeRemembered() {
        return notRemembered++ % CALLS_UNTIL_REMEMBERED == 0;
    }

    /** For generated code: the actor has been stopped, so this call is a dead letter. */
    public void dead(int method, @Nullable Object[] arguments) {
        mailbox.dead(mailbox.binding.invocation(mailbox.name, method, arguments));
    }

    // ---- room

    @Override
    protected boolean makeRoom() {
        while (true) {
            checkMayLoad();
            if (mailbox.isStopped()) {
                return false;
            }
            boolean small = records() < room();
            if (lookForRoom(!small)) {
                // there is, unless the lane has been halted meanwhile
            } else if (small) {
                grow(Math.min(records() * 4, powerOfTwo(room())), room());
            } else if (thread instanceof ActorThread me) {
                awaitRoomInside(me);
            } else {
                waitForRoom(Long.MAX_VALUE);
            }
            if (hasRoom()) {
                return true;
            }
        }
    }

    /** An actor waits for another one, unless that one waits for it. */
    private void awaitRoomInside(ActorThread me) {
        me.waitsFor = mailbox.thread; // volatile: see closesCycle
        try {
            if (me.closesCycle()) {
                growBeyondTheBound(me);
            } else {
                waitForRoom(Long.MAX_VALUE);
            }
        } finally {
            me.waitsFor = null;
        }
    }

    private void growBeyondTheBound(ActorThread me) {
        if (room() >= CEILING) {
            throw new MailboxFullException(
                    "actor "
                            + me.mailbox.name
                            + " has "
                            + room()
                            + " calls under way to "
                            + mailbox.name
                            + " and cannot wait until some are handled, for they wait for each other: "
                            + me.chain());
        }
        long room = Math.min(2 * room(), CEILING);
        grow(powerOfTwo(room), room);
    }

    @Override
    protected void rang() {
        bell.ring();
        if (bell.closed()) {
            mailbox.sentAtTheEnd(this);
        }
    }

    @Override
    protected boolean closed() {
        return inside ? mailbox.isStopped() : mailbox.isRefusing();
    }

    @Override
    protected void checkMayLoad() {
        if (!inside && mailbox.house.isClosing()) {
            throw new HouseClosedException(
                    "the house is closed: " + mailbox.name + " takes no more calls from outside");
        }
    }

    @Override
    protected String describeWait() {
        return "thread \""
                + (thread == null ? "" : thread.getName())
                + "\" waits until actor "
                + mailbox.name
                + " has handled some of its "
                + (reached() - taken())
                + " calls";
    }
}
