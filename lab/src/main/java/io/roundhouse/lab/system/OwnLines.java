package io.roundhouse.lab.system;

/**
 * What one thread counts in, kept off the cache lines that other threads write: 128 bytes before
 * it. Where handlers of several threads lie side by side in memory they would take each other's
 * lines away at every event, or not, as the collector has placed them; what is measured then is
 * that. For all systems whose handlers count in fields, ours and others'.
 */
@SuppressWarnings("unused")
public abstract class OwnLines {
    // spotless:off
    private long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15;
    // spotless:on

    /** For what is about to count. */
    protected OwnLines() {}
}
