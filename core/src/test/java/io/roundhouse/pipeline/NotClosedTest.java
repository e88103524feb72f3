package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Until;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A line that nobody closes keeps the JVM alive, and loses nothing. */
@Timeout(60)
class NotClosedTest {
    private static final int EVENTS = 100;

    private enum Threads {
        DEFAULT,
        DAEMONS,
        VIRTUAL;

        @Nullable ThreadFactory factory() {
            return switch (this) {
                case DEFAULT -> null;
                case DAEMONS -> Thread.ofPlatform().daemon().factory();
                case VIRTUAL -> Thread.ofVirtual().factory();
            };
        }
    }

    /** Its main thread has ended before the first event is handled. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasPublishedIsHandledThoughTheMainThreadEnds(boolean isFed) throws Exception {
        List<String> written = ChildJvm.run(40, List.of(), Forgetful.class, "" + isFed);

        assertThat(written).containsExactly(EVENTS + " handled");
    }

    /** Threads are else like those that make them. */
    @Test
    void aLineThatADaemonStartsKeepsTheJvmAliveToo() throws Exception {
        CompletableFuture<Boolean> isDaemon = new CompletableFuture<>();
        Thread starts =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try (var line =
                                    Pipeline.of(Trade::new)
                                            .stage("a", _ -> isDaemon.complete(isOnDaemon()))
                                            .start()) {
                                line.publish(_ -> {});
                            }
                        });

        starts.join();

        assertThat(isDaemon).isCompletedWithValue(false);
    }

    @ParameterizedTest
    @EnumSource
    void itsThreadsAreOfTheKindThatItWasGiven(Threads threads) throws Exception {
        CompletableFuture<Boolean> ofStage = new CompletableFuture<>();
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new);
        ThreadFactory factory = threads.factory();
        if (factory != null) {
            builder.threads(factory);
        }

        try (var line = builder.stage("a", _ -> ofStage.complete(isOnDaemon())).start()) {
            line.publish(_ -> {});

            assertThat(ofStage.get(30, TimeUnit.SECONDS)).isEqualTo(threads != Threads.DEFAULT);
        }
    }

    /** Though nobody closes it, and a feed waits for more. */
    @Test
    void aLineThatHasFailedDoesNotKeepTheJvmAlive() throws Exception {
        assertThat(ChildJvm.run(40, List.of(), Failing.class)).containsExactly("failed");
    }

    private static boolean isOnDaemon() {
        return Thread.currentThread().isDaemon();
    }

    /** Feeds one event, which fails, from a queue to which no more comes. */
    static final class Failing {
        private Failing() {}

        static void main() {
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .stage(
                                    "fails",
                                    _ -> {
                                        throw new IllegalStateException("as told");
                                    })
                            .start();
            line.feedFrom(new LinkedBlockingQueue<>(List.of(1L)), (_, _) -> {});
            Until.isTrue(() -> line.failure() != null);
            System.out.println("failed");
        }
    }

    /** Publishes, and ends; the last event closes the line. */
    static final class Forgetful {
        private static final CompletableFuture<Pipeline<Trade>> LINE = new CompletableFuture<>();
        private static volatile int handled;

        private Forgetful() {}

        static void main(String[] arguments) {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> System.out.println(handled + " handled")));
            Thread main = Thread.currentThread();
            Pipeline<Trade> line = Pipeline.of(Trade::new).stage("slow", _ -> handle(main)).start();
            LINE.complete(line);
            if (Boolean.parseBoolean(arguments[0])) {
                BlockingQueue<Long> in = new LinkedBlockingQueue<>();
                LongStream.range(0, EVENTS).forEach(in::add);
                line.feedFrom(in, (trade, number) -> trade.number = number);
            } else {
                for (int i = 0; i < EVENTS; i++) {
                    line.publish(_ -> {});
                }
            }
        }

        private static void handle(Thread main) throws Exception {
            main.join();
            Thread.sleep(1); // a stage that takes its time
            handled++;
            if (handled == EVENTS) {
                LINE.get().close();
            }
        }
    }
}
