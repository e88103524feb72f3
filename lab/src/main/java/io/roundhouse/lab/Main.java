package io.roundhouse.lab;

import io.roundhouse.lab.cli.CommandLineTool;
import io.roundhouse.lab.discovery.Catalog;

/** Where the lab starts. */
public final class Main {
    private Main() {}

    /** Does what the arguments say and exits with 0, 1 or 2: see {@link CommandLineTool}. */
    public static void main(String[] args) {
        System.exit(new CommandLineTool(Catalog::scan, System.out, System.err).run(args));
    }
}
