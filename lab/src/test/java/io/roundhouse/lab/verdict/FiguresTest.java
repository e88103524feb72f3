package io.roundhouse.lab.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1420000000 | 1/s | 1.42 G/s",
                "940144900 | 1/s | 940 M/s",
                "999600 | 1/s | 1.00 M/s",
                "999.4 | 1/s | 999 /s",
                "0 | 1/s | 0 /s",
                "12.34 | 1/s | 12.3 /s",
                "1e300 | 1/s | 1.00e+300 /s",
                "192.6 | ns | 193 ns",
                "0.699 | ns | 0.699 ns",
                "1.5 | ns | 1.50 ns",
                "42720.7 | ns | 42.7 µs",
                "7834000000 | ns | 7.83 s",
                "3e12 | ns | 3,000 s",
                "0.107 | % | 0.107 %",
                "99.7 | % | 99.7 %",
                "24 | B | 24 B",
                "NaN | ns | not known",
                "Infinity | 1/s | not known",
                "-5 | ns | -5.00 ns"
            })
    void aFigureHasThreeDigitsAndAPrefixThatFits(double value, String unit, String shown) {
        assertThat(Figures.show(value, unit)).isEqualTo(shown);
    }

    @Test
    void aSentenceSpellsThePrefixOut() {
        assertThat(Figures.say(1.42e9, "1/s", "goods")).isEqualTo("1.42 billion goods a second");
        assertThat(Figures.say(940e6, "1/s", "goods")).isEqualTo("940 million goods a second");
        assertThat(Figures.say(12, "1/s", "goods")).isEqualTo("12 goods a second");
        assertThat(Figures.say(92.6, "ns", "delay")).isEqualTo("92.6 ns");
    }

    @Test
    void aUnitThatIsTheSameStandsOnce() {
        assertThat(Figures.range(1.40e9, 1.45e9, "1/s")).isEqualTo("1.40 to 1.45 G/s");
        assertThat(Figures.range(963e6, 1.04e9, "1/s")).isEqualTo("963 M/s to 1.04 G/s");
        assertThat(Figures.list(List.of(1e6, 2e6, 3e6), "1/s")).isEqualTo("1.00, 2.00, 3.00 M/s");
        assertThat(Figures.list(List.of(5.0), "ns")).isEqualTo("5.00 ns");
        assertThat(Figures.list(List.of(Double.NaN, Double.NaN), "ns"))
                .isEqualTo("not known, not known");
    }

    @ParameterizedTest
    @CsvSource({
        "2.694,2.69",
        "10.72,10.7",
        "372.4,372",
        "0.35,0.35",
        "0.0071,0.0071",
        "0,0",
        "Infinity,∞",
        "NaN,not known"
    })
    void aRatioShowsAsManyDigitsAsMatter(double ratio, String shown) {
        assertThat(Figures.ratio(ratio)).isEqualTo(shown);
    }

    @Test
    void bytesBelowAHundredthAreNotShownAsNone() {
        assertThat(Figures.bytes(0)).isEqualTo("0 B");
        assertThat(Figures.bytes(0.004)).isEqualTo("< 0.01 B");
        assertThat(Figures.bytes(24)).isEqualTo("24 B");
    }

    @Test
    void ticksAreRoundAndCoverTheAxis() {
        assertThat(Figures.linearTicks(0, 4.2e8)).containsExactly(0.0, 1e8, 2e8, 3e8, 4e8);
        assertThat(Figures.linearTicks(88, 113)).containsExactly(90.0, 95.0, 100.0, 105.0, 110.0);
        assertThat(Figures.linearTicks(5, 5)).hasSize(1);
        assertThat(Figures.logTicks(3, 300)).containsExactly(5.0, 10.0, 20.0, 50.0, 100.0, 200.0);
        assertThat(Figures.logTicks(1, 1e30)).hasSizeBetween(4, 12);
        assertThat(Figures.tick(3e7, "1/s")).isEqualTo("30 M/s");
        assertThat(Figures.tick(2.5e9, "1/s")).isEqualTo("2.5 G/s");
        assertThat(Figures.tick(100, "ns")).isEqualTo("100 ns");
        assertThat(Figures.tick(0, "1/s")).isEqualTo("0");
    }
}
