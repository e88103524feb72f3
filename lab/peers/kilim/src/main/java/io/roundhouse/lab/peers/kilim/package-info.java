/**
 * Kilim, tasks that pause in mailboxes, as a system of the lab.
 *
 * <p>Its last artifact, of 2020, runs on this JDK with a newer ASM than its own: with ASM 7.1 the
 * weaver, and the first task at run time, fail with "Unsupported class file major version". The
 * classes here are woven as they are compiled, by its own plugin for Maven. Its weaver knows class
 * files as they were in Java 13, so that what it has to weave must have no records and no sealed
 * types; they may be used as they are here.
 */
@NullMarked
package io.roundhouse.lab.peers.kilim;

import org.jspecify.annotations.NullMarked;
