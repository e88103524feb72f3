package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.run.EnvironmentProbe;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Study;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code roundhouse}. Exit status: {@value #OK} all that could be measured was, {@value
 * #FAILED} a system failed, one that was named is not available, or something could not be written,
 * {@value #BAD_ARGUMENTS} the arguments mean nothing.
 */
public final class CommandLineTool {

    static final int OK = 0;
    static final int FAILED = 1;
    static final int BAD_ARGUMENTS = 2;

    /** The study that runs when nothing is asked for. */
    static final String HEART = "compare";

    /** Options that are not those of the main job. */
    private static final List<String> OF_ROOT = List.of("-h", "--help", "-V", "--version");

    private static final long HEART_MILLIS = 150_000;

    private final Supplier<Catalog> catalogs;
    private final PrintStream out;
    private final PrintStream err;
    private boolean measured;

    /**
     * Tables and lists go to {@code out}, progress and complaints to {@code err}.
     *
     * @param catalogs finds what there is to run; asked when it is needed
     */
    public CommandLineTool(Supplier<Catalog> catalogs, PrintStream out, PrintStream err) {
        this.catalogs = catalogs;
        this.out = out;
        this.err = err;
    }

    /** Does what the arguments say and returns the exit status. */
    public int run(String... args) {
        CommandLine commands =
                new CommandLine(new Root())
                        .addSubcommand(new Compare())
                        .addSubcommand(new OneStudy())
                        .addSubcommand(new OneWorkload())
                        .addSubcommand(new Listing())
                        .addSubcommand(new CommandLine.HelpCommand())
                        .setOut(new PrintWriter(out, true, out.charset()))
                        .setErr(new PrintWriter(err, true, err.charset()))
                        .setParameterExceptionHandler((problem, given) -> complain(problem))
                        .setExecutionExceptionHandler((problem, command, parsed) -> {
                            if (problem instanceof UsageProblem) {
                                return complain(problem.getMessage());
                            }
                            throw problem;
                        });
        commands.getCommandSpec().versionProvider(CommandLineTool::version);
        boolean bare = args.length == 0 || (args[0].startsWith("-") && !OF_ROOT.contains(args[0]));
        measured = false;
        int status = commands.execute(bare ? withCommand(args) : args);
        if (out.checkError() && (measured || !readerIsGone())) { // flushes
            err.println("roundhouse: standard output cannot be written to");
            return status == OK ? FAILED : status;
        }
        return status;
    }

    /** Who has read enough of a list or of help may go; of figures all are wanted. */
    private boolean readerIsGone() {
        return out instanceof StandardOutput standard && standard.readerIsGone();
    }

    private Measuring measuring(Catalog catalog, MeasureOptions options) {
        measured = true;
        return new Measuring(catalog, options, out, err);
    }

    private static String[] withCommand(String[] args) {
        List<String> all = new ArrayList<>(List.of(HEART));
        all.addAll(Arrays.asList(args));
        return all.toArray(String[]::new);
    }

    private static String[] version() {
        Environment here = EnvironmentProbe.probe(List.of());
        return new String[] {
            "Roundhouse lab, commit %s, JDK %s".formatted(here.commit(), here.jdk())
        };
    }

    private int complain(ParameterException problem) {
        CommandLine command = problem.getCommandLine();
        if (problem.getArgSpec() instanceof OptionSpec option
                && problem.getValue() != null
                && option.type() == Integer.class) {
            return complain(
                    "%s %s: must be a whole number, as in %s 5"
                            .formatted(
                                    option.longestName(),
                                    problem.getValue(),
                                    option.longestName()));
        }
        if (problem.getArgSpec() instanceof OptionSpec option
                && problem.getValue() != null
                && option.type() == Path.class) {
            try {
                Outputs.path(option.longestName(), problem.getValue());
            } catch (UsageProblem inWords) {
                return complain(inWords.getMessage());
            }
        }
        if (problem instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            if (word.startsWith("-")) {
                List<String> options =
                        command.getCommandSpec().options().stream()
                                .map(OptionSpec::longestName)
                                .toList();
                return complain(UsageProblem.unknown("option", word, options).getMessage());
            }
            if (!command.getSubcommands().isEmpty()) {
                return complain(
                        UsageProblem.unknown("command", word, command.getSubcommands().keySet())
                                .getMessage());
            }
            CommandLine root = command.getParent();
            if (root != null && root.getSubcommands().containsKey(word)) {
                return complain(
                        "%s: the command comes first, and its options behind it: roundhouse %s ..."
                                .formatted(word, word));
            }
            return complain(
                    "%s: one word too many for %s".formatted(word, command.getCommandName()));
        }
        return complain(problem.getMessage());
    }

    private int complain(@Nullable String message) {
        err.println("roundhouse: " + message);
        return BAD_ARGUMENTS;
    }

    /** The one of that name; says which there are, if there is none. */
    private static <T> T chosen(String kind, String name, Map<String, T> all) {
        T found = all.get(name);
        if (found == null) {
            throw name.isEmpty()
                    ? UsageProblem.none(kind, all.keySet())
                    : UsageProblem.unknown(kind, name, all.keySet());
        }
        return found;
    }

    // ---- the commands ---------------------------------------------------------------------------

    private abstract static class WithHelp {
        @SuppressWarnings("UnusedVariable") // picocli's
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "this help")
        boolean help;
    }

    @Command(
            name = "roundhouse",
            description =
                    "Measures what it costs here for threads to talk to each other. Without a command: compare.",
            synopsisHeading = "Usage: ",
            customSynopsis =
                    "roundhouse [compare | study NAME | run WORKLOAD | list | help COMMAND] [OPTIONS]",
            optionListHeading = "%nOptions of compare, study and run, behind the command:%n",
            commandListHeading = "%nCommands:%n")
    private static final class Root extends WithHelp {
        @SuppressWarnings("UnusedVariable") // picocli's
        @Option(
                names = {"-V", "--version"},
                versionHelp = true,
                description = "the commit and the JDK")
        boolean version;

        /** For the help only: without a command the words go to the main job. */
        @SuppressWarnings("UnusedVariable")
        @Mixin
        MeasureOptions options = new MeasureOptions();
    }

    @Command(
            name = HEART,
            description = "The heart of every study, with the systems that count there.")
    private final class Compare extends WithHelp implements Callable<Integer> {
        @Mixin MeasureOptions options = new MeasureOptions();

        @Override
        public Integer call() throws Exception {
            Catalog catalog = catalogs.get();
            Study heart = catalog.studies().get(HEART);
            if (heart == null) {
                throw new IllegalStateException("the study " + HEART + " is missing");
            }
            return measuring(catalog, options)
                    .measure(
                            HEART,
                            heart.name(),
                            heart.cells(),
                            options.inTime() && options.scale().belowFull() ? HEART_MILLIS : 0);
        }
    }

    @Command(
            name = "study",
            description = "A whole study: each published table beside what is measured here.")
    private final class OneStudy extends WithHelp implements Callable<Integer> {
        @Parameters(
                paramLabel = "NAME",
                arity = "0..1",
                description = "name of the study; see list")
        String name = "";

        @Mixin MeasureOptions options = new MeasureOptions();

        @Override
        public Integer call() throws Exception {
            Catalog catalog = catalogs.get();
            Map<String, Study> studies = new TreeMap<>(catalog.studies());
            studies.remove(HEART);
            Study study = chosen("study", name, studies);
            return measuring(catalog, options)
                    .measure(
                            "study " + name,
                            name,
                            study.cells(),
                            settings(study) * settingMillis(study));
        }

        /** How many of the study's settings this scale has. */
        private long settings(Study study) {
            return study.cells().stream().filter(options.scale()::has).count();
        }

        /** The time of a setting; 0 where the run is to take as long as it takes. */
        private long settingMillis(Study study) {
            if (!options.inTime()) {
                return 0;
            }
            return options.scale().belowFull() ? study.quickMillis() : study.fullMillis();
        }
    }

    @Command(name = "run", description = "One workload in one setting.")
    private final class OneWorkload extends WithHelp implements Callable<Integer> {
        @Parameters(
                paramLabel = "WORKLOAD",
                arity = "0..1",
                description = "name of the workload; see list")
        String name = "";

        @Mixin MeasureOptions options = new MeasureOptions();

        @Override
        public Integer call() throws Exception {
            Catalog catalog = catalogs.get();
            chosen("workload", name, catalog.workloads());
            return measuring(catalog, options)
                    .measure("run " + name, null, List.of(Cell.of("", name, Map.of())), 0);
        }
    }

    @Command(name = "list", description = "Studies, workloads with their parameters, systems.")
    private final class Listing extends WithHelp implements Callable<Integer> {
        @Override
        public Integer call() {
            Catalog catalog = catalogs.get();
            new CatalogText(catalog).print(out, HEART);
            return OK;
        }
    }
}
