/**
 * What lanes of every kind have in common, those of railways and those of mailboxes: positions and
 * limits, departures by blocks, waking; and lanes of records. Not exported.
 */
package io.roundhouse.railway.internal;
