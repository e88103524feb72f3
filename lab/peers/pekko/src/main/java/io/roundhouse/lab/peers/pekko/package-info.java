/**
 * Apache Pekko as two systems of the lab: its classic actors, and its typed ones.
 *
 * <p>Written as its documentation shows for Java: classic actors extend {@code
 * UntypedAbstractActor}, which the documentation advises where matching would be a bottleneck;
 * typed ones are functions of a message. Actors are made by actors (a ring has a parent, which is
 * stopped with all that is left of it), but for the nodes of a chain: a node's child would end with
 * it, so these are top-level actors.
 */
@NullMarked
package io.roundhouse.lab.peers.pekko;

import org.jspecify.annotations.NullMarked;
