/** Queues. */
package io.roundhouse.queue;
