/**
 * Memory as the cache sees it: padded cells, slots and the access modes in which threads share
 * them.
 */
package io.roundhouse.memory;
