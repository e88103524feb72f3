package io.roundhouse.lab.programs;

import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSpec.Stop;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Go: a goroutine and a channel an actor, as many processors as workers. A channel has the room it
 * is made with: none, a little, or much.
 */
@SystemInfo(
        name = "go",
        guarantees = "fifo, exactly once, bounded",
        needs = "go",
        install = "golang-go",
        versionCommand = {"go", "version"})
public final class GoProgram extends ProgramSystem {

    private static final int[] ROOMS = {0, 1, 128};

    @Override
    public List<Variant> variants() {
        return withRooms(IntStream.of(ROOMS));
    }

    private static List<Variant> withRooms(IntStream rooms) {
        return Variant.each("room", rooms.boxed().toArray());
    }

    /**
     * With less room all nodes of a ring would stand in line before each other: node 0, which puts
     * the tokens in, takes none until it is done.
     */
    @Override
    public List<Variant> variants(RingSpec spec) {
        return withRooms(
                IntStream.of(ROOMS)
                        .filter(room -> spec.tokens() < (long) spec.nodes() * (room + 1)));
    }

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return variants(spec).isEmpty()
                ? Optional.of("the channels have no room for so many tokens")
                : Optional.empty();
    }

    @Override
    public Optional<String> refuses(SpawnChainSpec spec) {
        return spec.stop() == Stop.MESSAGE
                ? Optional.of("a goroutine ends by returning")
                : Optional.empty();
    }

    /** With room for less the source could not turn to its pings before the chain has ended. */
    @Override
    public List<Variant> variants(SpawnChainSpec spec) {
        return withRooms(IntStream.of(2, 128));
    }

    @Override
    Program start(Variant variant, int workers, int actors)
            throws IOException, InterruptedException {
        return Program.start(folder -> {
            Program.copy("actors.go", folder);
            Path program = folder.resolve("actors");
            Program.compile(folder, "go", "build", "-o", program.toString(), "actors.go");
            ProcessBuilder builder = new ProcessBuilder(program.toString(), variant.word("room"));
            Map<String, String> environment = builder.environment();
            environment.put("GOMAXPROCS", "" + workers);
            return builder;
        });
    }
}
