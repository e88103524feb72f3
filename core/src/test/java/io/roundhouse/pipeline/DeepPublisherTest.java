package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.StackEnd;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A publisher that runs out of stack, wherever that is, keeps nobody else from publishing. */
class DeepPublisherTest {
    private static final int THREADS = 200;
    private static final long SMALL_STACK = 1 << 18;

    /** Levels of recursion from the end of the stack on at which it is cut short. */
    private static final int LEVELS = 100;

    interface Entry {
        void fill();
    }

    static final class Event implements Entry {
        long fills;

        @Override
        public void fill() {
            fills++;
        }
    }

    /** How the events come into a lane that is shared, if it is. */
    enum Lanes {
        SHARED {
            @Override
            PipelineBuilder<Event> of(PipelineBuilder<Event> line) {
                return line.publishers(1);
            }
        },
        OWN {
            @Override
            PipelineBuilder<Event> of(PipelineBuilder<Event> line) {
                return line;
            }
        };

        abstract PipelineBuilder<Event> of(PipelineBuilder<Event> line);
    }

    enum Way {
        PUBLISH {
            @Override
            Runnable into(Pipeline<Event> line) {
                return () -> line.publish(FILLER);
            }
        },
        TRY {
            @Override
            Runnable into(Pipeline<Event> line) {
                return () -> line.tryPublish(FILLER);
            }
        },
        TRY_FOR_A_TIME {
            @Override
            Runnable into(Pipeline<Event> line) {
                Duration time = Duration.ofSeconds(30);
                return () -> line.tryPublish(FILLER, time);
            }
        },
        BATCH {
            @Override
            Runnable into(Pipeline<Event> line) {
                Batch.Filler<Event> filler =
                        (batch, _) -> {
                            batch.get(0).fills++;
                            return 1;
                        };
                return () -> line.publishBatch(filler);
            }
        },
        ENTRY {
            @Override
            Runnable into(Pipeline<Event> line) {
                return line.as(Entry.class, MethodHandles.lookup())::fill;
            }
        },
        NESTED {
            @Override
            Runnable into(Pipeline<Event> line) {
                return new Nested(line);
            }
        };

        private static final Consumer<Event> FILLER = event -> event.fills++;

        abstract Runnable into(Pipeline<Event> line);
    }

    /** A filler that publishes, whose filler publishes, and so on to the end. */
    private static final class Nested implements Runnable, Consumer<Event> {
        private final Pipeline<Event> line;

        Nested(Pipeline<Event> line) {
            this.line = line;
        }

        @Override
        public void run() {
            line.publish(this);
        }

        @Override
        public void accept(Event event) {
            line.publish(this);
        }
    }

    /** A line, the thread that made it having the first lane. */
    private static Pipeline<Event> line(Lanes lanes, Handler<Event> handler) {
        Pipeline<Event> line =
                lanes.of(Pipeline.of(Event::new).capacity(256)).stage("count", handler).start();
        line.publish(Way.FILLER);
        return line;
    }

    // ---- compiled, as far as it goes

    private long accepted;
    private long handled;

    @ParameterizedTest
    @CsvSource({
        "SHARED, PUBLISH",
        "SHARED, TRY",
        "SHARED, TRY_FOR_A_TIME",
        "SHARED, BATCH",
        "SHARED, ENTRY",
        "SHARED, NESTED",
        "OWN, PUBLISH",
        "OWN, TRY",
        "OWN, TRY_FOR_A_TIME",
        "OWN, BATCH",
        "OWN, ENTRY",
        "OWN, NESTED"
    })
    @Timeout(120)
    void othersPublishWhenRecursionHasCutPublishersShort(Lanes lanes, Way way) throws Exception {
        Pipeline<Event> line = line(lanes, _ -> handled++);
        Runnable publishing = way.into(line);

        for (int i = 0; i < THREADS; i++) {
            Thread deep = new Thread(null, () -> recurToTheEnd(publishing), "deep", SMALL_STACK);
            deep.start();
            deep.join();
            Thread innocent = new Thread(() -> line.publish(Way.FILLER));
            innocent.start();
            innocent.join();
        }
        line.close();

        LineCounters counters = line.counters();
        assertThat(counters.undelivered()).isZero();
        assertThat(handled).isEqualTo(counters.published());
        long least = 1 + THREADS + (way == Way.TRY ? 0 : accepted);
        assertThat(counters.published()).isGreaterThanOrEqualTo(least);
    }

    private void recurToTheEnd(Runnable publishing) {
        try {
            recur(publishing);
        } catch (StackOverflowError | IllegalStateException e) {
            return; // cut short, or a filler within has published
        }
    }

    private void recur(Runnable publishing) {
        publishing.run();
        accepted++;
        recur(publishing);
    }

    // ---- interpreted, at each of the last levels

    @ParameterizedTest
    @CsvSource({
        "SHARED, PUBLISH",
        "SHARED, BATCH",
        "SHARED, ENTRY",
        "OWN, PUBLISH",
        "OWN, TRY_FOR_A_TIME",
        "OWN, BATCH",
        "OWN, ENTRY"
    })
    @Timeout(120)
    void othersPublishWhereverOneWasCutShort(Lanes lanes, Way way) throws Exception {
        StackEnd.assertGoesOn(100, DeepPublisherTest.class, lanes.name(), way.name());
    }

    /** Arguments: which lanes there are, and how to publish. */
    public static void main(String[] arguments) throws InterruptedException {
        Pipeline<Event> line = line(Lanes.valueOf(arguments[0]), _ -> {});
        Runnable publishing = Way.valueOf(arguments[1]).into(line);
        StackEnd.run(end ->
                end.atEachOf(
                        LEVELS,
                        (level, shift) -> {
                            boolean cut = end.isCut(level, shift, publishing::run);
                            Thread innocent = new Thread(() -> line.publish(Way.FILLER));
                            innocent.start();
                            innocent.join();
                            return cut;
                        }));
        line.close();
    }
}
