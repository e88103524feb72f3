package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * What actors of one house that were made in the same way have in common.
 *
 * @param house where they live
 * @param protocol what they understand
 * @param bound how many calls may be under way to one of them
 * @param name what one of them is called; null for a name made of its class and number
 */
record Kind(House house, Protocol protocol, int bound, @Nullable String name) {}
