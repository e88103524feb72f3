/** Trains that carry goods round a ring of stations, a station being a thread. */
package io.roundhouse.railway;
