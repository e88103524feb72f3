package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * How a worker that has nothing to run looks for something, and rests meanwhile.
 *
 * <p>What is outside of all queues is anybody's. From another worker's queue it takes only where
 * that one has much to run or does not come to what it has, and a call that was handed over only
 * where it has been there since the last look: what would be run at once is faster where its memory
 * is in the cache.
 */
final class Search implements Wait {
    /**
     * A look at what another worker writes takes it from that one's processor, which has to fetch
     * it again: to look all the time makes all of its calls slow.
     */
    private static final long BETWEEN_LOOKS_NANOS = 4_000;

    private static final int MUCH = 16;
    private static final long PATIENCE_NANOS = 2_000;
    private static final long WORTH_A_MOVE_NANOS = 300;
    private static final long LONG_TURN_NANOS = 2_500;

    private static final long SHORTEST_NAP_NANOS = 100_000;
    private static final long LONGEST_WATCHING_NAP_NANOS = 1_000_000;
    private static final long LONGEST_NAP_NANOS = 500_000_000;

    /** What it has run between two sleeps, where there is little to run. */
    private static final int FEW_TURNS = 4;

    final Found found = new Found();
    final Waiter waiter;

    private final Workers workers;
    private final Worker worker;
    private final Wait forALongTurn = this::hasWatched;
    private boolean parked;
    private boolean busy;

    /** Whether it sleeps until it is woken; and whether it is to look by itself again. */
    private boolean sound;

    private boolean disturbed;

    /** How many turns it had begun when it last slept, or waited as long. */
    private long turnsAtSleep;

    private @Nullable HandsOver lender;
    private long looked;

    /** Whether it has not looked yet in this rest. */
    private boolean isFresh;

    /** Whether the last look has found a task that somebody has not come to yet. */
    private boolean somebodyWaits;

    // by the places of the others
    private final long[] slotsSeen;
    private final long[] turnsSeen;
    private final boolean[] slow;
    private final long[] handledSeen;
    private final long[] since;
    private final int[] takenSeen;
    private final long[] firstSince;

    /** How often it took what was another one's. Written by its worker, read by any: a guess. */
    private long steals;

    Search(Workers workers, Worker worker, Waiter waiter, int places) {
        this.workers = workers;
        this.worker = worker;
        this.waiter = waiter;
        slotsSeen = new long[places];
        turnsSeen = new long[places];
        slow = new boolean[places];
        handledSeen = new long[places];
        since = new long[places];
        takenSeen = new int[places];
        firstSince = new long[places];
    }

    long steals() {
        return steals;
    }

    /** The calls that were found have been handled, and are no longer read. */
    void givesBack() {
        int count = found.calls.count;
        found.calls.none();
        HandsOver from = lender;
        if (from != null) {
            lender = null;
            from.giveBack(count);
        }
    }

    /** Waits for work; returns a task, or null where the wait has ended otherwise. */
    @Nullable Task rest(Lookouts lookouts) {
        boolean isSearching = false;
        boolean isOver = false;
        try {
            worker.rests(true);
            workers.whenResting();
            found.nothing();
            long start = workers.now();
            isFresh = true;
            long nap = isSeldom() ? LONGEST_WATCHING_NAP_NANOS : SHORTEST_NAP_NANOS;
            isSearching = true;
            workers.searching(1);
            while (!isOver) {
                if (!lookouts.isEmpty()) {
                    waiter.await(this, Lookouts.STORES_ARRIVE_NANOS);
                    isOver = true;
                } else if (maySleepSoundly()) {
                    isOver = sleepsSoundly();
                    nap = SHORTEST_NAP_NANOS;
                } else {
                    isOver = waiter.await(this, nap);
                    nap = Math.min(2 * nap, LONGEST_WATCHING_NAP_NANOS);
                }
                if (!isOver && worker.isSpare() && workers.now() - start > Watch.IDLE_NANOS) {
                    worker.leave();
                    isOver = true;
                }
            }
        } catch (WaitInterruptedException e) {
            Thread.interrupted(); // meant for a handler that has returned
        } catch (OutOfMemoryError e) {
            // nobody else looks for it: it looks again; nothing is called here, which may have to
            // be loaded
        } finally {
            if (isSearching) {
                workers.searching(-1);
            }
            worker.rests(false);
            workers.watch().stirs();
        }
        if (found.task == null) {
            workers.soloist.share(worker); // it may claim something all the same
        } else if (workers.isMoreThanFor(worker) || leavesNoWatcher()) {
            workers.signal();
        }
        worker.mayBeUnwatched();
        return takeFound();
    }

    /** What was found, which is the worker's; null if nothing was. */
    @Nullable Task takeFound() {
        Task task = found.task;
        found.task = null;
        return task;
    }

    /**
     * Whether nobody is at work whom it could help, and nothing lies outside: a note of a task that
     * is visited is put back, and who ends the visit wakes nobody.
     */
    private boolean maySleepSoundly() {
        return workers.crew.othersRest(worker) && workers.isNothingOutside();
    }

    /**
     * Whether this one goes to work beside another one, for which it may have been the only one to
     * look: somebody else is to look from now on.
     */
    private boolean leavesNoWatcher() {
        return workers.areSoundSleepers() && !workers.crew.othersRest(worker);
    }

    /**
     * Sleeps until it is woken, and does not look by itself. Whoever goes to work has others woken
     * when there is something for them: with the first call that it hands over, and with whatever
     * comes into a queue ({@link Workers#signal}); who was woken for that and goes to work as well
     * leaves another one to look. Where all this has missed something, a long call is noticed by
     * {@link Watch}. Returns false where somebody is at work now: from then on it looks now and
     * then.
     */
    private boolean sleepsSoundly() {
        sound = true;
        disturbed = false;
        workers.soundSleepers(1);
        try {
            return waiter.await(this, LONGEST_NAP_NANOS) && !disturbed;
        } finally {
            workers.soundSleepers(-1);
            sound = false;
        }
    }

    @Override
    public boolean met() {
        if (workers.hasEnded() || worker.isLeaving()) {
            return true;
        }
        return parked ? looksBetweenParks() : looksNowAndThen();
    }

    private boolean looksNowAndThen() {
        long now = workers.now();
        return !isFresh && now - looked < BETWEEN_LOOKS_NANOS
                ? workers.balance.isHelpWelcome() && takesFromOutside()
                : looks(now, false);
    }

    /** The next look is a park away: one that needs a second one has it now. */
    private boolean looksBetweenParks() {
        boolean woken = workers.isWoken(worker);
        boolean isOver = looks(workers.now(), true);
        if (!isOver && somebodyWaits) {
            while (!waiter.pause(forALongTurn)) {
                // a pause may be shorter
            }
            isOver = looks(workers.now(), false);
        }
        if (woken && !isOver) {
            workers.parks(worker); // in vain: it is to be woken again, said before it looks
            isOver = looks(workers.now(), false);
        }
        return isOver;
    }

    private boolean hasWatched() {
        return workers.now() - looked >= LONG_TURN_NANOS;
    }

    /**
     * Looks once.
     *
     * @param afterAPark whether it may be a while since the last look, so that what has not moved
     *     since is stuck
     */
    private boolean looks(long now, boolean afterAPark) {
        boolean afterATime = now - looked >= BETWEEN_LOOKS_NANOS;
        isFresh = false;
        looked = now;
        somebodyWaits = false;
        boolean welcome = workers.balance.isHelpWelcome();
        boolean allMayBeHelped = true;
        Worker[] all = workers.crew.all();
        for (int i = 1; i < all.length; i++) {
            Worker victim = all[(worker.place + i) % all.length];
            boolean isStuck = afterAPark && isStuck(victim) && afterATime;
            allMayBeHelped &= welcome || isStuck;
            boolean needsHelp =
                    isStuck ? !victim.queue.isEmpty() : welcome && needsHelp(victim, now);
            if (needsHelp && take(victim)) {
                return true;
            }
        }
        if ((allMayBeHelped && takesFromOutside()) || (afterATime && takeHanded(all))) {
            return true;
        }
        disturbed = sound && !maySleepSoundly();
        return disturbed;
    }

    private boolean takesFromOutside() {
        return !workers.isNothingOutside() && take(null);
    }

    /**
     * Whether it has much to run, or does not come to what it has: a task that it would run at once
     * is faster there, where its mail is in the cache.
     */
    private boolean needsHelp(Worker victim, long now) {
        int i = victim.place;
        long passed = now - since[i];
        if (passed >= PATIENCE_NANOS) {
            long handled = victim.turns();
            slow[i] = passed > (handled - handledSeen[i]) * WORTH_A_MOVE_NANOS;
            since[i] = now;
            handledSeen[i] = handled;
        }
        int size = victim.queue.size();
        somebodyWaits |= size > 0;
        return isInALongTurn(victim, size, now) || size >= MUCH || (size > 0 && slow[i]);
    }

    /** Whether what comes first in its queue waits for long, however short its calls are. */
    private boolean isInALongTurn(Worker victim, int size, long now) {
        int i = victim.place;
        int taken = victim.queue.taken();
        if (taken != takenSeen[i]) {
            firstSince[i] = now;
        }
        takenSeen[i] = size > 0 ? taken : taken - 1; // who comes first has not been there yet
        return size > 0 && now - firstSince[i] >= LONG_TURN_NANOS;
    }

    /** Whether it has come no further since the last look. */
    private boolean isStuck(Worker victim) {
        long before = turnsSeen[victim.place];
        turnsSeen[victim.place] = victim.turns();
        return before == turnsSeen[victim.place];
    }

    private boolean take(@Nullable Worker victim) {
        worker.rests(false); // before it has a task: see Workers.isQuiet
        workers.soloist.share(worker);
        if (victim == null) {
            found.task = workers.pollOutside(false);
        } else {
            found.task = victim.queue.steal(worker.queue);
            steals += found.task == null ? 0 : 1;
        }
        if (found.task == null) {
            restsAgain();
        }
        return found.task != null;
    }

    /**
     * Takes, for a worker that is busy, calls that another one had handed over when this was asked
     * last, a while ago, and has not come to: it may wait for them in the call that has sent them.
     */
    @Nullable Task leftByOthers() {
        busy = true;
        try {
            takeHanded(workers.crew.all());
        } finally {
            busy = false;
        }
        return takeFound();
    }

    private boolean takeHanded(Worker[] all) {
        for (int i = 1; i < all.length; i++) {
            Worker victim = all[(worker.place + i) % all.length];
            long before = slotsSeen[victim.place];
            long slot = victim.slot();
            long now = (slot << Byte.SIZE) + victim.handed();
            slotsSeen[victim.place] = now;
            if (victim.isHanded(slot) && now == before && takeHandedBy(victim, slot)) {
                return true;
            }
        }
        return false;
    }

    /** Takes the calls that another worker has handed over and not come to. */
    private boolean takeHandedBy(Worker victim, long slot) {
        boolean mine = false;
        try {
            mine = victim.lookAtHanded(slot, found) && claimsHandedBy(victim, slot);
        } finally {
            if (!mine) { // also where there was no memory for that
                found.nothing();
            }
        }
        return mine;
    }

    private boolean claimsHandedBy(Worker victim, long slot) {
        worker.rests(false); // before it has a task: see Workers.isQuiet
        workers.soloist.share(worker);
        Task to = found.task;
        if (to != null && to.claimIfIdle()) {
            boolean stolen = false;
            try {
                found.calls.end = to.sent(); // before calls are taken: what the sender sends next
                // comes behind them
                stolen = victim.stealHanded(slot, found.calls.count);
            } finally {
                if (!stolen) {
                    worker.letGo(to);
                }
            }
            if (stolen) {
                lender = victim;
                steals++;
                return true;
            }
            found.calls.none();
            found.task = worker.queue.poll(); // mail that came meanwhile is our business
            if (found.task != null) {
                return true;
            }
        }
        restsAgain();
        return false;
    }

    /** It has looked in vain. */
    private void restsAgain() {
        if (busy) {
            return;
        }
        worker.rests(true);
        workers.whenResting(); // who waits for quiet may have seen it not resting
    }

    /**
     * There is little to run: to yield before it sleeps would make it late when it is woken, and
     * each short nap takes more of a processor than what it looks for.
     */
    @Override
    public boolean isSeldom() {
        return worker.turns() - turnsAtSleep <= FEW_TURNS;
    }

    @Override
    public void hasLasted() {
        turnsAtSleep = worker.turns();
    }

    /**
     * Where it sleeps soundly. Threads that are no workers fence when they leave a note, and a
     * worker when it says that it rests no more: either it sees that this one sleeps, or this one
     * sees that it does not rest.
     */
    @Override
    public boolean wakersFence(Clock clock) {
        return sound;
    }

    @Override
    public void beforePark() {
        parked = true;
        turnsAtSleep = worker.turns();
        workers.parks(worker);
    }

    @Override
    public void afterPark() {
        parked = false;
        workers.unparks(worker);
    }

    @Override
    public String toString() {
        return worker.getName() + " waits for actors to run";
    }
}
