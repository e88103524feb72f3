package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;

/** A channel and a virtual thread that receives from it. */
final class ChannelMailbox implements Mailbox, Runnable {

    private final Channel<Runnable> channel;
    private final Thread thread;
    private volatile boolean ended;

    private ChannelMailbox(Channel<Runnable> channel) {
        this.channel = channel;
        this.thread = Thread.ofVirtual().unstarted(this);
    }

    /** A mailbox whose thread runs. */
    static ChannelMailbox start(Channel<Runnable> channel) {
        ChannelMailbox mailbox = new ChannelMailbox(channel);
        mailbox.thread.start();
        return mailbox;
    }

    @Override
    public void execute(Runnable message) {
        try {
            channel.send(message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // ended from outside
        }
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                channel.receive().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // ended from outside
        }
    }

    @Override
    public void end() {
        ended = true;
        if (Thread.currentThread() != thread) {
            thread.interrupt();
        }
    }
}
