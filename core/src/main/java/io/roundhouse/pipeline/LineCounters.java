package io.roundhouse.pipeline;

/**
 * What became of the events of a line: {@code published = delivered + filtered + failed +
 * undelivered}. While the line runs what the stages have done is up to a batch old, and what they
 * have not told of counts as undelivered; who looks again never finds less published, delivered,
 * filtered or failed than before. Each event counts once, however many stages took it off the line:
 * as undelivered if one of the last stages has yet to see it, else as failed if it failed anywhere,
 * else as filtered if a filter did not keep it. What each stage did itself is in its {@link
 * StageCounters}.
 *
 * @param published events that were accepted
 * @param delivered events that went through all stages
 * @param filtered events that a filter did not keep
 * @param failed events that went to a siding, or to several
 * @param undelivered events that are still on the line or, when it has ended, were left there: in
 *     branches that do not join also those that only one branch is done with
 */
public record LineCounters(
        long published, long delivered, long filtered, long failed, long undelivered) {}
