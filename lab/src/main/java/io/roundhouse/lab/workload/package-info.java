/**
 * What can be measured. A workload is one file: a public class implementing {@link
 * io.roundhouse.lab.workload.Workload}, found by scanning class files. It says what its parameters
 * and metrics are, which adapter a system needs, and how one sample is taken; starting processes,
 * taking turns and warming up are common to all.
 */
@NullMarked
package io.roundhouse.lab.workload;

import org.jspecify.annotations.NullMarked;
