package io.roundhouse.dispatch.internal;

/** A platform thread that runs actors. */
public abstract class Carrier extends Thread {
    final Caller caller;

    Carrier(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
        caller = new Caller(this instanceof Worker worker ? worker : null);
    }
}
