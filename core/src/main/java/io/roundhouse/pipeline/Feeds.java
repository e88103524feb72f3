package io.roundhouse.pipeline;

import io.roundhouse.waiting.Sleep;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;

/** The feeds of one line. Any thread. */
final class Feeds {
    private final List<Feed<?>> feeds = new ArrayList<>(); // guarded by this, as all else
    private boolean closed;
    private int made;

    synchronized <T, S> Feed<S> start(
            FirstLane<T> line,
            BlockingQueue<? extends S> queue,
            BiConsumer<? super T, ? super S> fill) {
        line.line.checkMayPublish();
        if (closed) {
            throw line.line.closed("nothing more can be fed");
        }
        Feed<S> feed = new Feed<>(line.line.name() + ": feed " + ++made, line, queue, fill);
        feed.start();
        feeds.removeIf(Feed::hasEnded);
        feeds.add(feed);
        return feed;
    }

    /** Tells all to end, and takes no more; does not wait. */
    List<Feed<?>> stop() {
        List<Feed<?>> all = close();
        all.forEach(Feed::stop);
        return all;
    }

    private synchronized List<Feed<?>> close() {
        closed = true;
        return List.copyOf(feeds);
    }

    /**
     * The line has failed, and says so: none waits at its queue any longer; does not wait. One that
     * is started meanwhile has seen it, or is seen here.
     */
    synchronized void leaveQueues() {
        feeds.forEach(Feed::leaveQueue);
    }

    /** Waits for them; returns whether all have ended in time. */
    static boolean join(List<Feed<?>> all, long deadline) {
        boolean ended = true;
        for (Feed<?> each : all) {
            ended &= each.join(Sleep.left(deadline));
        }
        return ended;
    }
}
