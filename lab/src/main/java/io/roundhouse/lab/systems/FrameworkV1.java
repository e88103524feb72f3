package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The first version of the framework of 2013: blocking queues everywhere. */
@SystemInfo(name = "framework-v1", version = "2013", guarantees = "fifo, exactly once")
public final class FrameworkV1 extends ProxyFramework {

    @Override
    protected InboundQueue inbound(Variant variant) {
        return new BlockingInbound();
    }

    @Override
    protected OwnQueue own(Variant variant) {
        BlockingQueue<Call> queue = new LinkedBlockingQueue<>();
        return new OwnQueue() {
            @Override
            public void put(Call call) {
                queue.add(call);
            }

            @Override
            public Call take() throws InterruptedException {
                return queue.take();
            }
        };
    }
}
