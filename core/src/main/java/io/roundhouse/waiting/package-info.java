/** The one door for waiting, time and choice: wait strategies, clocks, and who is woken by whom. */
package io.roundhouse.waiting;
