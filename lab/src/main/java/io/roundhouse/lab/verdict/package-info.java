/**
 * What the figures say: ratios, tables and sentences as pure functions of a {@link io.roundhouse.lab.model.LabResult},
 * shared by the terminal and the report.
 */
@NullMarked
package io.roundhouse.lab.verdict;

import org.jspecify.annotations.NullMarked;
