package io.roundhouse.actor;

/**
 * How a house is doing, a moment ago; all but the numbers of threads only grow.
 *
 * @param actorsMade actors made so far
 * @param progress grows with every call that is handled and every turn that is begun, so that a
 *     house where it stands still does nothing; no count of calls. Calls that their caller runs on
 *     the spot do not count
 * @param failures calls that ended with an exception that nobody waited for
 * @param deadLetters calls that were accepted and will never be handled
 * @param steals how often a worker took actors from another one
 * @param threads of the house that run actors
 * @param spareWorkers those of them that help out because calls block
 */
public record HouseCounters(
        long actorsMade,
        long progress,
        long failures,
        long deadLetters,
        long steals,
        int threads,
        int spareWorkers) {}
