/** JCTools' queues as systems of the lab. */
package io.roundhouse.lab.peers.jctools;
