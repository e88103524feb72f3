package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.Variant;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Actors that share one thread and one queue; what is wrong is up to its kinds. */
abstract class Passing
        implements RingSystem, SpawnChainSystem, PingPongSystem, FloodSystem, CrowdSystem {

    /** How often the message of that number, from 1, is delivered. */
    int deliveries(long number) {
        return 1;
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        OneThread thread = new OneThread();
        return RingSession.over(thread, spec, thread.loop::shutdownNow);
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        OneThread thread = new OneThread();
        return SpawnChainSession.over(thread, spec, thread.loop::shutdownNow);
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        OneThread thread = new OneThread();
        return PingPongSession.over(thread, thread.loop::shutdownNow);
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        OneThread thread = new OneThread();
        return new Flooded(thread.bind(Sink.class, target), "", thread.loop::shutdownNow);
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        OneThread thread = new OneThread();
        return new Crowded(Actors.over(thread), "", thread.loop::shutdownNow);
    }

    private final class OneThread implements ActorBinder {

        private final ExecutorService loop =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        private long messages; // the loop's

        @Override
        public <T> T bind(Class<T> type, T target) {
            return type.cast(
                    Proxy.newProxyInstance(
                            type.getClassLoader(),
                            new Class<?>[] {type},
                            (proxy, method, arguments) -> {
                                loop.execute(() -> deliver(method, target, arguments));
                                return null;
                            }));
        }

        private void deliver(Method method, Object target, Object[] arguments) {
            int times = deliveries(++messages);
            try {
                for (int i = 0; i < times; i++) {
                    method.invoke(target, arguments);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void stop(Object handle) {
            // the thread serves others
        }

        @Override
        public void stopByMessage(Object handle) {
            // the thread serves others
        }
    }
}
