package io.roundhouse.waiting.internal;

/**
 * What an exception is that says: what was called did not take what it was given. Here, below
 * channels and actors, as one throws what the other asks.
 */
public interface NotTaken {}
