package io.roundhouse.actor.internal;

import io.roundhouse.actor.Lifecycle;
import org.jspecify.annotations.Nullable;

/**
 * Reads a call out of its record and makes it; generated subclasses, one an interface and class of
 * the object behind it.
 */
public abstract class Reader {
    /** What objects of that class are called, before their number. */
    String prefix = "";

    /** Whether they have a life to be told of. */
    boolean tellsOfLife;

    /** For generated subclasses. */
    protected Reader() {}

    /** Objects of that class, which are called through that interface. */
    void isFor(Class<?> target, Class<?> type) {
        boolean named = !target.isHidden() && !target.getSimpleName().isEmpty();
        prefix = (named ? target : type).getSimpleName();
        tellsOfLife = Lifecycle.class.isAssignableFrom(target);
    }

    /**
     * Makes a call; clears its references in the record.
     *
     * @param actor told when the call throws
     * @param target called
     * @param method the method's number
     * @param longs the record's primitive arguments, from {@code firstLong + 1} on
     * @param references the record's references, from {@code firstReference} on
     */
    public abstract void handle(
            Actor actor,
            Object target,
            int method,
            long[] longs,
            @Nullable Object[] references,
            int firstLong,
            int firstReference);
}
