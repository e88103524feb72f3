package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.ProxyFramework.Call;
import io.roundhouse.lab.systems.ProxyFramework.OwnQueue;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock-free queue from one thread to one thread: a linked list, whose putting end belongs to the
 * one and whose taking end to the other. It has no bound, so that the dispatcher never waits.
 *
 * <p>The taker yields for a while and then parks. The putter links a call and then looks for a
 * parked taker; the taker says that it parks and then looks for a call: both are volatile, so one
 * of the two sees what the other did.
 */
public final class LinkedHandOver implements OwnQueue {

    /** How often the taker yields before it parks: the choices worth trying. */
    public static final List<Variant> PATIENCE = Variant.each("yields", 100, 10_000, 0);

    private final int yields;
    private Link last = new Link(null); // the putter's
    private Link taken = last; // the taker's
    private volatile @Nullable Thread parked;

    private LinkedHandOver(int yields) {
        this.yields = yields;
    }

    /** A queue as patient as the variant says. */
    public static LinkedHandOver of(Variant variant) {
        return new LinkedHandOver(variant.number("yields"));
    }

    @Override
    public void put(Call call) {
        Link link = new Link(call);
        last.next = link;
        last = link;
        Thread taker = parked;
        if (taker != null) {
            LockSupport.unpark(taker);
        }
    }

    @Override
    public Call take() throws InterruptedException {
        Call call = poll();
        for (int i = 0; call == null && i < yields; i++) {
            Thread.yield();
            call = poll();
        }
        return call == null ? parkForCall() : call;
    }

    private Call parkForCall() throws InterruptedException {
        parked = Thread.currentThread();
        try {
            while (true) {
                Call call = poll();
                if (call != null) {
                    return call;
                }
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            parked = null;
        }
    }

    private @Nullable Call poll() {
        Link link = taken.next;
        if (link == null) {
            return null;
        }
        Call call = link.call;
        link.call = null;
        taken = link;
        return call;
    }

    private static final class Link {

        private @Nullable Call call;
        private volatile @Nullable Link next;

        Link(@Nullable Call call) {
            this.call = call;
        }
    }
}
