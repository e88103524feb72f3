/** Kotlin's coroutines and channels as a system of the lab. */
@NullMarked
package io.roundhouse.lab.peers.kotlin;

import org.jspecify.annotations.NullMarked;
