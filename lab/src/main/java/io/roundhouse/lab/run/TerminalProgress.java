package io.roundhouse.lab.run;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Progress for people: on a terminal one line that is drawn anew when a turn begins, elsewhere a
 * line whenever something new begins. Draws only between measurements; no thread of its own.
 */
public final class TerminalProgress implements Progress {

    private static final int BAR = 20;
    private static final long REDRAW_NANOS = 100_000_000;

    /** Longer lines are not read while they change. */
    private static final int WIDEST = 110;

    private static final int USUAL_COLUMNS = 80;

    /** Where Linux tells what a process's standard error is. */
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private final PrintStream to;
    private final boolean terminal;
    private final int width;
    private final long start = System.nanoTime();
    private int index;
    private int count = 1;
    private String title = "";
    private int drawn;
    private long lastDrawn;
    private String lastPhase = "";

    /**
     * Writes to a stream, which is a terminal or not.
     *
     * @param environment says how wide a terminal is, {@code COLUMNS}, and whether it can begin a
     *     line anew, {@code TERM}
     */
    public TerminalProgress(PrintStream to, boolean terminal, Map<String, String> environment) {
        this.to = to;
        this.terminal = terminal && !"dumb".equals(environment.get("TERM"));
        this.width = Math.min(WIDEST, columns(environment.getOrDefault("COLUMNS", "")) - 1);
    }

    /** One less is drawn: the last place of a line wraps on some. */
    private static int columns(String told) {
        return told.matches("[1-9]\\d{1,3}") ? Integer.parseInt(told) : USUAL_COLUMNS;
    }

    /**
     * Whether this process's standard error is a terminal. Where the system does not tell, it is
     * one if standard input and output are.
     */
    public static boolean standardErrorIsTerminal() {
        Console console = System.console();
        return isTerminal(STANDARD_ERROR, console != null && console.isTerminal());
    }

    /** Whether a link to an open file leads to a terminal. */
    static boolean isTerminal(Path link, boolean otherwise) {
        try {
            return Files.readSymbolicLink(link).toString().matches("/dev/(pts/|tty|console).*");
        } catch (IOException | UnsupportedOperationException e) {
            return otherwise;
        }
    }

    @Override
    public void cell(int newIndex, int newCount, String newTitle) {
        index = newIndex;
        count = newCount;
        title = newTitle;
        if (!terminal) {
            to.printf("[%d/%d] %s%s%n", index + 1, count, title, left(0));
        }
    }

    @Override
    public void turn(String system, String phase, double part) {
        long now = System.nanoTime();
        if (!terminal && !phase.equals(lastPhase)) {
            lastPhase = phase;
            to.printf("  %s, %s%s%n", phase, system, left(part));
        }
        if (terminal && (now - lastDrawn > REDRAW_NANOS || drawn == 0)) {
            lastDrawn = now;
            double done = (index + part) / count;
            int full = (int) (done * BAR);
            String bar = "█".repeat(full) + "░".repeat(BAR - full);
            draw(
                    "%s %3.0f %%%s  %s: %s, %s"
                            .formatted(bar, done * 100, left(part), title, system, phase));
        }
    }

    @Override
    public void note(String line) {
        erase();
        to.println(line);
    }

    @Override
    public void end() {
        erase();
        to.flush();
    }

    /** Judged by what has been done so far; nothing before a fiftieth is done. */
    private String left(double part) {
        double done = (index + part) / count;
        if (done < 0.02) {
            return "";
        }
        double seconds = (System.nanoTime() - start) / 1e9 / done * (1 - done);
        return seconds < 90
                ? String.format(Locale.ROOT, ", %.0f s left", seconds)
                : String.format(Locale.ROOT, ", %.0f min left", seconds / 60);
    }

    private void draw(String line) {
        String shown = line.length() > width ? line.substring(0, width - 1) + "…" : line;
        to.print("\r" + shown + " ".repeat(Math.max(0, drawn - shown.length())));
        to.flush();
        drawn = shown.length();
    }

    private void erase() {
        if (drawn > 0) {
            to.print("\r" + " ".repeat(drawn) + "\r");
            drawn = 0;
        }
    }
}
