package io.roundhouse.lab;

import io.roundhouse.lab.cli.CommandLineTool;
import io.roundhouse.lab.cli.StandardOutput;
import io.roundhouse.lab.discovery.Catalog;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** Where the lab starts. */
public final class Main {
    private Main() {}

    /** Does what the arguments say and exits with 0, 1 or 2: see {@link CommandLineTool}. */
    public static void main(String[] args) {
        PrintStream out =
                new StandardOutput(new FileOutputStream(FileDescriptor.out), System.out.charset());
        System.exit(new CommandLineTool(Catalog::scan, out, System.err).run(args));
    }
}
