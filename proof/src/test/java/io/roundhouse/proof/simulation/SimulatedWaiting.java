package io.roundhouse.proof.simulation;

import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;

/** The door of the library, with a {@link Simulation} behind it. */
record SimulatedWaiting(Simulation simulation, Flaw flaw) implements WaitStrategy {
    @Override
    public Waiter newWaiter() {
        return new SimulatedWaiter(simulation, new SimulatedMemory(simulation, false), flaw);
    }
}
