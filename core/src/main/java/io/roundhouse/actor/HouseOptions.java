package io.roundhouse.actor;

import io.roundhouse.actor.internal.LoggedDeadLetters;
import io.roundhouse.waiting.Choices;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a house is run: its workers, or none; the ceiling of its mailboxes; who is told of what goes
 * wrong. See {@code Roundhouse.open}. Not thread-safe.
 */
public final class HouseOptions {
    /** The greatest number of workers. */
    public static final int MOST_WORKERS = 1_024;

    private static final Logger LOG = System.getLogger("io.roundhouse");

    private FailureHandler onFailure =
            (call, thrown) -> LOG.log(Level.ERROR, () -> call + andThen(call, thrown), thrown);
    private DeadLetterHandler onDeadLetter = new LoggedDeadLetters();

    private @Nullable Choices choices;
    private long ceiling = Runtime.getRuntime().maxMemory() / 4;
    private int workers = Runtime.getRuntime().availableProcessors();

    private static String andThen(Invocation call, Throwable thrown) {
        String what = thrown instanceof Error ? " threw an error" : " threw an exception";
        boolean isOfLife = call.method().getDeclaringClass() == Lifecycle.class;
        return what
                + (isOfLife || thrown instanceof Error
                        ? ": its actor is stopped"
                        : ": its actor goes on");
    }

    /**
     * The defaults: what goes wrong is logged by the {@link System.Logger} {@code io.roundhouse}.
     */
    public HouseOptions() {}

    /**
     * How many threads run the actors that have none of their own; as many as there are processors
     * unless set. Workers whose calls wait or block are helped out by others meanwhile: a worker
     * that waits for an answer in a call is replaced, by 1,000 threads at a time at most; an ask
     * that would wait beyond that fails with an {@link IllegalStateException}, and is not handled
     * if it has not begun. Asks deeper than that belong on virtual threads.
     *
     * <p>For calls that block otherwise, on files, sockets or locks, up to 32 spare workers help
     * out, a moment after all workers have been found in one call each. Where more calls block at a
     * time than there are workers and spares, all other actors stand still until one returns: such
     * actors belong on {@link ActorOptions#virtual()}, {@link ActorOptions#pinned()} or an executor
     * of their own, {@link ActorOptions#on}.
     *
     * @throws IllegalArgumentException if less than 1 or more than {@link #MOST_WORKERS}
     */
    public HouseOptions workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("a house needs 1 worker or more, not " + threads);
        }
        if (threads > MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "a house has "
                            + MOST_WORKERS
                            + " workers or fewer, not "
                            + threads
                            + ": more than there are processors gain nothing, and actors whose calls"
                            + " block belong on virtual threads: with.virtual()");
        }
        workers = threads;
        return this;
    }

    /**
     * No workers: actors are run one call after the other, in the same order each time, while a
     * thread calls {@code Roundhouse.step}, {@code awaitQuiescence} or {@code close}, or waits for
     * an answer or for room. Calls run on that thread; only while it waits itself, for an answer,
     * for room or in the middle of a call that it runs, others are run by threads beside it, one at
     * a time, with thread-locals of their own. For tests. Actors with threads of their own, or on
     * an executor, are run so, too. Time passes only where nothing else is left to do, and then at
     * once: an actor that waits for an answer for a day at most has waited for a day as soon as
     * nothing can bring that answer, and so has who closes the house with such a limit. Where
     * actors never come to rest, no time passes: who closes the house steps no longer than the
     * limit in the system's time, or a second if that is longer, and what is left then is dead
     * letters; who waits for its quiet steps for ever, whatever limit it has. An interrupt
     * meanwhile ends neither, as it may be a call's own. Who waits while nothing is left to run is
     * told so, and a call that waits is withdrawn then, as by an interrupt; so is one whose wait
     * the end of the closing breaks off, which is no dead letter. What lies in a full mailbox is
     * left to run, whoever has sent it, but what another thread is still to send, or an answer that
     * it is still to give, is not; nor is what lies at an actor that another thread still makes,
     * where a handle has left that. Each step looks at all calls that wait: a chain of asks that is
     * {@code n} deep takes some {@code n²} looks.
     */
    public HouseOptions stepping() {
        choices = Choices.first();
        return this;
    }

    /** The same, in an order that depends on the seed, and on nothing else. */
    public HouseOptions stepping(long seed) {
        choices = Choices.seeded(seed);
        return this;
    }

    /**
     * How many bytes of calls all mailboxes of the house together may hold far beyond their bounds
     * (the first hundred or two of a mailbox's are not counted), where a circle of full mailboxes
     * must grow, or beyond 65,536 calls each, where they have no bound; a quarter of the heap
     * unless set. What the arguments refer to does not count. Then who sends more gets a {@link
     * MailboxFullException} that names the circle.
     *
     * @throws IllegalArgumentException if negative
     */
    public HouseOptions ceiling(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "a ceiling cannot be negative: "
                            + bytes
                            + " bytes; 0 is the least, and keeps mailboxes near their bounds");
        }
        ceiling = bytes;
        return this;
    }

    /** Who is told of calls that end with an exception of which nobody else is told. */
    public HouseOptions onFailure(FailureHandler handler) {
        onFailure = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /**
     * Who is told of calls that were accepted and will not be handled. Unless set, each is logged;
     * of those that the end of the house makes some, and how many more there were.
     */
    public HouseOptions onDeadLetter(DeadLetterHandler handler) {
        onDeadLetter = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /** See {@link #stepping()}; null where there are workers. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public @Nullable Choices choices() {
        return choices;
    }

    /** See {@link #ceiling(long)}. */
    public long ceiling() {
        return ceiling;
    }

    /** See {@link #workers(int)}. */
    public int workers() {
        return workers;
    }

    /** See {@link #onFailure(FailureHandler)}. */
    public FailureHandler onFailure() {
        return onFailure;
    }

    /** See {@link #onDeadLetter(DeadLetterHandler)}. */
    public DeadLetterHandler onDeadLetter() {
        return onDeadLetter;
    }
}
