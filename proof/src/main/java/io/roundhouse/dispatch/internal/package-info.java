/**
 * What threads may see of each other where actors are given threads, tried millions of times by
 * jcstress: in the package of the classes in question, because no handle shows them alone.
 */
@NullMarked
package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.NullMarked;
