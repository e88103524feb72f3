package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.OwnLines;
import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSpec.Shape;
import io.roundhouse.lab.system.PipelineSystem;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.pipeline.Handler;
import io.roundhouse.pipeline.Pipeline;
import io.roundhouse.pipeline.PipelineBuilder;
import io.roundhouse.pipeline.PipelineGraph;
import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * This project's assembly line, with its own threads, published to one by one. Its publishers
 * divide the slots among them. In {@code idle} it has four stages, one behind the other.
 */
@SystemInfo(
        name = "roundhouse-pipeline",
        guarantees = "one order for all publishers, exactly once",
        showDefault = true)
public final class RoundhousePipeline implements PipelineSystem, IdleSystem {

    private static final int IDLE_STAGES = 4;
    private static final String ROUND = "going-round";

    /** Ways to wait that burn nothing between samples, while the stages' threads stay. */
    @Override
    public List<Variant> variants(PipelineSpec spec) {
        List<Variant> own =
                Stream.of(RoundhouseWaits.DEFAULT, "parking")
                        .flatMap(wait ->
                                Stream.of(65536, 8192)
                                        .map(slots ->
                                                Variant.of("wait", wait).with("slots", slots)))
                        .toList();
        int threads = spec.publishers() + spec.stages();
        return threads <= Runtime.getRuntime().availableProcessors()
                ? own
                : Stream.concat(own.stream(), own.stream().map(each -> each.with(ROUND, "yes")))
                        .toList();
    }

    @Override
    public TransferSession open(PipelineSpec spec, Variant variant) {
        return new Session(spec, line(spec, variant));
    }

    private static PipelineBuilder<Event> line(PipelineSpec spec, Variant variant) {
        PipelineBuilder<Event> line =
                Pipeline.of(Event::new)
                        .capacity(
                                Integer.highestOneBit(variant.number("slots") / spec.publishers()))
                        .waiting(RoundhouseWaits.strategy(variant.word("wait")));
        return variant.choices().containsKey(ROUND) ? line.goingRound() : line;
    }

    @Override
    public List<Variant> variants(IdleSpec spec) {
        return List.of(Variant.of("wait", RoundhouseWaits.DEFAULT));
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new FourStages(RoundhouseWaits.strategy(variant.word("wait")));
    }

    static final class Event {
        long value;
    }

    /** Adds up what it sees, and tells who waits for a number of events. */
    private static final class Summing extends OwnLines implements Handler<Event>, Consumer {
        private static final long NOBODY_WAITS = Long.MAX_VALUE;

        private long count;
        private long sum;
        private long taken;
        private long sumTaken;
        private volatile long seen;
        private volatile long wanted = NOBODY_WAITS;
        private volatile @Nullable Thread waiting;

        @Override
        public void handle(Event event) {
            sum += event.value;
            count++;
        }

        @Override
        public void endBatch() {
            seen = count;
            if (count >= wanted) {
                LockSupport.unpark(waiting);
            }
        }

        @Override
        public Tally consume(long events) {
            waiting = Thread.currentThread();
            wanted = taken + events;
            while (seen < taken + events) {
                LockSupport.park(this);
            }
            wanted = NOBODY_WAITS;
            long total = sum - sumTaken;
            long number = count - taken;
            taken = count;
            sumTaken = sum;
            return new Tally(number, total);
        }
    }

    private static final class Session implements TransferSession {
        private final Pipeline<Event> line;
        private final List<Summing> stages = new ArrayList<>();

        Session(PipelineSpec spec, PipelineBuilder<Event> builder) {
            PipelineGraph<Event> graph = builder.stage("stage 0", summing());
            for (int s = 1; s < spec.stages(); s++) {
                String name = "stage " + s;
                graph =
                        spec.shape() == Shape.CHAIN
                                ? graph.then(name, summing())
                                : graph.beside(name, summing());
            }
            if (spec.shape() == Shape.DIAMOND) {
                graph = graph.then("join", summing());
            }
            line = graph.start();
        }

        private Summing summing() {
            Summing made = new Summing();
            stages.add(made);
            return made;
        }

        @Override
        public Producer producer(int index) {
            Pipeline<Event> line = this.line; // a field would be read again for each event
            return (first, count) -> {
                for (long number = first; number < first + count; number++) {
                    long value = number;
                    line.publish(event -> event.value = value);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            return stages.get(index);
        }

        @Override
        public void close() {
            line.closeNow();
        }
    }

    /** Its last stage tells the receiver of the lab. */
    private static final class FourStages implements OneWayLine {
        private final Receptions receptions = new Receptions();
        private final Pipeline<Event> line;

        FourStages(WaitStrategy waiting) {
            PipelineGraph<Event> graph =
                    Pipeline.of(Event::new).waiting(waiting).stage("stage 0", _ -> {});
            for (int s = 1; s < IDLE_STAGES - 1; s++) {
                graph = graph.then("stage " + s, _ -> {});
            }
            line = graph.then("last", event -> receptions.arrived(event.value)).start();
        }

        @Override
        public Sender sender(int index) {
            return good -> line.publish(event -> event.value = good);
        }

        @Override
        public Receiver receiver() {
            return receptions;
        }

        @Override
        public String config() {
            return IDLE_STAGES + " stages in a row";
        }

        @Override
        public void close() {
            line.closeNow();
        }
    }
}
