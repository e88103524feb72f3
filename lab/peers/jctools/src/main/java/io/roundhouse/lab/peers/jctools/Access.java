package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpmcArrayQueue;
import org.jctools.queues.MpscArrayQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jctools.queues.SpmcArrayQueue;
import org.jctools.queues.SpscArrayQueue;
import org.jctools.queues.SpscUnboundedArrayQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.jctools.util.UnsafeAccess;

/**
 * How JCTools' queues reach memory: there are twins of each. Those by {@code Unsafe} are the ones
 * that its documentation names; those by {@code VarHandle} are for JVMs that no longer allow that.
 * Which is faster is not always the same one, so both are tried.
 */
enum Access {
    UNSAFE,
    VARHANDLE;

    private static final String CHOICE = "access";

    /**
     * All of those configurations with the documented access, where this JVM allows it, and then
     * all with the other. Where time is too short for all, how to wait and how many slots matter
     * more than which twin it is, and are tried before that.
     */
    static List<Variant> ofEach(List<Variant> variants) {
        return unsafeAllowed()
                ? Variant.withEach(variants, CHOICE, UNSAFE.word(), VARHANDLE.word())
                : Variant.withEach(variants, CHOICE, VARHANDLE.word());
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A JVM may refuse: {@code --sun-misc-unsafe-memory-access=deny}, one day by default. */
    private static boolean unsafeAllowed() {
        try {
            return UnsafeAccess.fieldOffset(Probe.class, "field") > 0;
        } catch (RuntimeException | LinkageError e) {
            return false;
        }
    }

    /** Has a field to ask for. */
    private static final class Probe {
        @SuppressWarnings("UnusedVariable") // but for its place in memory
        int field;
    }

    /** That of a configuration. */
    static Access of(Variant variant) {
        return valueOf(variant.word(CHOICE).toUpperCase(Locale.ROOT));
    }

    MessagePassingQueue<Long> bounded(boolean oneProducer, boolean oneConsumer, int slots) {
        boolean unsafe = this == UNSAFE;
        if (oneProducer && oneConsumer) {
            return unsafe ? new SpscArrayQueue<>(slots) : new SpscVarHandleArrayQueue<>(slots);
        }
        if (oneProducer) {
            return unsafe ? new SpmcArrayQueue<>(slots) : new SpmcVarHandleArrayQueue<>(slots);
        }
        if (oneConsumer) {
            return unsafe ? new MpscArrayQueue<>(slots) : new MpscVarHandleArrayQueue<>(slots);
        }
        return unsafe ? new MpmcArrayQueue<>(slots) : new MpmcVarHandleArrayQueue<>(slots);
    }

    /** For one consumer. */
    Queue<Long> unbounded(boolean oneProducer, int chunk) {
        boolean unsafe = this == UNSAFE;
        if (oneProducer) {
            return unsafe
                    ? new SpscUnboundedArrayQueue<>(chunk)
                    : new SpscUnboundedVarHandleArrayQueue<>(chunk);
        }
        return unsafe
                ? new MpscUnboundedArrayQueue<>(chunk)
                : new MpscUnboundedVarHandleArrayQueue<>(chunk);
    }
}
