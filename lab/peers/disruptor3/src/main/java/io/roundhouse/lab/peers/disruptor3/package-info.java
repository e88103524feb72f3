/** The LMAX Disruptor of version 3, for what version 4 has no longer: worker pools. */
@NullMarked
package io.roundhouse.lab.peers.disruptor3;

import org.jspecify.annotations.NullMarked;
