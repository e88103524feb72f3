/**
 * Turns a {@link io.roundhouse.lab.model.LabResult} into pages: {@link
 * io.roundhouse.lab.report.HtmlReport} (one self-contained file with charts), {@link
 * io.roundhouse.lab.report.ReadmeTable} and {@link io.roundhouse.lab.report.MarkdownResults}.
 *
 * <p>A run is first sorted into {@link io.roundhouse.lab.report.Chapter chapters} (one a workload)
 * and {@link io.roundhouse.lab.report.Card cards} (one question each). {@link
 * io.roundhouse.lab.report.BarCharts} and {@link io.roundhouse.lab.report.LineCharts} say what is
 * drawn and {@link io.roundhouse.lab.report.Tables} writes the same as tables. What the charts look
 * like on a screen of some width is the business of {@code report.js}; it gets finished labels and
 * ticks and calculates no figure.
 */
@NullMarked
package io.roundhouse.lab.report;

import org.jspecify.annotations.NullMarked;
