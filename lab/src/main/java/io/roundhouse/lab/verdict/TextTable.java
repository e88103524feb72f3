package io.roundhouse.lab.verdict;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A table of words.
 *
 * @param title above it
 * @param header names of the columns; the first column is for names, the others for figures
 * @param rows as wide as the header
 */
public record TextTable(String title, List<String> header, List<List<String>> rows) {

    /** Columns that are read, not compared. */
    private static final Set<String> WORDS =
            Set.of("configuration", "verdict", "against", "setting");

    public TextTable {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    /** The table without columns that have nothing in them. */
    public TextTable withoutEmptyColumns() {
        List<Integer> kept =
                IntStream.range(0, header.size())
                        .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
                        .boxed()
                        .toList();
        return new TextTable(
                title,
                kept.stream().map(header::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }

    /** The table for a terminal: columns aligned, figures to the right. */
    public String toText() {
        int[] widths = new int[header.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = header.get(column).length();
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        if (!title.isEmpty()) {
            text.append(title).append('\n');
        }
        append(text, header, widths);
        rows.forEach(row -> append(text, row, widths));
        return text.toString();
    }

    private void append(StringBuilder text, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder("  ");
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String space = " ".repeat(widths[column] - cell.length());
            boolean left = column == 0 || WORDS.contains(header.get(column));
            line.append(left ? cell + space : space + cell).append("  ");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
