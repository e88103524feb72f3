/** Typed actors: plain objects behind plain interfaces, each run by one thread at a time. */
package io.roundhouse.actor;
