/**
 * The railway's algorithm once more, and what gives actors threads, as small as they get, with a
 * switch for each way to get them wrong. Without a flaw it passes every check of this module; with
 * one, a check must fail. A check that catches nothing proves nothing.
 */
@NullMarked
package io.roundhouse.proof.twin;

import org.jspecify.annotations.NullMarked;
