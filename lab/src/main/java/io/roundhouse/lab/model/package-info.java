/**
 * What a run of the lab leaves behind: plain records that are, field by field, the result file.
 *
 * <p>{@link io.roundhouse.lab.model.LabResult} is the root. Reports, tables and verdicts are
 * functions of it alone, so that a result file read back tells everything the run told.
 */
@NullMarked
package io.roundhouse.lab.model;

import org.jspecify.annotations.NullMarked;
