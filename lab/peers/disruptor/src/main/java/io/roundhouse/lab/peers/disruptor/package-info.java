/** The LMAX Disruptor as systems of the lab. */
package io.roundhouse.lab.peers.disruptor;
