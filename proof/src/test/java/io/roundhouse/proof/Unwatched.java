package io.roundhouse.proof;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.roundhouse.memory.StackRoom;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;

/** What the model checker need not look into. */
public final class Unwatched {
    /**
     * To go down so many frames and come back touches nothing that is shared; looked into, it is
     * most of the work, and a recursion that deep is taken for a livelock.
     */
    public static final ManagedStrategyGuarantee STACK_ROOM =
            forClasses(StackRoom.class.getName()).allMethods().ignore();

    private Unwatched() {}
}
