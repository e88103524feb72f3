package io.roundhouse.lab.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes figures for people: three significant digits, a prefix that fits, and words instead of
 * what is not a number.
 *
 * <p>Figures are those of the result file: {@code 1/s} (a rate), {@code ns} (a time), {@code %},
 * {@code B}; any other is written behind the number as it is. Output does not depend on the
 * machine's locale.
 */
public final class Figures {

    /** What stands where a value is not a number or is infinite. */
    public static final String UNKNOWN = "not known";

    private static final String[] RATE_PREFIXES = {"", "k", "M", "G", "T"};
    private static final String[] RATE_WORDS = {
        "", " thousand", " million", " billion", " trillion"
    };
    private static final String[] TIMES = {"ns", "µs", "ms", "s"};

    /** From here on a number is written with an exponent: no prefix helps any more. */
    private static final double BEYOND_PREFIXES = 1e15;

    private Figures() {}

    /** A figure with its unit, such as {@code 1.42 G/s}, {@code 92.6 ns} or {@code 0.31 %}. */
    public static String show(double value, String unit) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        return switch (unit) {
            case "1/s" -> scaled(value, RATE_PREFIXES, "/s");
            case "ns" -> time(value);
            default -> digits(value) + (unit.isEmpty() ? "" : " " + unit);
        };
    }

    /**
     * A figure as part of a sentence, such as {@code 1.42 billion goods a second} or {@code 92.6
     * ns}.
     *
     * @param metric what is counted, in the plural, for rates; not used for other units
     */
    public static String say(double value, String unit, String metric) {
        if (!unit.equals("1/s") || !Double.isFinite(value) || Math.abs(value) >= BEYOND_PREFIXES) {
            return show(value, unit);
        }
        int step = step(value, RATE_WORDS.length);
        return digits(value / Math.pow(1000, step)) + RATE_WORDS[step] + " " + metric + " a second";
    }

    /** The smallest and the largest of some samples, such as {@code 1.40 to 1.45 G/s}. */
    public static String range(double low, double high, String unit) {
        return joined(List.of(low, high), unit, " to ");
    }

    /** Some figures, such as {@code 1.40, 1.43, 1.45 G/s}. */
    public static String list(List<Double> values, String unit) {
        return joined(values, unit, ", ");
    }

    /** Figures one after the other; where all have the same unit it stands once, at the end. */
    private static String joined(List<Double> values, String unit, String between) {
        List<String> shown = values.stream().map(value -> show(value, unit)).toList();
        List<String> units =
                shown.stream()
                        .map(text -> text.substring(text.lastIndexOf(' ') + 1))
                        .distinct()
                        .toList();
        if (shown.size() < 2
                || units.size() > 1
                || !values.stream().allMatch(Double::isFinite)
                || !shown.getFirst().contains(" ")) {
            return String.join(between, shown);
        }
        String suffix = " " + units.getFirst();
        return String.join(
                        between,
                        shown.stream()
                                .map(text -> text.substring(0, text.length() - suffix.length()))
                                .toList())
                + suffix;
    }

    /** A ratio with its quartiles, if they are known, such as {@code 2.94 (2.90–3.01)}. */
    public static String ratio(Ratio ratio) {
        String median = ratio(ratio.median());
        return ratio.pairs() > 1
                ? median + " (" + ratio(ratio.lower()) + "–" + ratio(ratio.upper()) + ")"
                : median;
    }

    /**
     * A ratio, such as {@code 2.94}, {@code 0.35} or {@code 0.0071}: two decimals, or two digits
     * below 0.1; {@code ∞} to what was 0.
     */
    public static String ratio(double value) {
        if (value == Double.POSITIVE_INFINITY) {
            return "∞";
        }
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        if (size >= 1e6) {
            return digits(value);
        }
        if (size >= 100) {
            return grouped(BigDecimal.valueOf(value).setScale(0, RoundingMode.HALF_UP));
        }
        if (size >= 10) {
            return BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP).toPlainString();
        }
        if (size == 0) {
            return "0";
        }
        if (size >= 0.0995) {
            return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).toPlainString();
        }
        BigDecimal small =
                BigDecimal.valueOf(value).round(new MathContext(2, RoundingMode.HALF_UP));
        return size < 1e-6 ? small.toString() : small.toPlainString();
    }

    /**
     * A plain number: whole ones in full with thousands set apart, others to three digits: {@code
     * 0.31}, {@code 32,768}.
     */
    public static String digits(double value) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size >= BEYOND_PREFIXES || size < 1e-6) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        if (size >= 1000 || exact.stripTrailingZeros().scale() <= 0) {
            return grouped(exact.setScale(0, RoundingMode.HALF_UP));
        }
        return exact.round(new MathContext(3, RoundingMode.HALF_UP)).toPlainString();
    }

    /** A whole number, thousands set apart. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /**
     * Bytes an item, such as {@code 0 B} or {@code 24 B}. What is less than a hundredth of a byte
     * is shown as such.
     */
    public static String bytes(double value) {
        if (value > 0 && value < 0.01) {
            return "< 0.01 B";
        }
        return show(value, "B");
    }

    /**
     * A round figure with its unit for an axis, such as {@code 30 M/s}: no digits that say nothing.
     */
    public static String tick(double value, String unit) {
        return value == 0
                ? "0"
                : show(value, unit)
                        .replaceFirst("(\\.\\d*?)0+(?= )", "$1")
                        .replaceFirst("\\.(?= )", "");
    }

    // ---- ticks of an axis -----------------------------------------------------------------------

    /** Round values between two bounds at equal steps of 1, 2 or 5 times a power of ten. */
    public static List<Double> linearTicks(double min, double max) {
        if (!Double.isFinite(min) || !Double.isFinite(max) || max <= min) {
            return List.of(0.0);
        }
        double rough = (max - min) / 5;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step =
                power
                        * (rough / power <= 1
                                ? 1
                                : rough / power <= 2 ? 2 : rough / power <= 5 ? 5 : 10);
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /**
     * Round values between two positive bounds for a logarithmic axis: 1, 2, 5, or fewer a decade
     * where there are many.
     */
    public static List<Double> logTicks(double min, double max) {
        double decades = Math.log10(max / min);
        int[] leads =
                decades <= 3
                        ? new int[] {1, 2, 5}
                        : decades <= 5 ? new int[] {1, 3} : new int[] {1};
        int every = (int) Math.max(1, Math.ceil(decades / 10));
        List<Double> ticks = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(min) - 1e-9);
        int last = (int) Math.ceil(Math.log10(max) + 1e-9);
        for (int exponent = first; exponent <= last; exponent++) {
            if (Math.floorMod(exponent, every) != 0) {
                continue;
            }
            for (int lead : leads) {
                double tick = lead * Math.pow(10, exponent);
                if (tick >= min * 0.999999 && tick <= max * 1.000001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    // ---- inside ---------------------------------------------------------------------------------

    private static String scaled(double value, String[] prefixes, String unit) {
        if (Math.abs(value) >= BEYOND_PREFIXES) {
            return digits(value) + " " + unit;
        }
        int step = step(value, prefixes.length);
        return threeDigits(value / Math.pow(1000, step)) + " " + prefixes[step] + unit;
    }

    private static String time(double nanos) {
        if (Math.abs(nanos) >= BEYOND_PREFIXES) {
            return digits(nanos / 1e9) + " s";
        }
        int step = step(nanos, TIMES.length);
        return threeDigits(nanos / Math.pow(1000, step)) + " " + TIMES[step];
    }

    /**
     * How often {@code value} can be divided by 1,000 so that, rounded to three digits, it is still
     * at least 1.
     */
    private static int step(double value, int steps) {
        int step = 0;
        double rest = Math.abs(value);
        while (step < steps - 1 && rest >= 999.5) {
            rest /= 1000;
            step++;
        }
        return step;
    }

    private static String threeDigits(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size >= 1000 || size < 0.001) {
            return digits(value);
        }
        int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    private static String grouped(BigDecimal whole) {
        return String.format(Locale.ROOT, "%,d", whole.toBigInteger());
    }
}
