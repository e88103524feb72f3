/**
 * Assembly lines: events stay in place, stages pass by.
 *
 * <pre>
 *   in sequence            side by side, joined         a stage of several workers
 *
 *   ═▶ a ═▶ b ═▶ c         ═▶ a ══▶ c                        ╔═ b₀ ═╗
 *                          ═▶ b ══╝                     ═▶ a ╬═ b₁ ═╬═▶ c
 *                                                            ╚═ b₂ ═╝
 * </pre>
 *
 * <p>{@link io.roundhouse.pipeline.Pipeline#of} starts the description of a line; {@link
 * io.roundhouse.pipeline.PipelineGraph} says which stage follows which; {@link
 * io.roundhouse.pipeline.Pipeline} is the line that runs.
 *
 * <p>How it works is told from the inside out in the comments of {@code Lane} (one publisher's
 * events), {@code Source} (how the events of all publishers come into one order), {@code Worker}
 * (one thread of a stage), {@code SharingWorker} and {@code Shares} (workers that share the events)
 * and {@code Line} (how all of it ends).
 */
package io.roundhouse.pipeline;
