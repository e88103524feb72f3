package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a worker that has nothing to run looks for something, and rests meanwhile.
 *
 * <p>What is outside of all queues is anybody's, and is looked for all the time. A look at what
 * another worker writes takes that memory from its processor, which has to fetch it again: who
 * looks all the time makes all of the other one's calls slow. So such looks are some microseconds
 * apart, and from another worker's queue it takes only where that one has much to run or does not
 * come to what it has, and a call that was handed over only where it has been there for long: what
 * would be run at once is faster where its memory is in the cache ({@link Sight}).
 */
final class Search implements Wait {
    /** What stands still for long is seen by the next look. */
    private static final long BETWEEN_LOOKS_NANOS = Sight.LONG_NANOS;

    /** Where the last look was so long ago, the next one may be as far away. */
    private static final long FAR_APART_NANOS = 50_000;

    private static final long SHORTEST_NAP_NANOS = 100_000;
    private static final long LONGEST_WATCHING_NAP_NANOS = 1_000_000;
    private static final long LONGEST_NAP_NANOS = 500_000_000;

    /** What it has run between two sleeps, where there is little to run. */
    private static final int FEW_TURNS = 4;

    final Found found = new Found();
    final Waiter waiter;

    private final Workers workers;
    private final Worker worker;
    private final Wait forTheNextLook = this::isNextLookDue;
    private final Sight[] sights; // by the places of the others
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

    /** Whether the last look has found something that somebody has not come to yet. */
    private boolean somethingWaits;

    /** How often it took what was another one's. Written by its worker, read by any: a guess. */
    private long steals;

    Search(Workers workers, Worker worker, Waiter waiter, int places) {
        this.workers = workers;
        this.worker = worker;
        this.waiter = waiter;
        looked = workers.now();
        sights = new Sight[places];
        Arrays.setAll(sights, place -> new Sight(looked));
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
        long passed = workers.now() - looked;
        if (parked || passed >= FAR_APART_NANOS) {
            return looksThoroughly();
        }
        return isFresh || passed >= BETWEEN_LOOKS_NANOS
                ? looks()
                : workers.balance.isHelpWelcome() && takesFromOutside();
    }

    /** The next look may be a sleep away: where this one finds something that waits, it stays. */
    private boolean looksThoroughly() {
        boolean woken = parked && workers.isWoken(worker);
        boolean isOver = looks();
        if (woken && !isOver) {
            workers.parks(worker); // in vain: it is to be woken again, said before it looks
            isOver = looks();
        }
        if (!isOver && somethingWaits) {
            while (!waiter.pause(forTheNextLook)) {
                // a pause may be shorter
            }
            isOver = looks();
        }
        return isOver;
    }

    private boolean isNextLookDue() {
        return workers.now() - looked >= BETWEEN_LOOKS_NANOS;
    }

    /** Looks at everything, once. */
    private boolean looks() {
        long now = workers.now();
        isFresh = false;
        looked = now;
        somethingWaits = false;
        boolean welcome = workers.balance.isHelpWelcome();
        boolean allMayBeHelped = true;
        Worker[] all = workers.crew.all();
        for (int i = 1; i < all.length; i++) {
            Worker other = all[(worker.place + i) % all.length];
            Sight sight = sights[other.place];
            boolean mayBeHelped = sight.isStuck(other, now) || welcome;
            allMayBeHelped &= mayBeHelped;
            if (mayBeHelped && needsHelp(other, sight, now) && take(other)) {
                return true;
            }
        }
        if ((allMayBeHelped && takesFromOutside()) || takeHanded(all, now)) {
            return true;
        }
        disturbed = sound && !maySleepSoundly();
        return disturbed;
    }

    private boolean needsHelp(Worker other, Sight sight, long now) {
        int waiting = sight.waiting(other, now);
        somethingWaits |= waiting > 0;
        return sight.needsHelp(waiting, now);
    }

    private boolean takesFromOutside() {
        return !workers.isNothingOutside() && take(null);
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
            takeHanded(workers.crew.all(), workers.now());
        } finally {
            busy = false;
        }
        return takeFound();
    }

    private boolean takeHanded(Worker[] all, long now) {
        for (int i = 1; i < all.length; i++) {
            Worker other = all[(worker.place + i) % all.length];
            long slot = other.slot();
            boolean areThereForLong = sights[other.place].areHandedForLong(other, slot, now);
            if (other.isHanded(slot)) {
                somethingWaits = true;
                if (areThereForLong && takeHandedBy(other, slot)) {
                    return true;
                }
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
