package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.verdict.Words;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Measures one setting with all systems that can do it.
 *
 * <p>In the first fork each system is asked for its configurations, and they are tried, each in a
 * process of its own; the best and the default go on to be measured there. Later forks are fresh
 * processes of the same.
 */
final class CellRunner {

    /** The part of a setting's progress that is the choice of configurations. */
    private static final double CHOOSING = 0.4;

    private final Cell cell;
    private final Workload workload;
    private final Setting setting;
    private final Metric metric;
    private final Scale asked;
    private final Budget budget;
    private final Children children;
    private final Progress progress;
    private final Collected out;
    private final Asking asking;
    private final List<List<Contender>> finalists = new ArrayList<>();
    private final List<Contender> lineup = new ArrayList<>();
    private final CoreToCore coreToCore = new CoreToCore();
    private final SortedMap<Integer, Double> roundTripNanos = new TreeMap<>();
    private Scale scale;

    CellRunner(
            Cell cell,
            Workload workload,
            Scale scale,
            Budget budget,
            Children children,
            Progress progress,
            Collected out) {
        this.cell = cell;
        this.workload = workload;
        this.setting = workload.setting(cell.parameters());
        this.metric = workload.metrics().getFirst();
        this.asked = scale;
        this.scale = scale;
        this.budget = budget;
        this.children = children;
        this.progress = progress;
        this.out = out;
        this.asking =
                new Asking(workload, setting, cell, children, progress, out, scale.limitMillis());
    }

    /**
     * Measures and leaves results, failures and refusals with the collector; returns early when
     * children are stopped.
     */
    void run(List<FoundSystem> systems) throws InterruptedException {
        List<Scout> scouts = new ArrayList<>();
        try {
            scouts.addAll(scout(systems));
            budget.started(scouts.size());
            choose(scouts);
            scale = asPublished(budget.fit(asked, lineup.size(), workload));
            for (int fork = 1; fork <= scale.forks() && !children.stopped(); fork++) {
                prepare(fork);
                if (fork == 1) {
                    budget.samplesBegin(scale, living().size());
                }
                rounds(fork);
                lineup.forEach(asking::end);
            }
        } finally {
            scouts.forEach(scout -> asking.end(scout.contender));
            lineup.forEach(asking::end);
        }
        for (List<Contender> system : finalists) {
            for (Outcome outcome : Outcome.of(system, metric)) {
                out.results(
                        cell,
                        outcome.system().name(),
                        outcome.defaultIsBest(),
                        outcome.results(
                                out.study,
                                cell,
                                workload,
                                setting,
                                scale.withSamples(scale.samples() - firstThatCounts() + 1),
                                jvm()));
            }
        }
        out.distance(cell, setting, roundTripNanos);
        out.judge(cell, workload, setting);
    }

    /** The write-up's own number of runs, where it says so, and no warm-up before them. */
    private Scale asPublished(Scale fitted) {
        Cell.Runs runs = cell.runs();
        return runs == null || !fitted.published()
                ? fitted
                : fitted.withSamples(runs.all()).withTimes(fitted.sampleMillis(), 0, 0);
    }

    /** The first sample of a process that counts. */
    private int firstThatCounts() {
        Cell.Runs runs = cell.runs();
        return runs == null || !scale.published() ? 1 : runs.all() - runs.last() + 1;
    }

    private String jvm() {
        List<String> flags = workload.flags(setting);
        return flags.isEmpty()
                ? out.jvm
                : out.jvm.replaceFirst(", default flags$", "") + ", " + String.join(" ", flags);
    }

    // ---- who takes part, and how ----------------------------------------------------------------

    /** A system's process in its default configuration, and all configurations it offers. */
    private record Scout(Contender contender, List<Map<String, String>> variants) {

        /**
         * One for each configuration. Where they differ from the first in what a user adapts to the
         * job only, they are the default too.
         *
         * @param tuning the names of such choices
         */
        List<Contender> contenders(int most, Set<String> tuning) {
            List<Contender> all = new ArrayList<>(List.of(contender));
            for (Map<String, String> choices : variants.stream().limit(most).skip(1).toList()) {
                boolean usual = Contender.usual(choices, variants.getFirst(), tuning);
                all.add(new Contender(contender.system, choices, usual));
            }
            all.forEach(one -> one.tried = all.size());
            return all;
        }
    }

    private List<Scout> scout(List<FoundSystem> systems) throws InterruptedException {
        List<Contender> asked = new ArrayList<>();
        for (FoundSystem system : systems) {
            Contender scout = new Contender(system, Map.of(), true);
            asked.add(scout);
            asking.begin(scout); // all come up together; none is measured yet
        }
        List<Scout> able = new ArrayList<>();
        for (Contender scout : asked) {
            progress.turn(scout.system.name(), "starting", 0);
            describe(scout).ifPresentOrElse(able::add, () -> asking.end(scout));
            if (scout.failed) {
                asking.report(scout, scout.reason);
            }
        }
        return able;
    }

    private Optional<Scout> describe(Contender scout) throws InterruptedException {
        Optional<Map<String, Object>> answer = asking.describe(scout);
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        if (answer.get().get("unavailable") instanceof String reason) {
            out.unavailable(scout.system.name(), Answer.words(reason));
            return Optional.empty();
        }
        if (answer.get().get("refuses") instanceof String reason) {
            out.skipped(cell, setting, scout.system.name(), Answer.words(reason));
            return Optional.empty();
        }
        List<Map<String, String>> variants = new ArrayList<>();
        for (Object variant : (List<?>) answer.get().getOrDefault("variants", List.of())) {
            Map<String, String> choices = new LinkedHashMap<>();
            ((Map<?, ?>) variant)
                    .forEach((name, value) -> choices.put(name.toString(), value.toString()));
            variants.add(choices);
        }
        if (variants.isEmpty()) {
            asking.fail(scout, "offers no configuration");
            return Optional.empty();
        }
        Contender contender = new Contender(scout.system, variants.getFirst(), true);
        contender.child = scout.child;
        scout.child = null;
        return Optional.of(new Scout(contender, variants));
    }

    /** Puts those that are to be measured into the lineup. */
    private void choose(List<Scout> scouts) throws InterruptedException {
        if (!workload.triesVariants()) {
            for (Scout scout : scouts) {
                takesPart(List.of(scout.contender));
            }
            return;
        }
        for (Scout scout : scouts) {
            asking.open(scout.contender);
        }
        List<Integer> offered = scouts.stream().map(scout -> scout.variants.size()).toList();
        Trial trial = budget.trial(asked, offered, workload);
        for (Scout scout : scouts) {
            List<Contender> all =
                    scout.contenders(most(scout, trial), Words.tuning(workload.name()));
            all.forEach(one -> one.untried = scout.variants.size() - all.size());
            progress.turn(
                    scout.contender.system.name(),
                    all.size() == 1
                            ? "a first try"
                            : "finding the best of " + all.size() + " configurations",
                    CHOOSING * scouts.indexOf(scout) / scouts.size());
            try {
                List<Contender> chosen = new Tryout(all, trial, metric, asking).finalists();
                takesPart(chosen);
                if (chosen.isEmpty()) {
                    asking.report(scout.contender, noneWorks(all));
                } else {
                    reportTried(all);
                }
            } finally {
                all.stream().filter(one -> !lineup.contains(one)).forEach(asking::end);
            }
        }
    }

    /** To see that they work once is enough for the scale smoke. */
    private int most(Scout scout, Trial trial) {
        boolean seen =
                asked.smoke() && out.measured(workload.name(), scout.contender.system.name());
        return seen ? 1 : trial.variants();
    }

    private void takesPart(List<Contender> chosen) {
        finalists.add(chosen);
        lineup.addAll(chosen);
    }

    /** A user may choose a configuration that failed, though others of its system do better. */
    private void reportTried(List<Contender> all) {
        for (Contender one : all) {
            if (one.failed) {
                asking.report(one, new Variant(one.choices) + ": " + one.reason);
            }
        }
    }

    private static String noneWorks(List<Contender> all) {
        List<String> reasons = all.stream().map(one -> one.reason).distinct().toList();
        return all.size() == 1
                ? reasons.getFirst()
                : "no configuration works: " + String.join("; ", reasons);
    }

    // ---- one fork -------------------------------------------------------------------------------

    private void prepare(int fork) throws InterruptedException {
        List<Contender> fresh =
                living().stream().filter(contender -> contender.child == null).toList();
        fresh.forEach(asking::begin);
        for (Contender contender : fresh) {
            progress.turn(contender.label(), "starting", part(fork, 0));
            asking.describe(contender);
        }
        for (Contender contender : living()) {
            if (!contender.opened) {
                asking.open(contender);
            }
        }
        if (workload.warmsUp()) {
            new WarmingUp(
                            metric,
                            (contender, millis) -> warm(contender, fork, millis),
                            budget.moreWarmUp())
                    .warm(living(), scale.warmMillis());
        }
        reportFailures();
    }

    private Optional<WarmingUp.Slice> warm(Contender contender, int fork, int millis)
            throws InterruptedException {
        progress.turn(contender.label(), "warming up", part(fork, 0));
        Optional<WarmingUp.Slice> slice = asking.warm(contender, fork, millis);
        turnEnds(contender);
        return slice;
    }

    private void rounds(int fork) throws InterruptedException {
        for (int sample = 1; sample <= scale.samples() && !children.stopped(); sample++) {
            if (fork == 1 && sample > budget.fewestRounds(scale, workload) && budget.over(scale)) {
                scale = scale.withSamples(sample - 1);
                break;
            }
            int round = (fork - 1) * scale.samples() + sample;
            if (sample >= firstThatCounts() && !living().isEmpty()) {
                coreToCore.roundTripNanos().ifPresent(nanos -> roundTripNanos.put(round, nanos));
            }
            for (Contender contender : TurnOrder.of(living(), round)) {
                if (children.stopped()) {
                    break;
                }
                progress.turn(
                        contender.label(),
                        "sample " + round + " of " + scale.forks() * scale.samples(),
                        part(fork, (sample - 1.0) / scale.samples()));
                if (sample == 1 || parked(contender)) {
                    boolean counts = sample >= firstThatCounts();
                    sample(contender)
                            .ifPresent(answer -> {
                                if (counts) {
                                    contender.sampled(fork, round, metric, answer);
                                } else {
                                    contender.tried(fork, metric, answer);
                                }
                            });
                    turnEnds(contender);
                }
            }
            reportFailures();
        }
    }

    private Optional<Map<String, Object>> sample(Contender contender) throws InterruptedException {
        return scale.published() && cell.publishedItems() > 0
                ? asking.sampleOf(contender, cell.publishedItems(), scale.sampleMillis())
                : asking.sample(contender, scale.sampleMillis());
    }

    private double part(int fork, double ofRounds) {
        return CHOOSING + (1 - CHOOSING) * (fork - 1 + ofRounds) / scale.forks();
    }

    private void turnEnds(Contender contender) {
        if (contender.child != null) {
            contender.cpuAfterTurn = contender.child.cpu().toNanos();
            contender.turnEnded = System.nanoTime();
        }
    }

    /** Whether the child kept still while others had their turns, or does now; else it is out. */
    private boolean parked(Contender contender) throws InterruptedException {
        long used = contender.process().cpu().toNanos() - contender.cpuAfterTurn;
        long waited = System.nanoTime() - contender.turnEnded;
        if (contender.keptStill(used, waited)) {
            return true;
        }
        if (contender.settling.comesToRest(
                () -> contender.process().cpu().toNanos(), Thread::sleep)) {
            contender.rests();
            living().forEach(this::turnEnds); // nobody was measured meanwhile
            return true;
        }
        asking.fail(
                contender,
                "used %.0f ms of CPU in %.0f ms of waiting for its turn"
                        .formatted(used / 1e6, waited / 1e6));
        return false;
    }

    private List<Contender> living() {
        return lineup.stream().filter(contender -> !contender.failed).toList();
    }

    private void reportFailures() {
        for (Contender contender : lineup) {
            if (contender.failed && !contender.reported) {
                contender.reported = true;
                asking.report(contender, contender.reason);
            }
        }
    }
}
