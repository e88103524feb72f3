/**
 * What lanes have in common. Of all: who shares what, which lines are given back. Of mailboxes, and
 * partly of pipelines: positions and limits, departures by blocks, records. Railways have that in
 * {@code LoadingEnd} and {@code UnloadingEnd}. Who is woken is in {@code waiting.internal}. Not
 * exported.
 */
package io.roundhouse.railway.internal;
