package io.roundhouse.lab.verdict;

import java.util.Locale;

/** Numbers as people read them: three digits that matter, and a unit. */
public final class Figures {

    private Figures() {}

    /** A value in one of the units of results. */
    public static String show(double value, String unit) {
        return switch (unit) {
            case "1/s" -> scaled(value, new String[] {"/s", " k/s", " M/s", " G/s"}, 1000);
            case "ns" -> scaled(value, new String[] {" ns", " µs", " ms", " s"}, 1000);
            case "%" -> digits(value) + " %";
            default -> digits(value) + " " + unit;
        };
    }

    private static String scaled(double value, String[] units, double step) {
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= step * 0.9995 && unit < units.length - 1) {
            rest /= step;
            unit++;
        }
        return digits(rest) + units[unit];
    }

    /** Three digits that matter, never an exponent. */
    public static String digits(double value) {
        double size = Math.abs(value);
        if (size >= 100 || value == 0) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, size >= 0.01 ? "%.2f" : "%.3f", value);
    }
}
