package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.run.ChildProcess.ChildFailure;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures one setting with all systems that can do it.
 *
 * <p>In the first fork each system is asked for its configurations, and where there are several a
 * process that is then thrown away tries them; the measured processes know only one. Forks differ
 * in nothing else.
 */
final class CellRunner {

    /**
     * A parked child may use that share of a core, and a little for the ends of compilation and
     * collection.
     */
    private static final double PARKED_CPU = 0.1;

    private static final long PARKED_CPU_SLACK_NANOS = 60_000_000;

    private final Cell cell;
    private final Workload workload;
    private final Setting setting;
    private final Metric metric;
    private final Scale asked;
    private final Budget budget;
    private final Children children;
    private final Progress progress;
    private final Collected out;
    private final List<Contender> lineup = new ArrayList<>();
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
    }

    /**
     * Measures and leaves results, failures and refusals with the collector; returns early when
     * children are stopped.
     */
    void run(List<FoundSystem> systems) throws InterruptedException {
        try {
            scout(systems);
            scale = budget.fit(asked, lineup.size(), workload);
            for (int fork = 1; fork <= scale.forks() && !children.stopped(); fork++) {
                prepare(fork);
                rounds(fork);
                lineup.forEach(this::end);
            }
        } finally {
            lineup.forEach(this::end);
        }
        for (Contender contender : lineup) {
            if (contender.measured()) {
                out.results.addAll(
                        contender.results(out.study, cell, workload, setting, scale, out.jvm));
            }
        }
    }

    // ---- who takes part, and how
    // -----------------------------------------------------------------------------

    private record Scout(Contender contender, List<Map<String, String>> variants) {}

    private void scout(List<FoundSystem> systems) throws InterruptedException {
        List<Contender> scouts = new ArrayList<>();
        for (FoundSystem system : systems) {
            Contender scout = new Contender(system, Map.of(), Result.BEST);
            scouts.add(scout);
            begin(scout); // all come up together; none is measured yet
        }
        List<Scout> able = new ArrayList<>();
        int variants = 0;
        for (Contender scout : scouts) {
            Optional<List<Map<String, String>>> offered = describe(scout);
            if (offered.isPresent()) {
                able.add(new Scout(scout, offered.get()));
                variants += offered.get().size();
            }
        }
        int millis = budget.tryMillis(asked, variants);
        for (Scout scout : able) {
            choose(scout, millis, (double) able.indexOf(scout) / able.size());
        }
    }

    private Optional<List<Map<String, String>>> describe(Contender scout)
            throws InterruptedException {
        progress.turn(scout.system.name(), "starting", 0);
        Optional<Map<String, Object>> answer =
                ask(scout, request("describe", "parameters", setting.values()), 0);
        if (answer.isEmpty()) {
            return Optional.empty();
        }
        if (answer.get().get("unavailable") instanceof String reason) {
            out.unavailable(scout.system.name(), reason);
            end(scout);
            return Optional.empty();
        }
        if (answer.get().get("refuses") instanceof String reason) {
            out.skipped(cell, setting, scout.system.name(), reason);
            end(scout);
            return Optional.empty();
        }
        List<Map<String, String>> variants = new ArrayList<>();
        for (Object variant : (List<?>) answer.get().getOrDefault("variants", List.of())) {
            Map<String, String> choices = new LinkedHashMap<>();
            ((Map<?, ?>) variant)
                    .forEach((name, value) -> choices.put(name.toString(), value.toString()));
            variants.add(choices);
        }
        return Optional.of(variants);
    }

    /**
     * Puts the best configuration into the lineup, and for systems that ask for it the default
     * beside it.
     */
    private void choose(Scout scout, int millis, double part) throws InterruptedException {
        List<Map<String, String>> variants = scout.variants;
        FoundSystem system = scout.contender.system;
        int best = 0;
        if (variants.size() > 1 && workload.triesVariants()) {
            progress.turn(
                    system.name(),
                    "finding the best of " + variants.size() + " configurations",
                    part * 0.3);
            Optional<Map<String, Object>> answer =
                    ask(
                            scout.contender,
                            request("try", "variants", variants, "millis", millis),
                            20L * millis * variants.size());
            end(scout.contender);
            if (answer.isEmpty()) {
                return;
            }
            best = bestOf((List<?>) answer.get().getOrDefault("scores", List.of()));
            if (best < 0) {
                out.failure(
                        cell,
                        setting,
                        system.name(),
                        "no configuration works: " + answer.get().get("failures"));
                return;
            }
        } else if (variants.size() == 1) {
            lineup.add(adopted(scout.contender, variants.getFirst()));
            return;
        }
        end(scout.contender);
        if (best != 0 && system.showDefault()) {
            lineup.add(new Contender(system, variants.getFirst(), Result.DEFAULT));
        }
        lineup.add(new Contender(system, variants.get(best), Result.BEST));
    }

    /** A system with nothing to choose goes on in the process that was asked. */
    private static Contender adopted(Contender scout, Map<String, String> choices) {
        Contender contender = new Contender(scout.system, choices, Result.BEST);
        contender.child = scout.child;
        return contender;
    }

    /** The place of the highest score, or a negative number where all are 0. */
    private static int bestOf(List<?> scores) {
        int best = -1;
        double highest = 0;
        for (int i = 0; i < scores.size(); i++) {
            if (scores.get(i) instanceof Number score && score.doubleValue() > highest) {
                best = i;
                highest = score.doubleValue();
            }
        }
        return best;
    }

    // ---- one fork
    // --------------------------------------------------------------------------------------------

    private void prepare(int fork) throws InterruptedException {
        List<Contender> fresh =
                living().stream().filter(contender -> contender.child == null).toList();
        fresh.forEach(this::begin);
        for (Contender contender : fresh) {
            progress.turn(contender.label(), "starting", part(fork, 0));
            ask(contender, request("describe", "parameters", setting.values()), 0);
        }
        for (Contender contender : living()) {
            ask(contender, request("open", "variant", contender.choices), 0)
                    .ifPresent(contender::opened);
        }
        if (workload.warmsUp()) {
            for (Contender contender : living()) {
                progress.turn(contender.label(), "warming up", part(fork, 0));
                ask(
                                contender,
                                request("warm", "millis", scale.warmMillis()),
                                4L * scale.warmMillis())
                        .ifPresent(answer -> contender.warmed(fork, answer));
                turnEnds(contender);
            }
        }
    }

    private void rounds(int fork) throws InterruptedException {
        Map<String, Object> request =
                scale.published() && cell.publishedItems() > 0
                        ? request("sample", "items", cell.publishedItems())
                        : request("sample", "millis", scale.sampleMillis());
        for (int sample = 1; sample <= scale.samples() && !children.stopped(); sample++) {
            int round = (fork - 1) * scale.samples() + sample;
            List<Contender> order = living();
            for (int turn = 0; turn < order.size() && !children.stopped(); turn++) {
                Contender contender = order.get((turn + round) % order.size());
                progress.turn(
                        contender.label(),
                        "sample " + round + " of " + scale.forks() * scale.samples(),
                        part(fork, (sample - 1.0) / scale.samples()));
                if (sample > 1 && !parked(contender)) {
                    continue;
                }
                ask(contender, request, 10L * scale.sampleMillis())
                        .ifPresent(answer -> contender.sampled(fork, round, metric, answer));
                turnEnds(contender);
            }
        }
    }

    private double part(int fork, double ofRounds) {
        return 0.3 + 0.7 * (fork - 1 + ofRounds) / scale.forks();
    }

    private void turnEnds(Contender contender) {
        if (contender.child != null) {
            contender.cpuAfterTurn = contender.child.cpu().toNanos();
            contender.turnEnded = System.nanoTime();
        }
    }

    /**
     * Whether the child kept still while others had their turns; one that did not has spoilt them,
     * and is out.
     */
    private boolean parked(Contender contender) {
        long used = contender.process().cpu().toNanos() - contender.cpuAfterTurn;
        long waited = System.nanoTime() - contender.turnEnded;
        if (used <= PARKED_CPU * waited + PARKED_CPU_SLACK_NANOS) {
            return true;
        }
        fail(
                contender,
                "used %.0f ms of CPU in %.0f ms of waiting for its turn"
                        .formatted(used / 1e6, waited / 1e6));
        return false;
    }

    // ---- processes
    // -------------------------------------------------------------------------------------------

    private List<Contender> living() {
        return lineup.stream().filter(contender -> !contender.failed).toList();
    }

    private void begin(Contender contender) {
        try {
            contender.child = children.start(contender.system, workload);
        } catch (IOException e) {
            fail(contender, "cannot be started: " + e.getMessage());
        }
    }

    private void end(Contender contender) {
        if (contender.child != null) {
            children.end(contender.child);
            contender.child = null;
        }
    }

    private Optional<Map<String, Object>> ask(
            Contender contender, Map<String, Object> request, long expectedMillis)
            throws InterruptedException {
        if (contender.failed || children.stopped()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    contender
                            .process()
                            .ask(request, Duration.ofMillis(expectedMillis + scale.limitMillis())));
        } catch (ChildFailure e) {
            fail(contender, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private void fail(Contender contender, String reason) {
        contender.failed = true;
        end(contender);
        if (!children.stopped()) {
            out.failure(cell, setting, contender.system.name(), reason);
            progress.note(workload.name() + ", " + contender.label() + ": " + reason);
        }
    }

    private static Map<String, Object> request(String what, Object... more) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("do", what);
        for (int i = 0; i < more.length; i += 2) {
            request.put(more[i].toString(), more[i + 1]);
        }
        return request;
    }
}
