package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.ActorOptions.Dispatch;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Task;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the actors of a house: their objects, and who runs them. */
final class Maker {
    private final Staff staff;

    /** Of threads' names. */
    private final String prefix;

    private final AtomicInteger made = new AtomicInteger();

    Maker(Staff staff, String prefix) {
        this.staff = staff;
        this.prefix = prefix;
    }

    /** How many actors were made, or tried to. */
    int made() {
        return made.get();
    }

    /** With whom runs it. */
    Handle make(Kind kind, Class<?> type, Supplier<?> factory, @Nullable Actor parent) {
        return kind.protocol().handle(newActor(kind, type, factory, parent));
    }

    /** With the object that the factory makes, here and now. */
    private Actor newActor(Kind kind, Class<?> type, Supplier<?> factory, @Nullable Actor parent) {
        Actor actor = new Actor(kind, made.incrementAndGet());
        Caller me = Caller.current();
        Task before = me.making;
        int depthBefore = me.makingDepth;
        me.making = actor;
        me.makingDepth = me.depth();
        boolean made = false;
        try {
            Object target = object(type, factory);
            checkHasAll(kind, type, target);
            me.making = before;
            me.makingDepth = depthBefore;
            if (parent != null) {
                parent.life().adopt(actor);
            }
            actor.begin(target, type);
            made = true;
            if (parent != null && parent.isStopped()) {
                actor.stop();
            }
        } finally {
            me.making = before;
            me.makingDepth = depthBefore;
            if (!made) {
                if (kind.dispatching() instanceof OwnThread own) {
                    own.doesNotStart();
                }
                actor.fail();
            }
        }
        return actor;
    }

    /** With a thread of its own. */
    Handle onOwnThread(
            Kind kind,
            Class<?> type,
            Supplier<?> factory,
            ActorOptions with,
            @Nullable Actor parent) {
        String name = with.name();
        boolean isVirtual = with.dispatch() == Dispatch.VIRTUAL;
        if (isVirtual) {
            Advice.onVirtualThreads();
        }
        OwnThread thread =
                new OwnThread(
                        isVirtual,
                        prefix + (name == null ? type.getSimpleName() : name),
                        with.waiting(),
                        staff::somebodyRests,
                        staff::isGone);
        Actor actor = newActor(kind.on(thread), type, factory, parent);
        if (name == null) {
            thread.isNamed(prefix + actor); // with the number by which messages name it
        }
        boolean starts = false;
        try {
            starts = staff.takes(thread, () -> thread.start(actor));
        } finally {
            if (!starts) { // also for want of threads
                thread.doesNotStart();
                actor.stop();
            }
        }
        if (!starts) {
            kind.house().checkOpen();
        }
        return kind.protocol().handle(actor);
    }

    /** With an executor of the user's. */
    Handle onExecutor(
            Kind kind,
            Class<?> type,
            Supplier<?> factory,
            ActorOptions with,
            @Nullable Actor parent) {
        String name = with.name();
        Executing executing =
                new Executing(
                        Objects.requireNonNull(with.executor()),
                        staff,
                        refused ->
                                kind.house()
                                        .problems
                                        .report(
                                                "the executor of actor "
                                                        + (name == null
                                                                ? type.getSimpleName()
                                                                : name)
                                                        + " refuses to run it: until it does not, its calls are dead letters",
                                                refused));
        if (!executing.begins()) {
            throw House.noMoreActors();
        }
        Actor actor = null;
        try {
            actor = newActor(kind.on(executing.dispatching()), type, factory, parent);
        } finally {
            executing.isMade(actor);
        }
        return kind.protocol().handle(actor);
    }

    private static Object object(Class<?> type, Supplier<?> factory) {
        Object target;
        try {
            target = factory.get();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the factory of the actor for " + type.getName() + " failed: " + e, e);
        }
        if (target == null) {
            throw new IllegalArgumentException(
                    "the factory of the actor for " + type.getName() + " returned null");
        }
        if (target instanceof Handle handle) {
            throw new IllegalArgumentException(
                    "the factory returned a handle, " + handle + ", not an object to run");
        }
        return target;
    }

    private static void checkHasAll(Kind kind, Class<?> type, Object target) {
        Class<?> missing = kind.protocol().missingIn(target);
        if (missing != null) {
            String returned =
                    "the factory of the actor for "
                            + type.getName()
                            + " returned a "
                            + target.getClass().getName();
            throw new IllegalArgumentException(
                    missing == type
                            ? returned + ", which is none"
                            : returned
                                    + ", which does not implement "
                                    + missing.getName()
                                    + ", asked for by also("
                                    + missing.getSimpleName()
                                    + ".class)");
        }
    }
}
