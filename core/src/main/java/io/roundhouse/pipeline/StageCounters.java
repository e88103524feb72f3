package io.roundhouse.pipeline;

/**
 * What one stage has done so far, read while the line runs: exact when the line is quiet. Otherwise
 * what has been reached and handled is up to a batch old, as a stage tells of its progress when a
 * batch ends; so an event that has been handled, and whose batch has not ended, still counts as
 * waiting. With slow handlers that can be long: {@link StageOptions#batch} makes it shorter.
 *
 * @param stage its name
 * @param workers how many threads it has
 * @param reached everything below this place in the order of all events is done
 * @param waiting events that it could handle but has not finished (its backlog); one that a stage
 *     before it has taken off the line counts until this one has passed its place
 * @param capacity how many events may wait before it: the line's capacity, for each publisher that
 *     has events on the line
 * @param limits whether it is the one that limits the line: as many wait before it as before any
 *     other stage, of such the first, and they fill half of the capacity at least; true for one
 *     stage, or for none
 * @param handled events that its handler returned from; where workers are {@linkplain
 *     StageOptions#partitionedBy partitioned}, each is counted by the one whose it is
 * @param filtered events that left the line here because its filter did not keep them, though a
 *     stage beside it may have taken them off, too
 * @param failed events that left the line here and went to its siding, likewise
 * @param retries how often it tried an event again
 * @param waits how often its workers waited for events
 * @param parks how often they parked, or napped, in those waits
 */
public record StageCounters(
        String stage,
        int workers,
        long reached,
        long waiting,
        long capacity,
        boolean limits,
        long handled,
        long filtered,
        long failed,
        long retries,
        long waits,
        long parks) {
    /** How full the section before it is, in percent of its capacity. */
    public int fill() {
        return (int) Math.min(100, 100 * waiting / capacity);
    }

    StageCounters limiting() {
        return new StageCounters(
                stage, workers, reached, waiting, capacity, true, handled, filtered, failed,
                retries, waits, parks);
    }
}
