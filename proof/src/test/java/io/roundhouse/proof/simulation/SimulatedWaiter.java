package io.roundhouse.proof.simulation;

import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.proof.twin.Memory;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * Waits in a {@link Simulation} as the library's own waiter waits on a thread: announce, look, nap,
 * look, nap, look, park; without naps where wakers have the fence themselves. The first of the two
 * naps may be cut short by a permit that a waker of an earlier wait left behind; the second cannot.
 * The parks after them have no end here, where the real ones have a far one: whoever is not woken
 * after two naps counts as stranded.
 */
final class SimulatedWaiter implements Waiter {
    private final Simulation simulation;
    private final Memory memory;
    private final Flaw flaw;
    private final boolean asksLate;
    private final Memory.Cell sleeper;
    private final Clock clock = this::later;
    private long time;
    private long waits;
    private long parks;

    SimulatedWaiter(Simulation simulation, Memory memory, Flaw flaw) {
        this(simulation, memory, flaw, false);
    }

    /**
     * @param asksLate whether it asks for fences behind the last look, where it is wrong to ask
     */
    SimulatedWaiter(Simulation simulation, Memory memory, Flaw flaw, boolean asksLate) {
        this.simulation = simulation;
        this.memory = memory;
        this.flaw = flaw;
        this.asksLate = asksLate;
        this.sleeper = memory.cell(0);
    }

    /**
     * Makes those of a twin that has its own memory; without a flaw of their own, but perhaps this.
     *
     * @param askLate whether they ask for fences behind the last look
     */
    static Function<Memory, Waiter> in(Simulation simulation, boolean askLate) {
        return memory -> new SimulatedWaiter(simulation, memory, Flaw.NONE, askLate);
    }

    @Override
    public boolean await(Wait wait, long nanos) {
        simulation.step("looks");
        if (wait.met()) {
            return true;
        }
        if (nanos <= 0) {
            return false;
        }
        if (nanos != Long.MAX_VALUE) {
            throw new UnsupportedOperationException("no waiting with a time here");
        }
        waits++;
        if (flaw == Flaw.LOOKS_THEN_ANNOUNCES) {
            return lookThenAnnounce(wait);
        }
        wait.beforePark();
        try {
            int naps = 0;
            while (true) {
                if (sleeper.read() == 0) {
                    sleeper.write(simulation.caller());
                    memory.fence();
                    naps = naps();
                }
                boolean fenced = wait.wakersFence(clock);
                simulation.step("looks a last time");
                if (wait.met()) {
                    return true;
                }
                boolean nap = naps-- > 0 && !(asksLate ? wait.wakersFence(clock) : fenced);
                parks++;
                simulation.park(wait, nap);
            }
        } finally {
            sleeper.write(0);
            wait.afterPark();
        }
    }

    /**
     * A second later each time: what counts time in seconds and not in steps is no part of this.
     */
    private long later() {
        time += 1_000_000_000;
        return time;
    }

    /** How many parks after an announcement are short. */
    private int naps() {
        return switch (flaw) {
            case PARKS_WITHOUT_END, PARKS_WITHOUT_END_BUT_FENCES -> 0;
            case NAPS_ONCE -> 1;
            default -> 2;
        };
    }

    /** The classical mistake; naps would only hide it from who does not look at the clock. */
    private boolean lookThenAnnounce(Wait wait) {
        while (true) {
            simulation.step("looks, not announced");
            if (wait.met()) {
                return true;
            }
            wait.beforePark();
            sleeper.write(simulation.caller());
            memory.fence();
            parks++;
            simulation.park(wait, false);
            sleeper.write(0);
            wait.afterPark();
        }
    }

    @Override
    public boolean pause(Wait wait) {
        simulation.step("pauses");
        return wait.met();
    }

    @Override
    public void wake() {
        wakeSleeper();
    }

    @Override
    public boolean wakeSleeper() {
        long thread = sleeper.read();
        if (thread == 0 || !sleeper.replace(thread, 0)) {
            return false;
        }
        simulation.unpark((int) thread);
        return true;
    }

    @Override
    public long waits() {
        return waits;
    }

    @Override
    public long parks() {
        return parks;
    }
}
