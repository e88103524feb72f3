/**
 * What threads may see of each other in queues of every shape, tried millions of times by jcstress.
 * In the queues' own package, because the guard of an end for one thread would order its threads.
 */
@NullMarked
package io.roundhouse.queue;

import org.jspecify.annotations.NullMarked;
