/**
 * Scala Actors, the library that Scala had until version 2.11, as a system of the lab.
 *
 * <p>Its last artifact, of 2017, runs on this JDK as it is; its fork-join pool uses methods of
 * {@code sun.misc.Unsafe} that this JDK still has and warns of. It is used from Java: {@code
 * Actor.actor}, {@code loop}, {@code react} and {@code !} are methods of {@code Actor$}, and what
 * would be a block or a partial function in Scala is an object here.
 */
@NullMarked
package io.roundhouse.lab.peers.scalaactors;

import org.jspecify.annotations.NullMarked;
