/**
 * What two threads may see of each other in parts of the railway that no handle shows alone, tried
 * millions of times by jcstress. In the railway's own package, because a test through the handles
 * does so much between two steps that the moment in question hardly ever comes.
 */
@NullMarked
package io.roundhouse.railway;

import org.jspecify.annotations.NullMarked;
