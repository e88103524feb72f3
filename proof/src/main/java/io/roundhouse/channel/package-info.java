/**
 * Channels and selects under threads that come at once, tried millions of times by jcstress. In
 * their own package, to look at what waits.
 */
@NullMarked
package io.roundhouse.channel;

import org.jspecify.annotations.NullMarked;
