package io.roundhouse.lab.model;

/**
 * A system that cannot run on this machine.
 *
 * @param system its name
 * @param reason what is missing and what to install
 */
public record Unavailable(String system, String reason) {}
