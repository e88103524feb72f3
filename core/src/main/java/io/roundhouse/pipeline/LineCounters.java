package io.roundhouse.pipeline;

/**
 * What became of the events of a line. When the line has ended, or is quiet, {@code published =
 * delivered + filtered + failed + undelivered}; a moment old otherwise.
 *
 * @param published events that were accepted
 * @param delivered events that went through all stages
 * @param filtered events that a filter did not keep
 * @param failed events that went to a siding
 * @param undelivered events that are still on the line or, when it has ended, were left there
 */
public record LineCounters(
        long published, long delivered, long filtered, long failed, long undelivered) {}
