package io.roundhouse.lab.peers.jctools;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.CommandLineTool;
import io.roundhouse.lab.discovery.Catalog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every shape that JCTools' queues take part in, at the smallest scale, through the lab and in
 * their own process.
 */
@Timeout(120)
class JCToolsSmokeTest {

    @TempDir Path report;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transfer",
                "transfer --param batch=16",
                "transfer --param producers=3 --param batch=4",
                "transfer --param consumers=3",
                "transfer --param consumers=2 --param mode=share",
                "transfer --param producers=2 --param consumers=2 --param mode=share",
                "transfer --param consumers=2 --param mode=mixed",
                "latency --param rate=5000",
                "latency --param rate=5000 --param producers=2",
                "idle"
            })
    void allGoodsArrive(String run) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        List<String> args = new ArrayList<>(List.of("run"));
        args.addAll(List.of(run.split(" ")));
        args.addAll(
                List.of(
                        "--systems",
                        "jctools",
                        "--scale",
                        "smoke",
                        "--no-progress",
                        "--report",
                        report.toString()));

        int status = new CommandLineTool(Catalog::scan, out, out).run(args.toArray(String[]::new));

        assertThat(status).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("jctools")
                .doesNotContain("not available");
    }
}
