package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * Sees to it that calls that block do not freeze a house: where every worker has been in one call
 * for a while and there is something to run, a spare worker helps out.
 *
 * <p>One thread looks at all workers again and again while not all of them rest, and sleeps
 * otherwise: whoever goes to work looks whether it sleeps. Two looks at the same call count, so a
 * call is long after two or three ticks; from then on whoever rests until half of that actor's
 * mailbox is room goes on with less. Who has answers in its mail for a second, while it is in one
 * call, is told of, once. A spare ends when it has had nothing to do for a second, or when there
 * have been more workers at work than the house was given for as long.
 */
public final class Watch {
    /** How many spare workers there may be. */
    static final int MOST_SPARES = 32;

    /** How long a spare has nothing to do before it ends. */
    static final long IDLE_NANOS = 1_000_000_000;

    private static final Logger LOG = System.getLogger("io.roundhouse");
    private static final long TICK_NANOS = 10_000_000;
    private static final int LONG_TICKS = 2;
    private static final int HANGING_TICKS = 100;
    private static final int CALM_TICKS = 5;
    private static final int CROWDED_TICKS = 100;

    private final Workers workers;
    private final Crew crew;
    private final Waiter waiter = WaitStrategy.parking().newWaiter();

    /** Whether it sleeps until somebody goes to work. */
    private volatile boolean asleep;

    // by the watching thread
    private final long[] seen;
    private final int[] ticks;
    private int calm;
    private int crowded;
    private boolean advised;
    private boolean advisedToLook;
    private boolean toldOfTheMost;

    /** For how many looks there have been answers in the mail of the one in that call. */
    private final int[] lying;

    Watch(Workers workers, Crew crew, int places) {
        this.workers = workers;
        this.crew = crew;
        this.seen = new long[places];
        this.ticks = new int[places];
        this.lying = new int[places];
    }

    /** Watches until it is over, and {@link #wake} was called. */
    public void keep(BooleanSupplier over) {
        Wait end = new Ends(over, false);
        Wait work = new Ends(over, true);
        while (!over.getAsBoolean()) {
            try {
                if (calm < CALM_TICKS) {
                    if (!waiter.doze(end, TICK_NANOS)) {
                        look();
                    }
                } else {
                    asleep = true; // before it looks whether all rest
                    waiter.await(work);
                    asleep = false;
                    calm = 0;
                }
            } catch (WaitInterruptedException e) {
                Thread.interrupted(); // nobody's business
            } catch (OutOfMemoryError e) {
                // no thread, or no memory: perhaps there is next time
            }
        }
    }

    /** Has it look whether it is over. */
    public void wake() {
        waiter.wake();
    }

    /** A worker goes to work: it no longer says that it rests, and a full fence was behind that. */
    void stirs() {
        if (asleep) {
            waiter.wake();
        }
    }

    private void look() {
        boolean allRest = true;
        boolean allLong = true;
        boolean anyLong = false;
        int atWork = 0;
        for (Worker each : crew.all()) {
            int place = each.place;
            long before = seen[place];
            seen[place] = each.turns();
            boolean rests = each.isResting();
            boolean same = !rests && each.isInCall() && before == seen[place];
            ticks[place] = same ? ticks[place] + 1 : 0;
            if (ticks[place] >= LONG_TICKS) {
                each.relieves();
                each.remindOthers();
            }
            lying[place] =
                    ticks[place] >= LONG_TICKS && each.leavesAnswers() ? lying[place] + 1 : 0;
            if (lying[place] == HANGING_TICKS) {
                adviseToLook(each);
            }
            allRest &= rests;
            allLong &= ticks[place] >= LONG_TICKS || each.isGone();
            anyLong |= ticks[place] >= LONG_TICKS;
            atWork += rests || ticks[place] >= LONG_TICKS ? 0 : 1;
        }
        calm = allRest ? calm + 1 : 0;
        crowded = atWork > crew.count() ? crowded + 1 : 0;
        if (anyLong
                && workers.areSoundSleepers()
                && (crew.hasSomething() || !workers.isNothingOutside())) {
            workers.signal(); // nobody may be looking
        }
        if (allLong && isSomethingToRun()) {
            workers.balance.welcomesHelp();
            advise();
            if (!crew.addSpare()) {
                tellThatThereAreNoMore();
            }
        } else if (crowded >= CROWDED_TICKS) {
            crowded = 0;
            crew.sendSpareAway();
        }
    }

    private boolean isSomethingToRun() {
        boolean any = false;
        for (Worker each : crew.all()) {
            any |= each.remindOthers();
        }
        return any || crew.hasSomething() || !workers.isNothingOutside();
    }

    // ---- advice

    private void advise() {
        if (advised) {
            return;
        }
        StringBuilder words = new StringBuilder("every worker has been in one call for a while: ");
        String separator = "";
        boolean anyActor = false; // else it is the house's own work: a log that is slow
        for (Worker each : crew.all()) {
            if (each.isGone()) {
                continue;
            }
            anyActor |= each.caller.running != null;
            String where = Carrier.describe(each);
            if (!each.isInCall() || each.turns() != seen[each.place]) {
                return; // it was on no processor for a while
            }
            words.append(separator).append(where);
            separator = ", ";
        }
        if (!anyActor) {
            return;
        }
        advised = true;
        words.append(
                "; others wait, and spare workers help out. Actors whose calls block are better off with a thread"
                        + " each: ActorOptions.virtual()");
        log(words.toString());
    }

    private void tellThatThereAreNoMore() {
        if (toldOfTheMost) {
            return;
        }
        toldOfTheMost = true;
        log(
                "all workers and "
                        + MOST_SPARES
                        + " spare ones, which is the most that there are, hang in calls: every other actor on workers"
                        + " waits until one of these calls returns. Actors whose calls block are better off with a"
                        + " thread each: ActorOptions.virtual()");
    }

    private void adviseToLook(Worker hanging) {
        if (advisedToLook) {
            return;
        }
        advisedToLook = true;
        log(
                "an actor has been in one call for a while, and answers that it has asked for lie in its mail: "
                        + Carrier.describe(hanging)
                        + "; if it waits there for what comes of one of them, it waits for itself. It takes answers out"
                        + " of its mail in join and get of an answer, or of what was attached to one: not in those of a"
                        + " future that begins elsewhere, as completedFuture(x).thenCompose(…) or allOf(…), and not in"
                        + " isDone and getNow");
    }

    private static void log(String words) {
        try {
            LOG.log(Level.WARNING, words);
        } catch (RuntimeException e) {
            // whoever keeps the log does not stop the watch
        }
    }

    private final class Ends implements Wait {
        private final BooleanSupplier over;
        private final boolean orWork;

        Ends(BooleanSupplier over, boolean orWork) {
            this.over = over;
            this.orWork = orWork;
        }

        @Override
        public boolean met() {
            return over.getAsBoolean() || (orWork && !crew.allRest());
        }

        @Override
        public String toString() {
            return Thread.currentThread().getName() + " watches workers";
        }
    }
}
