/**
 * What a run says, in words and ratios: pure functions of a {@link io.roundhouse.lab.model.LabResult}, shared by the
 * console, the HTML report and the Markdown tables, so that all of them say the same.
 *
 * <p>{@link io.roundhouse.lab.verdict.Units} writes figures, {@link io.roundhouse.lab.verdict.Words} names workloads and
 * settings, {@link io.roundhouse.lab.verdict.Ratio} compares two results round by round, {@link
 * io.roundhouse.lab.verdict.Contest} puts the systems that did the same job beside each other, and {@link
 * io.roundhouse.lab.verdict.Verdict} says how ours did.
 */
@NullMarked
package io.roundhouse.lab.verdict;

import org.jspecify.annotations.NullMarked;
