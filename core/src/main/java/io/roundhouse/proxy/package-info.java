/**
 * Classes that are generated for a user's interface: where they can live, and how those are written
 * that call the same method of another object. Not exported.
 */
package io.roundhouse.proxy;
