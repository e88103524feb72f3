/**
 * The interfaces a contender implements to take part: one adapter a workload.
 *
 * <p>A system is a public class with a public constructor without arguments, annotated with {@link
 * io.roundhouse.lab.system.SystemInfo} and implementing one or more of the adapters ({@code
 * TransferSystem}, {@code LatencySystem}, {@code IdleSystem}, {@code CallsSystem}, {@code
 * RingSystem}, {@code SpawnChainSystem}, {@code PingPongSystem}, {@code AskSystem}, {@code
 * FloodSystem}, {@code CrowdSystem}, {@code RandomTrapSystem}). That one file is all: the lab finds
 * it. Several classes may carry the same name, each for other workloads.
 *
 * <p>Where actors are plain objects, what they do is here, too, and the same for all ({@code
 * Players}, {@code RingParts}, {@code SpawnChainParts}, {@code PingPongParts}): a system then has
 * to bring no more than an {@code ActorBinder}. Where actors receive objects, a node of the ring is
 * that of {@code MessageRing}, and rings are run by a {@code MessageRingSession}.
 *
 * <p>An adapter answers three questions for a setting: can you do it ({@code refuses}), in which
 * configurations ({@code variants}, its default first; those that are the same in every setting are
 * named once), and {@code open} it. What is opened, a {@code Session}, is used for many samples,
 * one after the other, and must burn no CPU between them. Threads are the lab's, unless a system is
 * about having its own; hot loops are the system's, so that each is written as its authors advise.
 */
@NullMarked
package io.roundhouse.lab.system;

import org.jspecify.annotations.NullMarked;
