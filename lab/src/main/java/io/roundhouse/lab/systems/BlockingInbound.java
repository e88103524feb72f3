package io.roundhouse.lab.systems;

import io.roundhouse.lab.systems.ProxyFramework.Call;
import io.roundhouse.lab.systems.ProxyFramework.InboundQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The inbound queue of the framework's versions 1 and 2. */
final class BlockingInbound implements InboundQueue {

    private final BlockingQueue<Call> queue = new LinkedBlockingQueue<>();

    @Override
    public void put(Call call) throws InterruptedException {
        queue.put(call);
    }

    @Override
    public void passOn() throws InterruptedException {
        while (true) {
            queue.take().passOn();
        }
    }
}
