package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One system in one workload, at the smallest scale, through the whole lab and in a process of its
 * own: what the tests of the peers are made of. Not a test class, so that a peer's module needs
 * nothing but what it compiles against.
 */
public final class SmokeRun {

    private SmokeRun() {}

    /**
     * Runs it, and says what is wrong: nothing, or all that the lab has said.
     *
     * @param run the workload and its options, as typed behind {@code roundhouse run}
     * @param report where the report goes
     */
    public static Optional<String> complaint(String system, String run, Path report) {
        return complaint(Catalog::scan, system, run, report);
    }

    static Optional<String> complaint(
            Supplier<Catalog> catalogs, String system, String run, Path report) {
        List<String> args = new ArrayList<>(List.of("run"));
        args.addAll(List.of(run.split(" ")));
        args.addAll(List.of("--systems", system, "--scale", "smoke"));
        args.addAll(List.of("--no-progress", "--report", report.toString()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

        int status = new CommandLineTool(catalogs, out, out).run(args.toArray(String[]::new));

        String said = bytes.toString(StandardCharsets.UTF_8);
        boolean measured =
                status == CommandLineTool.OK
                        && said.contains(system)
                        && !said.contains("not available")
                        && !said.contains("left out: ");
        return measured
                ? Optional.empty()
                : Optional.of("exit status %d%n%s".formatted(status, said));
    }
}
