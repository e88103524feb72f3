/**
 * Finds workloads, studies and systems in folders of class files, without loading them: adding one
 * is adding a file. Each folder of {@code lab/peers} is a class path of its own.
 */
@NullMarked
package io.roundhouse.lab.discovery;

import org.jspecify.annotations.NullMarked;
