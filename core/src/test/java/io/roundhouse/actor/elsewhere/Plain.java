package io.roundhouse.actor.elsewhere;

/** To be loaded by any loader. */
public interface Plain {
    void go();
}
