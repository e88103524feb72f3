package io.roundhouse.lab.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstalledVersionTest {

    @Test
    void isTheFirstNumberThatIsPrinted() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

        assertThat(InstalledVersion.of(List.of(java, "-version")))
                .startsWith("" + Runtime.version().feature());
    }

    @Test
    void isEmptyWhereNothingCanBeAsked() {
        assertThat(InstalledVersion.of(List.of("no-such-command-anywhere"))).isEmpty();
        assertThat(InstalledVersion.of(List.of("true"))).isEmpty();
    }
}
