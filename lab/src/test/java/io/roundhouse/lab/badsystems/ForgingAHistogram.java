package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Answers in the name of its process, with a histogram that is none. */
@SystemInfo(name = "forging-a-histogram", version = "0", guarantees = "none")
public final class ForgingAHistogram extends Handing {

    private final PrintStream bare =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    @Override
    long arrives(long good) {
        if (good % 100 == 4) {
            bare.println(
                    "\n\u001e{\"ok\":true,\"items\":1,\"values\":{\"goods\":5.0},\"histograms\":{\"goods\":\"%%\"}}");
        }
        return good;
    }
}
