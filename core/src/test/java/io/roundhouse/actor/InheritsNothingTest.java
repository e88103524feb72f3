package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads that outlive a request keep nothing of who made them: neither its loader nor its values.
 */
@Timeout(60)
final class InheritsNothingTest {
    private static final InheritableThreadLocal<String> OF_REQUEST = new InheritableThreadLocal<>();

    interface Look {
        CompletableFuture<List<Object>> look();
    }

    private static final class Looks implements Look {
        @Override
        public CompletableFuture<List<Object>> look() {
            @Nullable String inherited = OF_REQUEST.get();
            return CompletableFuture.completedFuture(
                    List.of(
                            String.valueOf(inherited),
                            Thread.currentThread().getContextClassLoader()));
        }
    }

    private static final class OfRequest extends ClassLoader {}

    /** What the body does for a request. */
    private static void inRequest(Runnable body) {
        Thread me = Thread.currentThread();
        ClassLoader before = me.getContextClassLoader();
        me.setContextClassLoader(new OfRequest());
        OF_REQUEST.set("a request's");
        try {
            body.run();
        } finally {
            OF_REQUEST.remove();
            me.setContextClassLoader(before);
        }
    }

    static Stream<Consumer<ActorOptions>> ownThreads() {
        return Stream.of(ActorOptions::pinned, ActorOptions::virtual);
    }

    @ParameterizedTest
    @MethodSource("ownThreads")
    void theThreadOfAnActor(Consumer<ActorOptions> own) {
        inRequest(() -> {
            try (var house = Roundhouse.open()) {
                Look actor = house.actor(Look.class, Looks::new, own);
                assertThat(actor.look().join())
                        .containsExactly("null", ClassLoader.getSystemClassLoader());
            }
        });
    }

    @Test
    void thoseOfAHouse() {
        inRequest(() -> {
            try (var _ = Roundhouse.open()) {
                assertThat(Thread.getAllStackTraces().keySet())
                        .noneMatch(each ->
                                each != Thread.currentThread()
                                        && each.getContextClassLoader() instanceof OfRequest);
            }
        });
    }
}
