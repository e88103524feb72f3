/** JCTools' queues as systems of the lab. */
@NullMarked
package io.roundhouse.lab.peers.jctools;

import org.jspecify.annotations.NullMarked;
