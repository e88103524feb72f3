package io.roundhouse.pipeline;

import java.util.ArrayList;
import java.util.List;

/** What has become of all events of a line that has ended. */
final class Outcome<T> {
    private final List<T> left = new ArrayList<>();
    private long delivered;
    private long filtered;
    private long failed;

    /**
     * @param passed what became of those that all stages had passed; the others are added
     */
    Outcome(LineCounters passed) {
        delivered = passed.delivered();
        filtered = passed.filtered();
        failed = passed.failed();
    }

    /** How many are in it. */
    long events() {
        return delivered + filtered + failed + left.size();
    }

    /** One more, in order. */
    void add(Lane<T> lane, long position, boolean isDone) {
        int slot = lane.slot(position);
        if (!isDone) {
            left.add(lane.event(position));
        } else if (lane.isOff(slot, Lane.FAILED)) {
            failed++;
        } else if (lane.isOff(slot, ~0)) {
            filtered++;
        } else {
            delivered++;
        }
    }

    /** What was published and has not gone through all stages, in order. */
    List<T> left() {
        return new ArrayList<>(left);
    }

    boolean isAllDelivered() {
        return left.isEmpty();
    }

    LineCounters counters() {
        return new LineCounters(events(), delivered, filtered, failed, left.size());
    }
}
