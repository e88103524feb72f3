/**
 * The process of one system under test, and the lines it exchanges with the lab.
 *
 * <p>A child is started for one system and one workload. It reads a request, one line of JSON, from
 * its standard input, does it, answers with one line on its standard output, and blocks in the next
 * read: a parked child costs nothing. When its input ends it ends. See {@link
 * io.roundhouse.lab.child.Child} for the requests.
 */
@NullMarked
package io.roundhouse.lab.child;

import org.jspecify.annotations.NullMarked;
