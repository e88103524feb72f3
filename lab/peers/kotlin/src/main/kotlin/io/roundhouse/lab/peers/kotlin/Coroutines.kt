package io.roundhouse.lab.peers.kotlin

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.selects.select

/**
 * Coroutines on [Dispatchers.Default], as many threads as processors, that send through channels to
 * some that receive or one that selects. The numbers are boxed beforehand, and are sent as they are.
 */
class Coroutines(
    channels: Int,
    private val producers: Int,
    private val consumers: Int,
    capacity: Int,
    private val pool: Array<Number>,
) {

    // A capacity of 0 is Channel.RENDEZVOUS.
    private val channels = List(channels) { Channel<Number>(capacity) }
    private val mask = pool.size - 1

    /** Each producer sends so many; the sum of what was received. */
    fun run(each: Long): Long = runBlocking(Dispatchers.Default) {
        repeat(channels.size * producers) { producer ->
            launch { send(channels[producer % channels.size], each) }
        }
        val all = each * channels.size * producers
        List(consumers) { consumer ->
            val share = all / consumers + if (consumer < all % consumers) 1 else 0
            async { if (channels.size == 1) receive(channels[0], share) else selectAny(share) }
        }.sumOf { it.await() }
    }

    private suspend fun send(channel: Channel<Number>, count: Long) {
        for (i in 0 until count) {
            channel.send(pool[i.toInt() and mask])
        }
    }

    private suspend fun receive(channel: Channel<Number>, count: Long): Long {
        var sum = 0L
        for (i in 0 until count) {
            sum += channel.receive().toLong()
        }
        return sum
    }

    private suspend fun selectAny(count: Long): Long = when (channels.size) {
        2 -> selectTwo(channels[0], channels[1], count)
        else -> selectAmong(count)
    }

    /** As its documentation shows it. */
    private suspend fun selectTwo(a: Channel<Number>, b: Channel<Number>, count: Long): Long {
        var sum = 0L
        for (i in 0 until count) {
            sum += select<Long> {
                a.onReceive { it.toLong() }
                b.onReceive { it.toLong() }
            }
        }
        return sum
    }

    private suspend fun selectAmong(count: Long): Long {
        var sum = 0L
        for (i in 0 until count) {
            sum += select<Long> {
                for (channel in channels) {
                    channel.onReceive { it.toLong() }
                }
            }
        }
        return sum
    }
}
