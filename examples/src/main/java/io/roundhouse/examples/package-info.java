/** Numbered tours of the library: each is run as a test and what it prints is asserted. */
package io.roundhouse.examples;
