/**
 * Trains that carry goods round a ring of stations, a station being a thread.
 *
 * <pre>
 *   one to one          one to many            many to one            mixed, by routes
 *
 *   0 ═══▶ 1            0 ═══▶ 1               0 ═══▶ 3               0 ═══▶ 1
 *                         ╠══▶ 2               1 ═══▶ 3               ▲      ║
 *                         ╚══▶ 3               2 ═══▶ 3               ╚══ 2 ◀╝
 * </pre>
 *
 * <p>{@link io.roundhouse.railway.LongRailway} carries {@code long}s, {@link
 * io.roundhouse.railway.Railway} references, or objects that stay in place and are used again and
 * again. A station has a handle for each thing it does: one that loads, one that unloads, each for
 * one thread at a time.
 *
 * <p>How it works is told from the inside out in the comments of {@code Lane} (one loader's part of
 * all trains), {@code LoadingEnd} and {@code UnloadingEnd} (the two sides), {@code Bell} (who is
 * woken), {@code Clearing} (how references are forgotten) and {@code Shares} (who gets a good that
 * is for one of several).
 */
package io.roundhouse.railway;
