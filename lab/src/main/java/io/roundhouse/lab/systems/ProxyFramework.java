package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Variant;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The framework of 2013, written anew from its description, without its queues: dynamic proxies
 * turn every call into a message, all messages go through one inbound queue of many producers to a
 * dispatcher thread, which hands each to its target's own queue, served by a thread of a cached
 * pool. Which queues these are makes the versions.
 */
public abstract class ProxyFramework implements CallsSystem {

    /** A queue from the dispatcher to the thread of one target. */
    public interface OwnQueue {

        /** Adds a call; never waits. Called by the dispatcher only. */
        void put(Call call);

        /**
         * Takes the oldest call, waiting where there is none. Called by the target's thread only.
         */
        Call take() throws InterruptedException;
    }

    /** The queue from all callers to the dispatcher. */
    public interface InboundQueue {

        /** Adds a call; may wait for room. Called by any thread. */
        void put(Call call) throws InterruptedException;

        /** Passes calls on, in order, until interrupted or closed. Called by the dispatcher. */
        void passOn() throws InterruptedException;

        /** Ends {@link #passOn} where an interrupt does not. */
        default void close() {}
    }

    /** A call on its way. */
    public static final class Call {

        private final Target target;
        private final Method method;
        private final Object[] arguments;

        private Call(Target target, Method method, Object[] arguments) {
            this.target = target;
            this.method = method;
            this.arguments = arguments;
        }

        /** Puts the call into its target's own queue. Called by the dispatcher. */
        public void passOn() {
            target.own.put(this);
        }
    }

    /** A new inbound queue. */
    protected abstract InboundQueue inbound(Variant variant);

    /** A new queue for a target. */
    protected abstract OwnQueue own(Variant variant);

    @Override
    public final CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        Manager manager = new Manager(inbound(variant), variant);
        return CallsSession.over(manager, spec, alice, manager::close);
    }

    /** Owns the inbound queue, the dispatcher and the pool. */
    private final class Manager implements CallsSession.Binder {

        private final InboundQueue inbound;
        private final Variant variant;
        private final ExecutorService pool =
                Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("actor-", 0).factory());

        Manager(InboundQueue inbound, Variant variant) {
            this.inbound = inbound;
            this.variant = variant;
            pool.execute(this::dispatch);
        }

        @Override
        public <T> T bind(Class<T> type, T object) {
            Target target = new Target(object, own(variant));
            pool.execute(target::serve);
            InvocationHandler send =
                    (proxy, method, arguments) -> {
                        inbound.put(new Call(target, method, arguments));
                        return null;
                    };
            return type.cast(
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, send));
        }

        private void dispatch() {
            try {
                inbound.passOn();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            }
        }

        void close() {
            inbound.close();
            pool.shutdownNow();
        }
    }

    /** An object, its queue, and the thread that runs it. */
    private static final class Target {

        private final Object object;
        private final OwnQueue own;

        Target(Object object, OwnQueue own) {
            this.object = object;
            this.own = own;
        }

        void serve() {
            try {
                while (true) {
                    Call call = own.take();
                    call.method.invoke(object, call.arguments);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // closed
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
