package io.roundhouse.lab.system;

/** A system that can receive from whichever of several channels has something. */
public interface SelectSystem extends ChannelSystem {}
