package io.roundhouse.railway;

import io.roundhouse.waiting.internal.Bell;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lanes from station 0 to the stations 1 and 2, without the handles. */
final class Lanes {
    private Lanes() {}

    static Lane ofOneNumber() {
        return lane(1, new long[1 + 2 * Lane.EDGE], false);
    }

    /** With a good in each of its two slots. */
    static Lane ofTwoReferences() {
        @Nullable Object[] goods = new Object[2 + 2 * Lane.EDGE];
        goods[Lane.EDGE] = "first";
        goods[Lane.EDGE + 1] = "second";
        return lane(2, goods, true);
    }

    private static Lane lane(int goods, Object store, boolean references) {
        int[] unloading = {1, 2};
        return new Lane(
                0, 1, goods, unloading, new Bell(), new Bell(), store, store, references, false);
    }

    /**
     * One of the two stations that unload, 0 or 1, passes the good at {@code position}, and then
     * the next.
     */
    static void pass(Lane lane, int unloader, long position) {
        Clearing clearing = Objects.requireNonNull(lane.clearing);
        lane.unloaded[unloader].publish(position + 1);
        clearing.clear();
        lane.unloaded[unloader].publish(position + 2);
        clearing.clear();
    }

    /** How many goods are still in their slots. */
    static int uncleared(Lane lane) {
        int goods = 0;
        for (Object each : (@Nullable Object[]) lane.store) {
            goods += each == null ? 0 : 1;
        }
        return goods;
    }
}
