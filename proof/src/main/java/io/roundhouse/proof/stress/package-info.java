/**
 * What two threads may see of each other through a railway, tried millions of times by jcstress.
 *
 * <p>Every test has two actors only, also where more than two stations take part: jcstress leaves
 * out a test for which there are too few processors. {@code mvn verify} runs all of it for a short
 * time, {@code mvn verify -Pstress} for a long one.
 */
@NullMarked
package io.roundhouse.proof.stress;

import org.jspecify.annotations.NullMarked;
