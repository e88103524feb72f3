/** Agrona's queues as systems of the lab. */
@NullMarked
package io.roundhouse.lab.peers.agrona;

import org.jspecify.annotations.NullMarked;
