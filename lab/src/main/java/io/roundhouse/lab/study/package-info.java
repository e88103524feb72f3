/**
 * The published experiments, table by table. A study is one file: a public class implementing
 * {@link io.roundhouse.lab.study.Study}, found by scanning class files.
 */
@NullMarked
package io.roundhouse.lab.study;

import org.jspecify.annotations.NullMarked;
