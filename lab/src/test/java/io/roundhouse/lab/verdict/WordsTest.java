package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void onlyNamesOfThisProjectAreOurs() {
        assertThat(Words.ours("roundhouse")).isTrue();
        assertThat(Words.ours("roundhouse-railway")).isTrue();
        assertThat(Words.ours("roundhouses")).isFalse();
        assertThat(Words.ours("published-railway")).isFalse();
    }

    @Test
    void settingsAreSaidInWords() {
        Map<String, Object> sweep = Map.of("trains", 1, "capacity", 2048);
        assertThat(Words.setting("transfer", sweep, 2)).isEqualTo("1 train of 2,048");
        assertThat(
                        Words.setting(
                                "transfer",
                                Map.of("trains", 1, "capacity", 2048, "sizes", "given"),
                                2))
                .isEqualTo("1 train of 2,048");
        assertThat(
                        Words.setting(
                                "transfer",
                                Map.of("trains", 1, "capacity", 2048, "sizes", "best"),
                                2))
                .isEqualTo("each at its best trains × capacity");
        assertThat(
                        Words.setting(
                                "transfer",
                                rate("x", 1)
                                        .with(
                                                "producers",
                                                1,
                                                "consumers",
                                                7,
                                                "mode",
                                                "each",
                                                "batch",
                                                1,
                                                "scenario",
                                                "alone")
                                        .build()
                                        .parameters(),
                                2))
                .isEqualTo("1 producer, 7 consumers, each sees every good");
        assertThat(Words.setting("transfer", Map.of("batch", 10), 2)).isEqualTo("batches of 10");
        assertThat(
                        Words.setting(
                                "calls",
                                rate("x", 1)
                                        .with("pairs", 0, "argument", "fresh")
                                        .build()
                                        .parameters(),
                                2))
                .isEqualTo("fresh argument");
        assertThat(Words.setting("unheard-of", Map.of("depth", 3), 2)).isEqualTo("depth 3");
        assertThat(Words.setting("transfer", Map.of(), 2)).isEmpty();
    }

    @Test
    void waitersAndStagesAreSaidInWords() {
        assertThat(said("idle", "waiters", 1, "ends", "one", "pause", 4))
                .isEqualTo("1 waiting thread, woken every 4 ms");
        assertThat(said("idle", "waiters", 3, "ends", "many", "pause", 1))
                .isEqualTo("3 waiting threads, on lines for many, woken every 1 ms");
        assertThat(said("pipeline", "stages", 3, "shape", "chain", "publishers", 1))
                .isEqualTo("3 stages in a row, 1 publisher");
        assertThat(said("pipeline", "stages", 1, "shape", "chain", "publishers", 3))
                .isEqualTo("1 stage, 3 publishers");
        assertThat(said("pipeline", "stages", 3, "shape", "diamond"))
                .isEqualTo("3 stages side by side and one behind them");
        assertThat(said("pipeline", "stages", 3, "shape", "multicast"))
                .isEqualTo("3 stages side by side");
        assertThat(said("pipeline", "stages", 1, "shape", "diamond"))
                .isEqualTo("1 stage and one behind it");
        assertThat(said("pipeline", "shape", "chain")).isEqualTo("stages in a row");
        assertThat(said("pipeline", "stages", 3)).isEqualTo("3 stages");
        assertThat(said("pipeline", "stages", 3, "shape", "star"))
                .isEqualTo("3 stages, shape star");
    }

    @Test
    void aBoundThatIsNoneIsCalledUnbounded() {
        assertThat(Words.setting("pi", Map.of("bound", 64), 2)).isEqualTo("bound 64");
        assertThat(Words.setting("pi", Map.of("bound", Integer.MAX_VALUE), 2))
                .isEqualTo("unbounded");
        assertThat(Words.setting("pi", Map.of("bound", 0), 2)).isEmpty();
    }

    private static String said(String workload, Object... namesAndValues) {
        return Words.setting(workload, rate("x", 1).with(namesAndValues).build().parameters(), 2);
    }
}
