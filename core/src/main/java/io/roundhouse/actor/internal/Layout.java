package io.roundhouse.actor.internal;

/**
 * Where the calls of one interface are found in records that hold calls of several.
 *
 * @param firstMethod what the interface's methods are counted from
 * @param longsEach {@code long}s a record
 * @param referencesEach references a record
 */
record Layout(int firstMethod, int longsEach, int referencesEach) {}
