package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The first version of the framework of 2013, written anew from its description: dynamic proxies
 * turn every call into a message, all messages go through one queue of many producers to a
 * dispatcher thread, which hands each to its target's own queue, served by a thread of a cached
 * pool.
 */
@SystemInfo(name = "framework-v1", version = "2013", guarantees = "fifo, exactly once")
public final class FrameworkV1 implements CallsSystem {

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        Manager manager = new Manager();
        return CallsSession.over(manager, spec, alice, manager::close);
    }

    private record Message(Target target, Method method, Object[] arguments) {}

    /** Owns the inbound queue, the dispatcher and the pool. */
    private static final class Manager implements CallsSession.Binder {

        private final BlockingQueue<Message> inbound = new LinkedBlockingQueue<>();
        private final ExecutorService pool =
                Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("actor-", 0).factory());

        Manager() {
            pool.execute(this::dispatch);
        }

        @Override
        public <T> T bind(Class<T> type, T object) {
            Target target = new Target(object);
            pool.execute(target::serve);
            InvocationHandler send =
                    (proxy, method, arguments) -> {
                        inbound.put(new Message(target, method, arguments));
                        return null;
                    };
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, send));
        }

        private void dispatch() {
            try {
                while (true) {
                    Message message = inbound.take();
                    message.target.own.put(message);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            }
        }

        void close() {
            pool.shutdownNow();
        }
    }

    /** An object, its queue, and the thread that runs it. */
    private static final class Target {

        private final Object object;
        private final BlockingQueue<Message> own = new LinkedBlockingQueue<>();

        Target(Object object) {
            this.object = object;
        }

        void serve() {
            try {
                while (true) {
                    Message message = own.take();
                    message.method.invoke(object, message.arguments);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
