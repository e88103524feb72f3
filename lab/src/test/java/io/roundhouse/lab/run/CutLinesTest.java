package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CutLinesTest {

    @Test
    void aLineThatIsTooLongIsCutAndTheNextOneIsWhole() throws Exception {
        CutLines lines =
                new CutLines(
                        new ByteArrayInputStream(
                                "longer than five\nfive5\n\n×\r\nlast line"
                                        .getBytes(StandardCharsets.UTF_8)),
                        5);

        assertThat(lines.next()).isEqualTo("longe");
        assertThat(lines.next()).isEqualTo("five5");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("×");
        assertThat(lines.next()).isEmpty();
        assertThat(lines.next()).isEqualTo("last ");
        assertThat(lines.next()).isNull();
    }
}
