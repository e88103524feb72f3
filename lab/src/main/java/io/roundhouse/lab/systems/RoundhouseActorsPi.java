package io.roundhouse.lab.systems;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts.Computer;
import io.roundhouse.lab.system.PiParts.Jobs;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiParts.Total;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * This project's typed actors: some that compute, in turns, behind one interface, and one that adds
 * up.
 */
@SystemInfo(
        name = "roundhouse-actors",
        guarantees = "fifo, exactly once, bounded",
        showDefault = true)
public final class RoundhouseActorsPi implements PiSystem {

    private static final String DISPATCHER = "dispatcher";
    private static final String BOUND = "bound";
    private static final Variant WORKERS = Variant.of(DISPATCHER, "workers");
    private static final Variant PINNED = Variant.of(DISPATCHER, "pinned");
    private static final Variant TOTAL_PINNED = Variant.of(DISPATCHER, "total-pinned");

    /** As many as the slots of the Disruptors, as published. */
    private static final int SLOTS_BOUND = 1 << 14;

    /** Room for jobs for some milliseconds, so that who gives them out sleeps in between. */
    private static final int LARGE_BOUND = 1 << 16;

    /** Its mailboxes may have any bound. */
    @Override
    public Optional<String> refuses(PiSpec spec) {
        return Optional.empty();
    }

    @Override
    public List<Variant> variants(PiSpec spec) {
        return spec.bounded()
                ? List.of(WORKERS, PINNED, TOTAL_PINNED)
                : List.of(
                        WORKERS,
                        WORKERS.with(BOUND, SLOTS_BOUND),
                        PINNED,
                        TOTAL_PINNED.with(BOUND, LARGE_BOUND));
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.workers()));
        boolean allPinned = variant.equals(PINNED);
        boolean totalPinned = !variant.word(DISPATCHER).equals(WORKERS.word(DISPATCHER));
        int bound = variant.choices().containsKey(BOUND) ? variant.number(BOUND) : spec.bound();
        PlainTotal plain = new PlainTotal();
        Total total = house.actor(Total.class, () -> plain, options(bound, totalPinned));
        Jobs[] pool = new Jobs[spec.workers()];
        for (int w = 0; w < pool.length; w++) {
            pool[w] =
                    house.actor(
                            Jobs.class,
                            () -> new Computer(spec.steps(), total),
                            options(bound, allPinned));
        }
        return new Session(house, new InTurns(pool), plain);
    }

    private static Consumer<ActorOptions> options(int bound, boolean pinned) {
        return with -> {
            if (bound > ActorOptions.GREATEST_BOUND) {
                with.unbounded();
            } else if (bound > 0) {
                with.bounded(bound);
            }
            if (pinned) {
                with.pinned();
            }
        };
    }

    /** A pool behind one interface: each call goes to the next. Used by one thread. */
    private static final class InTurns implements Jobs {

        private final Jobs[] pool;
        private int next;

        InTurns(Jobs[] pool) {
            this.pool = pool;
        }

        @Override
        public void compute(int job) {
            int now = next;
            next = now + 1 == pool.length ? 0 : now + 1;
            pool[now].compute(job);
        }
    }

    private record Session(Roundhouse house, Jobs pool, PlainTotal total) implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            total.giveOut(jobs, pool);
            return total.await();
        }

        @Override
        public void close() {
            house.close();
        }
    }
}
