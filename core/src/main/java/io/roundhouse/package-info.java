/** The front door. */
package io.roundhouse;
