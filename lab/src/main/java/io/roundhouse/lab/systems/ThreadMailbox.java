package io.roundhouse.lab.systems;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;

/** A queue and a thread that takes from it. */
final class ThreadMailbox implements Mailbox, Runnable {

    private final BlockingQueue<Runnable> queue;
    private final Thread thread;
    private volatile boolean ended;

    private ThreadMailbox(BlockingQueue<Runnable> queue, ThreadFactory threads) {
        this.queue = queue;
        this.thread = threads.newThread(this);
    }

    /** A mailbox whose thread runs. */
    static ThreadMailbox start(BlockingQueue<Runnable> queue, ThreadFactory threads) {
        ThreadMailbox mailbox = new ThreadMailbox(queue, threads);
        mailbox.thread.start();
        return mailbox;
    }

    @Override
    public void execute(Runnable message) {
        queue.add(message);
    }

    @Override
    public void run() {
        try {
            while (!ended) {
                queue.take().run();
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
