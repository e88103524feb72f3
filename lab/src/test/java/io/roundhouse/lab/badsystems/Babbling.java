package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Prints, also past System.out and without ending its line, and something that looks like an
 * answer.
 */
@SystemInfo(name = "babbling", version = "0", guarantees = "none")
public final class Babbling extends Handing {

    private final PrintStream bare =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    @Override
    long arrives(long good) {
        if (good % 100 == 4) {
            System.out.println("{\"ok\":true,\"values\":{\"goods\":1e99}}");
            bare.println("{\"ok\":true,\"values\":{\"goods\":1e99}}");
            bare.print("and no end of line \u001enor an answer");
            System.err.println("grumble");
        }
        return good;
    }
}
