package io.roundhouse.lab.programs;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Go's own channels and its {@code select}. */
@SystemInfo(
        name = "go",
        guarantees = "fifo, exactly once, bounded",
        needs = "go",
        install = "golang-go",
        versionCommand = {"go", "version"},
        about = "channels")
public final class GoChannels implements SelectSystem {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        if (spec.batch() > 1) {
            return Optional.of("a channel hands over one by one");
        }
        if (!spec.virtual()) {
            return Optional.of("goroutines are no platform threads");
        }
        return spec.channels() == 1 || spec.channels() == 2 || spec.channels() == 8
                ? Optional.empty()
                : Optional.of("a select has the clauses that were compiled: 2 or 8");
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) throws Exception {
        Program program = Program.start(GoChannels::build);
        return new ChannelSession() {
            private Tally seen = new Tally(0, 0);

            @Override
            public OptionalLong run(long each) throws IOException {
                Map<String, Object> answer =
                        program.order(
                                "run",
                                spec.channels(),
                                spec.producers(),
                                spec.consumers(),
                                spec.capacity(),
                                each);
                seen = new Tally(Program.number(answer, "count"), Program.number(answer, "sum"));
                return OptionalLong.of(Program.number(answer, "nanos"));
            }

            @Override
            public Tally outcome() {
                return seen;
            }

            @Override
            public String config() {
                return program.config();
            }

            @Override
            public void close() {
                program.close();
            }
        };
    }

    private static ProcessBuilder build(Path folder) throws IOException, InterruptedException {
        Program.copy("channels.go", folder);
        Path binary = folder.resolve("channels");
        Program.compile(folder, "go", "build", "-o", binary.toString(), "channels.go");
        ProcessBuilder builder = new ProcessBuilder(binary.toString());
        builder.environment().put("GOMAXPROCS", "" + Runtime.getRuntime().availableProcessors());
        return builder;
    }
}
