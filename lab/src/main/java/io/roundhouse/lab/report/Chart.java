package io.roundhouse.lab.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code report.js} is given to draw: every value, tick and label ready. The records are the
 * JSON.
 *
 * <p>A tone is the name of a colour of {@code report.css}.
 */
sealed interface Chart {

    /** {@code bars} or {@code lines}. */
    String kind();

    /**
     * Horizontal bars, one a system.
     *
     * @param kind {@code bars}
     * @param axis what the length of a bar means
     * @param max right end of the axis, which begins at 0
     * @param ticks of the axis
     * @param cost what an item costs in CPU time, drawn beside, or null where that is not known
     * @param rows from top to bottom
     */
    record Bars(
            String kind,
            String axis,
            double max,
            List<Tick> ticks,
            @Nullable CostAxis cost,
            List<Row> rows)
            implements Chart {}

    /** The axis of the costs: what it means and where it ends. */
    record CostAxis(String axis, double max) {}

    /** What an item costs: the length of the bar, and the figures in words. */
    record Cost(double value, String label) {}

    /**
     * One bar.
     *
     * @param name the system
     * @param detail its configuration or setting, shown small
     * @param tag {@code ours} or {@code limit} or empty: a mark in text, so that colour is never
     *     the only one
     * @param strong whether to stress the row
     * @param tone colour
     * @param value length
     * @param min left end of the whisker
     * @param max right end of the whisker
     * @param label the value in words
     * @param ratio the value relative to ours, in words, or empty
     * @param samples each a dot
     * @param published the published figure, or null where there is none or it is off the scale
     * @param cost what an item costs, or null where that is not known
     * @param tip the lines of the tooltip
     */
    record Row(
            String name,
            String detail,
            String tag,
            boolean strong,
            String tone,
            double value,
            double min,
            double max,
            String label,
            String ratio,
            List<Double> samples,
            @Nullable Double published,
            @Nullable Cost cost,
            List<String> tip) {}

    /**
     * Lines over an axis. Places are coordinates of the drawing: where a scale is logarithmic they
     * are logarithms.
     *
     * @param kind {@code lines}
     * @param x horizontal axis
     * @param y vertical axis
     * @param series the lines
     */
    record Lines(String kind, Axis x, Axis y, List<Line> series) implements Chart {}

    /** An axis: its name, the places where it begins and ends, and its ticks. */
    record Axis(String name, double min, double max, List<Tick> ticks) {}

    /** A tick: its place and what is written there. */
    record Tick(double at, String label) {}

    /**
     * One line.
     *
     * @param name the system
     * @param tone colour
     * @param dashed for what was not measured here
     * @param strong whether to stress the line
     * @param symbol number of the symbol at each point; negative for none
     * @param points from left to right
     */
    record Line(
            String name,
            String tone,
            boolean dashed,
            boolean strong,
            int symbol,
            List<Point> points) {}

    /**
     * A point of a line.
     *
     * @param x place
     * @param y place
     * @param min lower end of its whisker; equal to {@code y} without spread
     * @param max upper end of its whisker
     * @param label the value in words
     * @param at what {@code x} stands for, in words
     */
    record Point(double x, double y, double min, double max, String label, String at) {}
}
