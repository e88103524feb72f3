/**
 * Systems that need nothing but the JDK: the machine's own limits, the published algorithms written
 * anew, and the queues of {@code java.util.concurrent}.
 */
@NullMarked
package io.roundhouse.lab.systems;

import org.jspecify.annotations.NullMarked;
