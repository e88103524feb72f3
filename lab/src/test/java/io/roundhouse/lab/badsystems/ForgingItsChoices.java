package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Says in the name of its process that it has choices, and does not say which. */
@SystemInfo(name = "forging-its-choices", version = "0", guarantees = "none")
public final class ForgingItsChoices extends Handing {

    private final PrintStream bare =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    @Override
    public List<Variant> variants(TransferSpec spec) {
        bare.println("\n\u001e{\"ok\":true,\"variants\":[\"any\"]}");
        return super.variants(spec);
    }
}
