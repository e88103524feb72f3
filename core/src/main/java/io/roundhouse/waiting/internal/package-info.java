/** What those who make threads wait know of each other. Not for users. */
package io.roundhouse.waiting.internal;
