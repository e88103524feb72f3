package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorContext;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.Invocation;
import io.roundhouse.actor.Lifecycle;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.Task;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an actor has that few have: a beginning and an end that its object is told of, a parent,
 * children, answers that it owes, and a look at itself. Made when it is first needed.
 *
 * <pre>
 *   stop() ──→ the call at hand ends ──→ children are stopped ──→ each says that it is gone
 *          ──→ stopped() ──→ what is owed fails ──→ the parent is told
 * </pre>
 *
 * <p>But for what is said otherwise, all of it belongs to the actor's runner; before the actor
 * runs, to who makes it.
 */
public final class Life implements ActorContext {
    private static final Method STARTED = method("started");
    private static final Method STOPPED = method("stopped");

    private final Actor actor;
    private @Nullable Actor parent;
    private @Nullable Set<Actor> children;

    /** Whether it ends as soon as its children have. */
    private boolean ends;

    private boolean ended;

    /** Whether the actor is claimed by who makes it. */
    boolean isHeld;

    /** Who makes it, if its object asked for a handle meanwhile; null when that is there. */
    private volatile @Nullable Thread maker;

    /** Whether its object stopped it while it was made. Who makes it. */
    private boolean stopsWhenMade;

    /** What its object threw that ended it; null otherwise. */
    private volatile @Nullable Throwable endedBy;

    /** Answers that are promised and not there; guarded by this. */
    private final Set<Answer> owed = new LinkedHashSet<>();

    Life(Actor actor) {
        this.actor = actor;
    }

    private static Method method(String name) {
        try {
            return Lifecycle.class.getMethod(name);
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // ---- who it is

    /** See {@link ActorContext#current()}. */
    public static Life current() {
        Actor actor = here();
        if (actor == null) {
            throw new IllegalStateException(
                    "no actor runs on thread \""
                            + Thread.currentThread().getName()
                            + "\"; its context is there in its methods, and while its object is made");
        }
        return actor.life();
    }

    /** The actor that is made or run by this thread. */
    static @Nullable Actor here() {
        Caller me = Caller.current();
        boolean isMaking = me.making != null && me.makingDepth == me.depth();
        return (isMaking ? me.making : me.running) instanceof Actor actor ? actor : null;
    }

    private void checkIsHere(String method) {
        if (here() != actor) {
            throw new IllegalStateException(
                    method
                            + " is for actor "
                            + actor
                            + " itself, not for thread \""
                            + Thread.currentThread().getName()
                            + "\"");
        }
    }

    @Override
    public String name() {
        return actor.toString();
    }

    @Override
    public <T> T self(Class<T> type) {
        if (isBeingMade()) {
            maker = Thread.currentThread();
            actor.heldUntilMade();
        }
        return actor.kind.protocol().handle(actor, type);
    }

    @Override
    public String toString() {
        return "context of " + actor;
    }

    private boolean isBeingMade() {
        return actor.target() == null && !ended && here() == actor;
    }

    /** Whether the calling thread is about to make its object: until then it handles nothing. */
    boolean isMadeHere() {
        return maker == Thread.currentThread();
    }

    /** Its object does not come. Who should have made it. */
    void isNotMade() {
        maker = null;
    }

    // ---- children

    @Override
    public <T> T actor(
            Class<T> type, Supplier<? extends T> factory, Consumer<? super ActorOptions> with) {
        checkIsHere("making children");
        if (ended) {
            throw new IllegalStateException(
                    "no child for "
                            + type.getName()
                            + ": its parent is at its end, actor "
                            + actor
                            + ", whose stopped() is the last that it does");
        }
        ActorOptions options = new ActorOptions();
        with.accept(options);
        return actor.kind.house().actor(type, factory, options, actor);
    }

    /** Before the child runs. */
    void adopt(Actor child) {
        Set<Actor> mine = children;
        if (mine == null) {
            mine = new LinkedHashSet<>();
            children = mine;
        }
        mine.add(child);
        child.life().parent = actor;
    }

    private void isGone(Actor child) {
        if (children != null) {
            children.remove(child);
        }
        endIfAlone();
    }

    // ---- beginning and end

    @Override
    public void stop() {
        checkIsHere("stopping itself");
        if (isBeingMade()) {
            stopsWhenMade = true;
        } else {
            actor.stop();
        }
    }

    /** The object is there; it has not been called yet. */
    void begins(Object target) {
        maker = null;
        if (target instanceof Lifecycle lifecycle) {
            actor.kind.house().holds(actor);
            actor.control(
                    new Step() {
                        @Override
                        public void done() {
                            tell(STARTED, lifecycle::started);
                        }
                    });
            actor.kind.house().stopsIfEnding(actor);
        }
        if (stopsWhenMade) {
            actor.stop();
        }
    }

    /** Its object threw that, and is called no more. The runner. */
    static void endsBy(Actor actor, Throwable thrown) {
        try {
            if (!actor.isStopped()) {
                actor.life().endedBy = thrown;
            }
        } catch (OutOfMemoryError | StackOverflowError e) {
            // nobody is told why
        }
        actor.stop();
    }

    /** What it threw that ended it; null if it was stopped otherwise. Any thread. */
    static @Nullable Throwable endedBy(Actor actor) {
        Life life = actor.lifeIfAny();
        return life == null ? null : life.endedBy;
    }

    /** The actor was stopped, and its last call has ended. */
    void ends() {
        ends = true;
        if (children != null) {
            List.copyOf(children).forEach(Actor::stop);
        }
        endIfAlone();
    }

    private void endIfAlone() {
        if (!ends || ended || (children != null && !children.isEmpty())) {
            return;
        }
        ended = true;
        if (actor.target() instanceof Lifecycle lifecycle) {
            tell(STOPPED, lifecycle::stopped);
        }
        tellWhomItOwes();
        actor.kind.house().releases(actor);
        actor.hasEnded();
        Actor mine = parent;
        if (mine != null) {
            mine.control(
                    new Step() {
                        @Override
                        public void done() {
                            mine.life().isGone(actor);
                        }
                    });
        }
    }

    /** There may be very many: each has an exception of its own, all have the same words. */
    private void tellWhomItOwes() {
        List<Answer> all = takeOwed();
        if (!all.isEmpty()) {
            String why = "actor " + actor + " was stopped before it gave its answer";
            all.forEach(each -> each.arrive(null, new ActorStoppedException(why, endedBy, false)));
        }
    }

    private void tell(Method what, Runnable how) {
        Caller me = Caller.current();
        Task before = me.running;
        me.running = actor; // also where a house that is closed gets rid of it
        try {
            how.run();
        } catch (Throwable thrown) {
            failedIfPossible(what, thrown);
            endsBy(actor, thrown);
        } finally {
            me.running = before;
        }
    }

    private void failedIfPossible(Method what, Throwable thrown) {
        try {
            actor.kind.house().problems.failed(new Invocation(name(), what, List.of()), thrown);
        } catch (Throwable again) {
            Carrier.survive(again); // and its life goes on, or ends
        }
    }

    // ---- answers

    @Override
    public <T> CompletableFuture<T> answer() {
        checkIsHere("answering later");
        Answer answer = Asking.atHand(actor);
        owes(answer);
        CompletableFuture<T> later = new CompletableFuture<>();
        var _ =
                later.whenComplete(
                        (value, thrown) -> answer.arrive(value, Asking.unwrapped(thrown)));
        return later;
    }

    /**
     * This answer comes later, or never: then who waits for it is told at the end. One that
     * somebody else has ended is not owed; who ends it just now looks whether it is promised when
     * it is there, and here it is the other way round: one of the two sees the other.
     */
    void owes(Answer answer) {
        answer.promise();
        synchronized (this) {
            if (answer.isDone()) {
                return;
            }
            owed.add(answer);
            actor.kind.house().holds(actor);
        }
        actor.kind.house().stopsIfEnding(actor); // outside: others may run meanwhile
    }

    /** The answer has come, or somebody else has ended it. Any thread. */
    synchronized void gave(Answer answer) {
        if (owed.remove(answer) && owed.isEmpty() && !(actor.target() instanceof Lifecycle)) {
            actor.kind.house().releases(actor);
        }
    }

    /** The answers that are to come later. Any thread. */
    synchronized List<Answer> takeOwed() {
        return new ArrayList<>(owed);
    }
}
