package io.roundhouse.channel;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A file whose closing lasts until somebody lets it. */
final class SlowToClose extends File {
    private final CountDownLatch closing;
    private final CountDownLatch mayClose;

    /** Whether who lets it close could not, but for the time being over. */
    volatile boolean wasHeldUp;

    SlowToClose(CountDownLatch closing, CountDownLatch mayClose) {
        this.closing = closing;
        this.mayClose = mayClose;
    }

    /** Not before it is being closed: else it is not, as nobody waits at it any more. */
    @Override
    void ends() throws InterruptedException {
        closing.await();
        super.ends();
    }

    @Override
    protected void implCloseChannel() throws IOException {
        closing.countDown();
        try {
            wasHeldUp = !mayClose.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
