/** What can be seen of a running house: events of the JDK's flight recorder. Not exported. */
package io.roundhouse.observe;
