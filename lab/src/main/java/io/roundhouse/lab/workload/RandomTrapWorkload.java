package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.MonteCarlo;
import io.roundhouse.lab.system.RandomTrapSession;
import io.roundhouse.lab.system.RandomTrapSpec;
import io.roundhouse.lab.system.RandomTrapSpec.Generator;
import io.roundhouse.lab.system.RandomTrapSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Two computations that have nothing to do with each other but their random generator. */
public final class RandomTrapWorkload extends AdaptedWorkload<RandomTrapSystem, RandomTrapSpec> {

    private static final String TIME = "time";
    private static final int COMPUTATIONS = 2;

    public RandomTrapWorkload() {
        super(
                RandomTrapSystem.class,
                RandomTrapWorkload::spec,
                RandomTrapSystem::refuses,
                (_, _) -> List.of(Variant.ONLY));
    }

    @Override
    public String name() {
        return "random-trap";
    }

    @Override
    public String summary() {
        return "π twice by random points, in one thread or in two, with one random generator for all or one a thread";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("threads", 2, 1, "threads that compute"),
                Parameter.word(
                        "generator",
                        List.of("random", "thread-local"),
                        "java.util.Random, which is what Math.random() uses, or ThreadLocalRandom"),
                Parameter.longNumber("points", 1_000_000, 1, "random points a computation"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME));
    }

    @Override
    public Optional<String> rejects(Setting setting) {
        return setting.number("threads") > COMPUTATIONS
                ? Optional.of("threads: must be at most 2, there are two computations")
                : Optional.empty();
    }

    @Override
    Bench open(RandomTrapSystem system, RandomTrapSpec spec, Variant variant, Setting words) {
        RandomTrapSession session = system.open(spec);
        return new Computations(spec, session, words.longNumber("points"));
    }

    private static RandomTrapSpec spec(Setting setting) {
        String generator = setting.word("generator").toUpperCase(Locale.ROOT).replace('-', '_');
        return new RandomTrapSpec(
                setting.number("threads"), COMPUTATIONS, Generator.valueOf(generator));
    }

    private record Computations(RandomTrapSpec spec, RandomTrapSession session, long points)
            implements Bench {

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(points * spec.computations());
        }

        @Override
        public Sample sample(long items) throws Exception {
            long each = Math.ceilDiv(items, spec.computations());
            long[] hits = new long[spec.computations()];
            Crew crew = new Crew(0);
            for (int t = 0; t < spec.threads(); t++) {
                int first = t;
                crew.addTimed(
                        "computer-" + t,
                        () -> {
                            for (int c = first; c < hits.length; c += spec.threads()) {
                                hits[c] = session.hits(each);
                            }
                        });
            }
            Crew.Run run = crew.run();
            for (long hit : hits) {
                if (!MonteCarlo.plausible(hit, each)) {
                    throw new WrongResult(
                            "wrong result: %d hits of %d points".formatted(hit, each));
                }
            }
            return new Sample(
                    each * hits.length,
                    run.nanos(),
                    Map.of(TIME, (double) run.nanos()),
                    Map.of(),
                    run.cost());
        }

        @Override
        public String config() {
            return "";
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }
}
