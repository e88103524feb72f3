/** Channels between threads, select, and scopes whose threads end with them. */
package io.roundhouse.channel;
