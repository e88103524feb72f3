/** Mailboxes, the threads that empty them, and the generated code that fills them. Not exported. */
package io.roundhouse.actor.internal;
