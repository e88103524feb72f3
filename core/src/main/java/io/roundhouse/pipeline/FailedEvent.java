package io.roundhouse.pipeline;

/**
 * An event that a stage could not handle, as it is given to the stage's siding.
 *
 * @param stage the stage's name
 * @param sequence its place in the order of all events, from 0
 * @param event a copy of it, made by the copier that was given with the siding
 * @param failure what the handler threw last
 * @param <T> the events
 */
public record FailedEvent<T>(String stage, long sequence, T event, Exception failure) {}
