package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The limit is plain enough to be believed. */
class LimitTransferTest {

    private static final Path SOURCES = Path.of("src/main/java/io/roundhouse/lab/systems");

    /** Imports, annotations, comments and lone brackets say nothing; all the rest is counted. */
    @Test
    void theHandOverIsAtMostSixtyLines() throws IOException {
        long lines = lines("LimitTransfer.java") + lines("BlockLane.java");

        assertThat(lines).isBetween(20L, 60L);
    }

    private static long lines(String file) throws IOException {
        return Files.readString(SOURCES.resolve(file))
                .replaceAll("(?s)/\\*.*?\\*/", "")
                .lines()
                .map(String::strip)
                .filter(line -> !line.matches("|//.*|(import|package) .*|@\\w+|[{}();]+"))
                .count();
    }
}
