package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * π by the Leibniz series: many small jobs for some workers, and a total that all results are sent
 * to.
 *
 * <p>A total is right when it lies where the series is after so many terms, within what rounding
 * can do, and so many results were added. The value alone would not notice a late job: its share is
 * too small.
 */
public final class PiWorkload extends AdaptedWorkload<PiSystem, PiSpec> {

    private static final int SEEN_JOBS = 1_500;
    private static final String TIME = "time";

    /** How many jobs were given out and not added yet, at most, as far as it was seen. */
    public static final String UNDER_WAY = "most jobs under way";

    private static final long MOST_TERMS = 1L << 30;

    public PiWorkload() {
        super(PiSystem.class, PiWorkload::spec, PiSystem::refuses, PiSystem::variants);
    }

    @Override
    public String name() {
        return "pi";
    }

    @Override
    public String summary() {
        return "π by many small jobs: given to workers one by one, every result sent to and added into one total";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("jobs", 200_000, 1, "jobs of a run"),
                Parameter.number("steps", 100, 1, "terms of the series that a job adds up"),
                Parameter.number("workers", 2, 1, "threads, actors or handlers that compute"),
                Parameter.number(
                        "bound",
                        0,
                        0,
                        "messages that an actor's mailbox may hold; 0: as the system comes"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME), Metric.fewest(UNDER_WAY));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 700; // those of actors and of lines are many methods
    }

    @Override
    public List<String> flags(Setting setting) {
        List<String> flags = new ArrayList<>(PiParts.FLAGS);
        flags.add("-Djdk.virtualThreadScheduler.parallelism=" + setting.number("workers"));
        return flags;
    }

    @Override
    public Optional<String> rejects(Setting setting) {
        return setting.longNumber("jobs") * setting.longNumber("steps") >= MOST_TERMS
                ? Optional.of("jobs, steps: must be less than 2^30 terms together")
                : Optional.empty();
    }

    @Override
    Bench open(PiSystem system, PiSpec spec, Variant variant, Setting words) throws Exception {
        Runs runs = new Runs(spec, words.number("jobs"), system.open(spec, variant));
        runs.tryFew();
        return runs;
    }

    private static PiSpec spec(Setting setting) {
        return new PiSpec(
                setting.number("steps"),
                setting.number("workers"),
                setting.number("bound"),
                Runtime.getRuntime().availableProcessors());
    }

    /** Throws where a total cannot be right. */
    static void check(PiOutcome outcome, int jobs, int steps) throws WrongResult {
        double terms = (double) jobs * steps;
        double rest = terms % 2 == 0 ? 1 / terms : -1 / terms; // up to the third power of it
        double rounding = (jobs + steps) * Math.ulp(4.0) + 1 / (terms * terms * terms);
        boolean right = Math.abs(outcome.sum() + rest - Math.PI) <= rounding;
        if (!right || outcome.results() != jobs) {
            throw new WrongResult(
                    "wrong result: %d results of %d jobs of %d steps, in all %.15f"
                            .formatted(outcome.results(), jobs, steps, outcome.sum()));
        }
    }

    /** Run after run, all given out by the same thread, as in a program that lives. */
    private static final class Runs implements Bench {

        private final PiSpec spec;
        private final int jobs;
        private final PiSession session;
        private final ExecutorService driver =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("driver").factory());

        Runs(PiSpec spec, int jobs, PiSession session) {
            this.spec = spec;
            this.jobs = jobs;
            this.session = session;
        }

        /**
         * So few jobs that each of them can be seen in the total: among a million, a late one that
         * is done twice in place of another is lost in rounding.
         */
        private void tryFew() throws Exception {
            int few = Math.min(jobs, SEEN_JOBS);
            ready();
            PiOutcome outcome = driver.submit(() -> session.compute(few)).get();
            rest();
            check(outcome, few, spec.steps());
        }

        private void ready() throws Exception {
            driver.submit(
                            () -> {
                                session.ready();
                                return true;
                            })
                    .get();
        }

        private void rest() throws Exception {
            driver.submit(
                            () -> {
                                session.rest();
                                return true;
                            })
                    .get();
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(jobs);
        }

        @Override
        public Sample sample(long items) throws Exception {
            ready();
            PiOutcome[] outcome = new PiOutcome[1];
            Crew crew = new Crew(0);
            crew.addTimed(
                    "watch", () -> outcome[0] = driver.submit(() -> session.compute(jobs)).get());
            Crew.Run run = crew.run();
            rest();
            check(outcome[0], jobs, spec.steps());
            Map<String, Double> values = new LinkedHashMap<>();
            values.put(TIME, (double) run.nanos());
            if (outcome[0].underWay() >= 0) {
                values.put(UNDER_WAY, (double) outcome[0].underWay());
            }
            return new Sample(jobs, run.nanos(), values, Map.of(), run.cost());
        }

        @Override
        public String config() {
            return session.config();
        }

        @Override
        public void close() {
            driver.shutdownNow();
            session.close();
        }
    }
}
