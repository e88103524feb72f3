/** Conversant's queues as systems of the lab. */
@NullMarked
package io.roundhouse.lab.peers.conversant;

import org.jspecify.annotations.NullMarked;
