package io.roundhouse.lab.programs;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Erlang: one process an actor, as many schedulers as workers. Whether schedulers that find nothing
 * to do spin for a while is the setting its documentation offers for tuning.
 */
@SystemInfo(
        name = "erlang",
        guarantees = "fifo, exactly once, unbounded",
        needs = {"erl", "erlc"},
        install = "erlang-base",
        versionCommand = {
            "erl",
            "-noinput",
            "-boot",
            "start_clean",
            "-eval",
            "io:put_chars(erlang:system_info(otp_release)), halt()."
        })
public final class ErlangProgram extends ProgramSystem {

    private static final int FEWEST_PROCESSES = 262_144; // the default

    @Override
    public List<Variant> variants() {
        return Variant.each("busy-wait", "default", "none");
    }

    @Override
    Program start(Variant variant, int workers, int actors)
            throws IOException, InterruptedException {
        return Program.start(folder -> {
            Program.copy("actors.erl", folder);
            Program.compile(folder, "erlc", "actors.erl");
            List<String> command = new ArrayList<>(List.of("erl"));
            command.addAll(List.of("+S", workers + ":" + workers));
            command.addAll(List.of("+P", "" + Math.max(FEWEST_PROCESSES, 2 * actors)));
            if (!variant.word("busy-wait").equals("default")) {
                command.addAll(List.of("+sbwt", variant.word("busy-wait")));
            }
            command.addAll(List.of("-noshell", "-pa", folder.toString(), "-s", "actors", "main"));
            return new ProcessBuilder(command);
        });
    }
}
