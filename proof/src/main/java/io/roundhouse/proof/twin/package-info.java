/**
 * The railway's algorithm once more, as small as it gets, with a switch for each way to get it
 * wrong. Without a flaw it passes every check of this module; with one, a check must fail. A check
 * that catches nothing proves nothing.
 */
@NullMarked
package io.roundhouse.proof.twin;

import org.jspecify.annotations.NullMarked;
