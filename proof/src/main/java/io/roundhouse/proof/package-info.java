/**
 * Proof of what the library claims about ordering, layout and progress, and broken twins that are
 * caught.
 */
package io.roundhouse.proof;
