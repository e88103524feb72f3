/**
 * Kontraktor, the continuation of Abstraktor, as a system of the lab.
 *
 * <p>Actors are public classes; their proxies, generated at run time, turn calls of public methods
 * into entries of the target's queue. An actor belongs to one scheduler, which is one thread; where
 * there are several, neighbours share one.
 */
@NullMarked
package io.roundhouse.lab.peers.kontraktor;

import org.jspecify.annotations.NullMarked;
