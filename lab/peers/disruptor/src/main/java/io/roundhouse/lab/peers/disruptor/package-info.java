/** The LMAX Disruptor as systems of the lab. */
@NullMarked
package io.roundhouse.lab.peers.disruptor;

import org.jspecify.annotations.NullMarked;
