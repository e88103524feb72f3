package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Has a program that shares all its lines to the lab, and outlives it. */
@SystemInfo(name = "bequeathing", version = "0", guarantees = "none")
public final class Bequeathing extends Handing {

    private @Nullable Process heir;

    @Override
    long arrives(long good) {
        if (heir == null) {
            try {
                heir = new ProcessBuilder("sleep", "600").inheritIO().start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return good;
    }
}
