/** Jox as a system of the lab. */
@NullMarked
package io.roundhouse.lab.peers.jox;

import org.jspecify.annotations.NullMarked;
