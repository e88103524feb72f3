package io.roundhouse.lab.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes Markdown tables. What is given as text is escaped, so it cannot break a table or become
 * markup.
 */
final class Markdown {

    private static final String MEANING_SOMETHING = "\\`*_[]<>|&";

    private final StringBuilder out = new StringBuilder();

    /** A heading of some level. */
    Markdown heading(int level, String text) {
        return line("#".repeat(level) + " " + escape(text)).line("");
    }

    /** A paragraph. */
    Markdown paragraph(String text) {
        return line(escape(text)).line("");
    }

    /** One item of a list; {@link #end} ends the list. */
    Markdown item(String text) {
        return line("- " + escape(text));
    }

    /** The head of a table; columns whose name ends in {@code :} are aligned to the right. */
    Markdown head(String... columns) {
        List<String> names =
                Arrays.stream(columns).map(name -> name.replaceFirst(":$", "")).toList();
        row(names);
        return line(
                Arrays.stream(columns)
                        .map(name -> name.endsWith(":") ? "---:" : "---")
                        .collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** A row of a table. */
    Markdown row(List<String> cells) {
        return line(
                cells.stream()
                        .map(Markdown::escape)
                        .collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** Ends a table or a list. */
    Markdown end() {
        return line("");
    }

    /** All that was written, ending in one newline. */
    @Override
    public String toString() {
        return out.toString().stripTrailing() + "\n";
    }

    /** A text on one line in which nothing is markup. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 8);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                safe.append(' ');
            } else {
                if (MEANING_SOMETHING.indexOf(c) >= 0) {
                    safe.append('\\');
                }
                safe.append(c);
            }
        }
        return safe.toString();
    }

    private Markdown line(String text) {
        out.append(text).append('\n');
        return this;
    }
}
