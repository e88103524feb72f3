/**
 * What threads may see of each other through a mailbox, tried millions of times by jcstress: in the
 * mailbox's own package, because no handle shows it alone.
 */
@NullMarked
package io.roundhouse.actor.internal;

import org.jspecify.annotations.NullMarked;
