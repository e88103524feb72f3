package io.roundhouse.waiting.internal;

import io.roundhouse.memory.StackRoom;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call of an actor that is tried by a select: where it would wait, it is broken off, and the
 * select waits for that, beside its other clauses. Here, below channels and actors, as both have to
 * do with it.
 *
 * <p>What would wait asks {@link #here}, behind the look that finds it has to: so whoever is not
 * tried pays nothing. It throws what {@link #refused}, {@link #asked} or {@link #offer} give it: an
 * exception, as generated code and the user's are between, and one for all. The code that is tried
 * may be run several times:
 *
 * <pre>
 *   tries   ──▶ it returned: the call was accepted
 *           ──▶ no room: tried again when there is
 *           ──▶ it asked, and will be answered ──▶ repeats: the same, with that answer at once
 *           ──▶ it meets the actor             ──▶ offers:  the same, and the actor asks before it begins
 * </pre>
 *
 * <p>Used by one thread; an {@link Offer} by the actor's as well.
 */
public abstract class Attempt {
    /** Room for a call. */
    public interface Room {
        /** Whether there is some, or it is not to be waited for any longer. */
        boolean isThere();

        /** Has that run when there may be room; now and then nobody is told. */
        void add(Runnable whenThere);

        /** Does so no longer. */
        void remove(Runnable whenThere);
    }

    /** A call that its actor may take, if the select does nothing else. */
    public interface Offer {
        /** The actor would begin now; returns whether it is to. Any thread, once. */
        boolean take();

        /** The actor has ended. Any thread. */
        void pass();
    }

    /** The threads that call actors. */
    public interface Hosts {
        /** The calling one. */
        Host here();
    }

    /**
     * A thread on which calls are tried: actors are not run on the spot there. By that thread; to
     * begin and to end takes no memory, and a frame.
     */
    public interface Host {
        /** Whether it runs an actor. */
        boolean runsActor();

        /** Calls are tried from now on; returns what the end is to be told. */
        int beginsToTry();

        /** They are not any longer. */
        void endsToTry(int before);
    }

    private enum Mode {
        NONE,
        TRIES,
        OFFERS,
        REPEATS
    }

    private static final class NotNow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotNow() {
            super("a select tries this call, and waits in its place", null, false, false);
        }
    }

    private static final NotNow NOT_NOW = new NotNow();
    private static final ThreadLocal<@Nullable Attempt> CURRENT = new ThreadLocal<>();
    private static final int FRAMES_TO_BEGIN_AND_END = 64;
    private static volatile @Nullable Hosts hosts;

    private Mode mode = Mode.NONE;
    private @Nullable Room room;
    private @Nullable Future<?> answer;
    private boolean meets;

    /** Nothing has been tried. */
    protected Attempt() {}

    // ---- the select

    /** Nothing has been tried; what was, and is under way, is forgotten. */
    protected final void clear() {
        room = null;
        answer = null;
        meets = false;
    }

    /**
     * Runs code that makes a call; returns what it returns, and null where it {@link #brokeOff}.
     */
    protected final <T> @Nullable T tries(Callable<T> call) throws Exception {
        return mayBreakOff(Mode.TRIES, call);
    }

    /** The same, once more, for what {@link #meets}: the call is offered. */
    protected final <T> @Nullable T offers(Callable<T> call) throws Exception {
        return mayBreakOff(Mode.OFFERS, call);
    }

    private <T> @Nullable T mayBreakOff(Mode how, Callable<T> call) throws Exception {
        clear();
        try {
            return run(how, call);
        } catch (Exception e) {
            if (brokeOff()) { // it may come as the cause of another one
                return null;
            }
            throw e;
        }
    }

    /** Runs it with the answer that has come. */
    protected final <T> T repeats(Callable<T> call) throws Exception {
        return run(Mode.REPEATS, call);
    }

    private <T> T run(Mode how, Callable<T> call) throws Exception {
        Attempt before = CURRENT.get();
        Host host = host();
        StackRoom.needs(FRAMES_TO_BEGIN_AND_END);
        try {
            mode = how;
            CURRENT.set(this);
            return host == null ? call.call() : runOn(host, call);
        } finally {
            mode = Mode.NONE;
            CURRENT.set(before);
        }
    }

    private static <T> T runOn(Host host, Callable<T> call) throws Exception {
        int before = host.beginsToTry();
        try {
            return call.call();
        } finally {
            host.endsToTry(before);
        }
    }

    private static @Nullable Host host() {
        Hosts those = hosts;
        return those == null ? null : those.here();
    }

    /** Whether the calling thread runs an actor, which is not to wait for what is tried. */
    public static boolean isInActor() {
        Host host = host();
        return host != null && host.runsActor();
    }

    /** Whether the code came to where it would have waited; also if it took that for something. */
    protected final boolean brokeOff() {
        return room != null || answer != null || meets;
    }

    /** For what there was no room; null if there was. */
    protected final @Nullable Room room() {
        return room;
    }

    /** What will be the answer; null if there will be none, or it was broken off before. */
    protected final @Nullable Future<?> answer() {
        return answer;
    }

    /** Whether the call is to be offered. */
    protected final boolean meets() {
        return meets;
    }

    /** Offers that call, which its actor would take. */
    protected abstract Offer offers(Future<?> call);

    // ---- actors

    /** Who calls them. */
    public static void hosts(Hosts those) {
        hosts = those;
    }

    /** What is tried by the calling thread, which is not to wait; null if it may. */
    public static @Nullable Attempt here() {
        Attempt current = CURRENT.get();
        return current != null && (current.mode == Mode.TRIES || current.mode == Mode.OFFERS)
                ? current
                : null;
    }

    /** The answer to the call that the calling thread would make, if it is there already; once. */
    public static @Nullable Future<?> answered() {
        Attempt current = CURRENT.get();
        if (current == null || current.mode != Mode.REPEATS) {
            return null;
        }
        current.mode = Mode.NONE;
        return current.answer;
    }

    /** There is no room. What is returned is to be thrown; nothing has been sent. */
    public final RuntimeException refused(Room full) {
        room = full;
        return NOT_NOW;
    }

    /** The call has been sent, and its caller would wait for the answer. Likewise. */
    public final RuntimeException asked(Future<?> coming) {
        if (answer != null) { // whoever called has caught what this returned before
            coming.cancel(false);
        } else {
            answer = coming;
        }
        return NOT_NOW;
    }

    /** The caller would wait until the call is taken: this one says whether it is to be. */
    public final Offer offer(Future<?> call) {
        if (mode != Mode.OFFERS) {
            meets = true;
            throw NOT_NOW;
        }
        return offers(call);
    }
}
