package io.roundhouse.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What takes an old file's place, and what is written into it. */
@Timeout(60)
class WholeFileTest {

    @TempDir Path folder;

    /** As of a file that is a mount of its own: it can be written to, and not be replaced. */
    private static void busy(Path file, Path place) throws IOException {
        throw new FileSystemException(file.toString(), place.toString(), "Device or resource busy");
    }

    @Test
    void whatCannotBeReplacedIsWrittenInPlace() throws IOException {
        Path mounted = Files.writeString(folder.resolve("mounted"), "the old one, which is longer");

        assertThat(WholeFile.write(mounted, "the new one", WholeFileTest::busy)).isEqualTo(mounted);

        assertThat(mounted).content().isEqualTo("the new one");
        assertNothingBeside(mounted);
    }

    @Test
    void whoCannotHaveANewFileIsToldItsName() throws IOException {
        Path wanted = folder.resolve("wanted");

        assertThatThrownBy(() -> WholeFile.write(wanted, "new", WholeFileTest::busy))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(wanted + ": Device or resource busy");
        assertThatThrownBy(() -> WholeFile.write(folder.resolve("no/file"), "new"))
                .hasMessage(folder.resolve("no/file") + ": NoSuchFileException");

        assertNothingBeside();
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "how many names a file has is not told")
    void aFileOfTwoNamesIsTheSameByBoth() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "old");
        Path other = Files.createLink(folder.resolve("other"), one);

        WholeFile.write(one, "new");

        assertThat(other).content().isEqualTo("new");
        assertThat(Files.isSameFile(one, other)).isTrue();
        assertNothingBeside(one, other);
    }

    @Test
    void theNewOneIsWholeBeforeItTakesTheOldOnesPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "old");
        Path[] moved = new Path[2];

        WholeFile.write(
                file,
                "new",
                (beside, place) -> {
                    moved[0] = beside;
                    moved[1] = place;
                    assertThat(beside).content().isEqualTo("new");
                    assertThat(place).content().isEqualTo("old");
                });

        assertThat(moved[1]).isEqualTo(file.toRealPath());
        assertThat(file).content().isEqualTo("old");
        assertNothingBeside(file);
    }

    private void assertNothingBeside(Path... those) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactlyInAnyOrder(those);
        }
    }
}
