package io.roundhouse.lab.run;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Progress for people: on a terminal one line that is drawn anew when a turn begins, elsewhere a
 * line whenever something new begins. Draws only between measurements; no thread of its own.
 */
public final class TerminalProgress implements Progress {

    private static final int BAR = 20;
    private static final long REDRAW_NANOS = 100_000_000;

    private final PrintStream to;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private int index;
    private int count = 1;
    private String title = "";
    private int drawn;
    private long lastDrawn;
    private String lastPhase = "";

    /** Writes to a stream, which is a terminal or not. */
    public TerminalProgress(PrintStream to, boolean terminal) {
        this.to = to;
        this.terminal = terminal;
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
        String shown = line.length() > 110 ? line.substring(0, 109) + "…" : line;
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
