package io.roundhouse.channel;

import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.CountDownLatch;

/** What an interrupt closes. */
abstract class File extends AbstractInterruptibleChannel {
    volatile boolean isRead;

    void read() throws InterruptedException {
        readUntil(new CountDownLatch(1));
    }

    void readUntil(CountDownLatch end) throws InterruptedException {
        begin();
        isRead = true;
        end.await();
    }

    /** For a thread that goes on. */
    void ends() throws InterruptedException {
        try {
            end(true);
        } catch (AsynchronousCloseException e) {
            // so it was closed
        }
    }
}
