package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Keeps still between samples, and has a program that does not. */
@SystemInfo(name = "employing", version = "0", guarantees = "none")
public final class Employing extends Handing {

    private @Nullable Process employee;

    @Override
    long arrives(long good) {
        if (employee == null) {
            try {
                employee = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return good;
    }
}
