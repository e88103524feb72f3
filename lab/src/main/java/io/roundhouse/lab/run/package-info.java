/**
 * Measuring: processes, turns, rounds and forks; what is kept when something fails or the user has
 * seen enough.
 *
 * <p>This process starts one child a system and setting, then gives them turns: all take one sample
 * in a round, in an order that rotates, and wait parked in between. While a child measures,
 * everybody else, this process included, is blocked in a read.
 */
@NullMarked
package io.roundhouse.lab.run;

import org.jspecify.annotations.NullMarked;
