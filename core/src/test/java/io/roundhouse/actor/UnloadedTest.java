package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was loaded by a class loader of its own is garbage when its house is closed. */
@Timeout(60)
final class UnloadedTest {
    /** Of which there is one for each class loader. */
    public interface Plugin {
        void call();
    }

    private static final class Loader extends ClassLoader {
        Loader() {
            super(UnloadedTest.class.getClassLoader());
        }

        Class<?> plugin() throws IOException {
            String file = Plugin.class.getName().replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(Plugin.class.getName(), bytes, 0, bytes.length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOtherInterfaceOfAnActor(boolean rendezvous) throws IOException {
        AtomicInteger calls = new AtomicInteger();
        WeakReference<ClassLoader> gone = use(rendezvous, calls);
        assertThat(calls).hasValue(4);
        Until.isTrue(
                () -> gone.get() == null,
                () -> {
                    System.gc();
                    Thread.yield();
                });
    }

    private static WeakReference<ClassLoader> use(boolean rendezvous, AtomicInteger calls)
            throws IOException {
        Loader loader = new Loader();
        Class<?> plugin = loader.plugin();
        try (var house = Roundhouse.open()) {
            for (int i = 0; i < 2; i++) {
                Runnable actor =
                        house.actor(
                                Runnable.class,
                                () -> both(loader, plugin, calls),
                                with -> {
                                    with.also(plugin);
                                    if (rendezvous) {
                                        with.rendezvous();
                                    }
                                });
                actor.run();
                call(plugin, house.as(actor, plugin));
            }
        }
        return new WeakReference<>(loader);
    }

    private static Runnable both(Loader loader, Class<?> plugin, AtomicInteger calls) {
        return (Runnable)
                Proxy.newProxyInstance(
                        loader,
                        new Class<?>[] {Runnable.class, plugin},
                        (_, method, _) ->
                                method.getReturnType() == void.class
                                        ? calls.getAndIncrement()
                                        : null);
    }

    private static void call(Class<?> plugin, Object handle) {
        try {
            plugin.getMethod("call").invoke(handle);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
