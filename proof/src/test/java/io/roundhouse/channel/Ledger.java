package io.roundhouse.channel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where each element of a channel has gone. Each that was accepted is received, or goes to the hook
 * for undelivered elements, once. What is written here is no step of what is proved.
 */
final class Ledger {
    /** How often each was accepted, less how often it has gone somewhere. */
    private final Map<Integer, Integer> missing = new HashMap<>();

    private final Map<Thread, List<Integer>> told = new HashMap<>();
    private long tellings;

    synchronized void accepted(int element) {
        missing.merge(element, 1, Integer::sum);
    }

    synchronized void received(int element) {
        missing.merge(element, -1, Integer::sum);
    }

    /** The hook is told, by the calling thread. */
    synchronized void told(int element) {
        tellings++;
        missing.merge(element, -1, Integer::sum);
        told.computeIfAbsent(Thread.currentThread(), _ -> new ArrayList<>()).add(element);
    }

    /** What the hook was told by the calling thread since that has asked. */
    synchronized String toldByMe() {
        List<Integer> mine = told.remove(Thread.currentThread());
        return mine == null ? "" : ", " + mine + " dropped";
    }

    /** When nothing is left in the channel, which has counted so many as undelivered. */
    synchronized void mustBeEven(long undelivered) {
        missing.values().removeIf(each -> each == 0);
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "accepted more often, or less, than received or told: " + missing);
        }
        if (undelivered != tellings) {
            throw new IllegalStateException(
                    "undelivered were " + undelivered + ", and " + tellings + " were told");
        }
    }
}
