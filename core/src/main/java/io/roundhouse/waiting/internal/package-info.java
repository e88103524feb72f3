/**
 * Who is woken, and what those who make threads wait know of each other.
 *
 * <pre>
 *   Bell, BellWait      at one end of a lane: who comes rings, who waits listens
 *   Stay                whether who slept listens on behind that: LoneStay, SharedStay
 *   Crowd, Row          many that wait for things of which each needs one
 *   Stores              time in place of a fence
 *   Attempt, InScope …  channels and actors: what one knows of the other's waits
 * </pre>
 *
 * <p>Not exported.
 */
package io.roundhouse.waiting.internal;
