/** The command line: what is asked, what is answered, and the exit status. */
@NullMarked
package io.roundhouse.lab.cli;

import org.jspecify.annotations.NullMarked;
