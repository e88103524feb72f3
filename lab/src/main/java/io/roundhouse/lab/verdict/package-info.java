/**
 * What the figures say: ratios, tables and sentences as pure functions of a {@link
 * io.roundhouse.lab.model.LabResult}, shared by the terminal and the report.
 *
 * <p>{@link io.roundhouse.lab.verdict.Figures} writes numbers, {@link
 * io.roundhouse.lab.verdict.Words} names settings, {@link io.roundhouse.lab.verdict.Ratio} compares
 * two results round by round, {@link io.roundhouse.lab.verdict.Contest} puts systems that did the
 * same job beside each other, and {@link io.roundhouse.lab.verdict.Verdict} says how ours did.
 */
@NullMarked
package io.roundhouse.lab.verdict;

import org.jspecify.annotations.NullMarked;
