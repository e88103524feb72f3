package io.roundhouse.actor.internal;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.railway.internal.RecordInbound;
import io.roundhouse.railway.internal.RecordUnloader;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/** The calls to one actor, as its thread sees them. */
public final class CallUnloader extends RecordUnloader {
    private final Mailbox mailbox;
    private CallLane[] lanes;

    CallUnloader(Mailbox mailbox, CallLane[] lanes, Waiter waiter) {
        super(inbound(lanes), waiter);
        this.mailbox = mailbox;
        this.lanes = lanes;
    }

    private static RecordInbound[] inbound(CallLane[] lanes) {
        RecordInbound[] inbound = new RecordInbound[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            inbound[i] = lanes[i].inbound();
        }
        return inbound;
    }

    /** For generated code: the call at hand threw. */
    public void failed(Throwable thrown, int method, @Nullable Object[] arguments) {
        mailbox.failed(mailbox.binding.invocation(mailbox.name, method, arguments), thrown);
    }

    /** Waits for calls; returns whether there are any to handle. */
    boolean await() {
        while (!mailbox.isStopped()) {
            if (lookForMore(true)) {
                return true;
            }
            mailbox.idle();
            try {
                if (waitForRecords()) {
                    return true;
                }
            } catch (WaitInterruptedException e) {
                Thread.interrupted(); // meant for a handler that has returned
            }
        }
        return false;
    }

    @Override
    protected void refresh() {
        CallLane[] now = mailbox.lanes();
        if (now != lanes) {
            lanes = now;
            inbound(inbound(now));
        }
    }

    @Override
    protected boolean over() {
        return mailbox.isStopped();
    }

    /** A sender sleeps, or the actor is to be stopped. */
    @Override
    protected void rang(Bell room) {
        room.ring();
        if (mailbox.isStopped()) {
            halt();
        }
    }

    @Override
    protected String describeWait() {
        return "actor " + mailbox.name + " waits for calls";
    }
}
