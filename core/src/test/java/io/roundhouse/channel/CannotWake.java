package io.roundhouse.channel;

import io.roundhouse.Until;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Each interrupt of who waits at it wakes it, or throws. */
final class CannotWake extends AbstractSelector {
    final Error planted = new OutOfMemoryError("planted");
    volatile boolean isAwaited;
    volatile boolean canWake;
    volatile boolean wasHeldUp;
    volatile CountDownLatch mayWake = new CountDownLatch(0);
    final CountDownLatch waking = new CountDownLatch(1);
    private final CountDownLatch isWoken = new CountDownLatch(1);

    CannotWake() {
        super(SelectorProvider.provider());
    }

    void await() {
        begin();
        isAwaited = true;
        Until.isTrue(() -> isWoken.getCount() == 0);
        end();
    }

    @Override
    public Selector wakeup() {
        if (!canWake) {
            throw planted;
        }
        waking.countDown();
        try {
            wasHeldUp |= !mayWake.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        isWoken.countDown();
        return this;
    }

    @Override
    protected void implCloseSelector() {}

    @Override
    protected SelectionKey register(AbstractSelectableChannel it, int ops, Object with) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
        return Set.of();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        return Set.of();
    }

    @Override
    public int selectNow() {
        return 0;
    }

    @Override
    public int select(long timeout) {
        return 0;
    }

    @Override
    public int select() {
        return 0;
    }
}
