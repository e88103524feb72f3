/**
 * What the threads of a line may see of each other, tried millions of times by jcstress. In the
 * pipeline's own package, because its workers are run here a step at a time, without threads of
 * their own.
 */
@NullMarked
package io.roundhouse.pipeline;

import org.jspecify.annotations.NullMarked;
