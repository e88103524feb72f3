package io.roundhouse.lab.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines between the lab and a child. */
class LineTest {

    private static final Map<String, Object> OBJECT =
            Map.of(
                    "text",
                    "with \"quotes\", a \n newline and ü",
                    "number",
                    1L << 60,
                    "fraction",
                    0.1,
                    "truth",
                    true,
                    "list",
                    List.of(1L, "two", List.of()),
                    "map",
                    Map.of("inner", Map.of("deep", 3.5)));

    @Test
    void whatWasWrittenIsReadAndIsOneLine() {
        String line = Line.format(OBJECT);

        assertThat(line.lines()).hasSize(1);
        assertThat(Line.parse(line)).contains(OBJECT);
    }

    @Test
    void straysBeforeALineDoNotMatter() {
        assertThat(Line.parse("unfinished " + Line.format(OBJECT))).contains(OBJECT);
        assertThat(Line.parse("\u001e{\"ok\":fal" + Line.format(OBJECT))).contains(OBJECT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "{\"ok\":true}",
                "\u001e",
                "\u001e[1]",
                "\u001e{\"ok\":tr",
                "\u001enonsense"
            })
    void whatIsNoLineIsNoAnswer(String stray) {
        assertThat(Line.parse(stray)).isEmpty();
    }
}
