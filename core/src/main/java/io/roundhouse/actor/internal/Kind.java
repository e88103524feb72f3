package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.dispatch.internal.Dispatching;
import org.jspecify.annotations.Nullable;

/**
 * What actors of one house that were made in the same way have in common.
 *
 * @param house where they live
 * @param dispatching who gives them threads
 * @param protocol what they understand
 * @param bound how many calls may be under way to one of them; {@link ActorOptions#NO_BOUND} for as
 *     many as there is memory for
 * @param name what one of them is called; null for a name made of its class and number
 */
record Kind(
        House house, Dispatching dispatching, Protocol protocol, int bound, @Nullable String name) {
    /** Whether there may be as many calls under way as there is memory for. */
    boolean isUnbounded() {
        return bound == ActorOptions.NO_BOUND;
    }

    /** The same, with threads from elsewhere. */
    Kind on(Dispatching other) {
        return new Kind(house, other, protocol, bound, name);
    }
}
