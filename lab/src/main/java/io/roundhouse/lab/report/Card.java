package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Contest;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One question and its answer: results of one workload by one metric, in one setting, or in
 * settings that differ in one number only (a sweep), or each system at its best setting.
 *
 * @param id unique within the page
 * @param study the study the results belong to, or empty
 * @param title what is compared
 * @param results the results; never empty; best first unless this is a sweep
 * @param sweep name of the parameter that changes from left to right, or null when nothing does
 * @param summary whether this is each system at the best of several settings, all of which have
 *     cards of their own
 */
record Card(
        String id,
        String study,
        String title,
        List<Result> results,
        @Nullable String sweep,
        boolean summary) {

    Card {
        results = List.copyOf(results);
    }

    /** Any of the results: workload, metric and unit are the same for all. */
    Result first() {
        return results.getFirst();
    }

    boolean isSweep() {
        return sweep != null;
    }

    /** The value of the parameter that changes. */
    double at(Result result) {
        Object value = sweep == null ? null : result.parameters().get(sweep);
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /** The name of the parameter that changes, for an axis. */
    String sweepName() {
        if (sweep == null) {
            return "";
        }
        return switch (sweep) {
            case "capacity" -> "capacity of a train, goods";
            case "trains" -> "trains on the ring";
            default -> sweep;
        };
    }

    /** A value of the parameter that changes, in words. */
    String value(double at) {
        return sweep == null ? "" : Words.value(sweep, at);
    }

    /**
     * The parameter that changes and such a value of it, such as {@code capacity 64}.
     *
     * @param cores processors of the machine
     */
    String setting(double at, int cores) {
        return sweep == null ? "" : Words.named(sweep, at) + Words.beyondCores(sweep, at, cores);
    }

    /** The settings of a sweep from small to large, each with its results. */
    Map<Double, List<Result>> bySetting() {
        Map<Double, List<Result>> settings = new LinkedHashMap<>();
        results.stream()
                .sorted(Comparator.comparingDouble(this::at))
                .forEach(result ->
                        settings.computeIfAbsent(at(result), setting -> new ArrayList<>())
                                .add(result));
        return settings;
    }

    /**
     * A card for each setting of a sweep; only this one where there is nothing to sweep.
     *
     * @param cores processors of the machine
     */
    List<Card> settings(int cores) {
        if (sweep == null) {
            return List.of(this);
        }
        List<Card> settings = new ArrayList<>();
        bySetting()
                .forEach((at, some) ->
                        settings.add(
                                new Card(
                                        id + "-" + (settings.size() + 1),
                                        study,
                                        setting(at, cores),
                                        some,
                                        null,
                                        false)));
        return settings;
    }

    /**
     * The results of a sweep by system, in the order of the results. A system's default has a
     * result of its own only where its best is another configuration: elsewhere the best is the
     * default, and stands for it too.
     */
    Map<String, List<Result>> byLabel() {
        Map<String, List<Result>> labels = new LinkedHashMap<>();
        results.forEach(result ->
                labels.computeIfAbsent(result.label(), label -> new ArrayList<>()).add(result));
        for (List<Result> some : labels.values()) {
            Result first = some.getFirst();
            if (first.variant().equals(Result.DEFAULT)) {
                labels.getOrDefault(first.system(), List.of()).stream()
                        .filter(best ->
                                some.stream()
                                        .noneMatch(usual ->
                                                usual.parameters().equals(best.parameters())))
                        .toList()
                        .forEach(some::add);
            }
        }
        return labels;
    }

    /** Our best result among those given: the one that others are compared with. */
    static Optional<Result> ours(List<Result> results) {
        return Contest.of(results).stream().findFirst().flatMap(Contest::ours);
    }
}
