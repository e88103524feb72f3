package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Skipped;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.verdict.CoreDistances;
import io.roundhouse.lab.verdict.Disturbance;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes what follows the figures: who took part, who could not, where, and how it was measured.
 */
final class BackMatter {

    private final Html html;
    private final LabResult result;
    private final String leftOut;
    private final Tables tables;

    /**
     * For a run.
     *
     * @param leftOut which systems were not to be measured, in a sentence; may be empty
     */
    BackMatter(Html html, LabResult result, String leftOut) {
        this.html = html;
        this.result = result;
        this.leftOut = leftOut;
        this.tables = new Tables(html, result.environment().cores());
    }

    void write() {
        html.open("section", "class", "workload", "id", "systems").element("h2", "Systems");
        systems();
        unavailable();
        failures();
        skipped();
        html.close();
        html.open("section", "class", "workload", "id", "machine")
                .element("h2", "Machine and method");
        environment();
        method();
        html.close();
    }

    // ---- systems --------------------------------------------------------------------------------

    private void systems() {
        Map<String, List<Result>> systems = new LinkedHashMap<>();
        result.results()
                .forEach(one ->
                        systems.computeIfAbsent(one.system(), name -> new ArrayList<>()).add(one));
        if (systems.isEmpty()) {
            return;
        }
        html.open("div", "class", "card").element("h3", "Who took part");
        boolean untried = result.results().stream().anyMatch(one -> one.untried() > 0);
        tables.open(
                "What each system promises and runs on: counts and sums of what arrived were checked, their order was not. Each was measured in the best of the configurations its authors offer"
                        + (untried
                                ? ", as far as there was time to try them: how many were not tried is said with the best"
                                : "")
                        + "; which one that was in a setting is in the tables above.");
        tables.head("system", "version", "promises", "JVM", "configuration");
        Configurations configurations = new Configurations(html, result.results());
        systems.forEach((system, results) -> {
            Result first = results.getFirst();
            html.open("tr", "class", Words.ours(system) ? "ours" : "");
            html.open("th", "scope", "row").text(system);
            String tag = BarCharts.tag(first);
            if (!tag.isEmpty()) {
                html.element(
                        "span", tag, "class", "chip " + (Words.ours(system) ? "ours" : "limit"));
            }
            html.close();
            html.element("td", distinct(results, Result::version), "class", "left");
            html.element("td", distinct(results, Result::guarantees), "class", "wrap");
            html.element("td", distinct(results, Result::jvm), "class", "wrap");
            configurations.cell(results);
            html.close();
        });
        tables.close();
        if (!leftOut.isEmpty()) {
            html.element("p", leftOut);
        }
        html.close();
    }

    private static String distinct(List<Result> results, Function<Result, String> what) {
        Set<String> values = new LinkedHashSet<>();
        results.stream().map(what).filter(text -> !text.isBlank()).forEach(values::add);
        return values.isEmpty() ? "–" : String.join("; ", values);
    }

    private void unavailable() {
        if (result.unavailable().isEmpty()) {
            return;
        }
        html.open("div", "class", "card").element("h3", "Not available on this machine");
        tables.open("Systems that would have taken part, and what to install.");
        tables.head("system", "why, and what to install");
        for (Unavailable one : result.unavailable()) {
            html.open("tr").element("th", one.system(), "scope", "row");
            html.element("td", one.reason(), "class", "wrap").close();
        }
        tables.close();
        html.close();
    }

    private void failures() {
        if (result.failures().isEmpty()) {
            return;
        }
        html.open("div", "class", "card").element("h3", "Failed");
        tables.open("Systems that should have been measured and were not.");
        tables.head("system", "workload", "setting", "what happened");
        for (Failure one : result.failures()) {
            settingRow(one.system(), one.workload(), one.parameters(), one.reason());
        }
        tables.close();
        html.close();
    }

    private void skipped() {
        if (result.skipped().isEmpty()) {
            return;
        }
        html.open("details")
                .element(
                        "summary",
                        "Settings a system cannot do by its nature: "
                                + Figures.count(result.skipped().size()));
        tables.open("Settings that were left out because the system is not made for them.");
        tables.head("system", "workload", "setting", "why");
        for (Skipped one : result.skipped()) {
            settingRow(one.system(), one.workload(), one.parameters(), one.reason());
        }
        tables.close();
        html.close();
    }

    private void settingRow(
            String system, String workload, Map<String, Object> parameters, String reason) {
        html.open("tr").element("th", system, "scope", "row");
        html.element("td", workload);
        html.element(
                "td",
                Words.setting(workload, parameters, result.environment().cores()),
                "class",
                "wrap");
        html.element("td", reason, "class", "wrap").close();
    }

    // ---- machine and method ---------------------------------------------------------------------

    private void environment() {
        Environment environment = result.environment();
        html.open("div", "class", "card").open("dl", "class", "env");
        entry(
                "Processor",
                environment.cpu()
                        + (environment.cores() == 1
                                ? ", 1 core"
                                : ", " + environment.cores() + " cores")
                        + " for the JVM");
        entry("Memory", environment.memory());
        entry("Operating system", environment.os());
        entry("JDK", environment.jdk());
        entry(
                "Flags",
                environment.flags().isEmpty()
                        ? "default flags"
                        : String.join(" ", environment.flags()));
        entry("Commit", environment.commit());
        entry("Started", Dates.said(environment.date()));
        entry(
                "Load before the run",
                environment.load() < 0 ? "not known" : Figures.ratio(environment.load()));
        entry("Taken by the host", Disturbance.taken(result).orElse(Figures.UNKNOWN));
        entry("Core-to-core round trip", CoreDistances.range(result).orElse(Figures.UNKNOWN));
        entry(
                "Command",
                result.command().isBlank() ? "not known" : "./roundhouse " + result.command());
        html.close().close();
    }

    private void entry(String name, String value) {
        html.element("dt", name).element("dd", value);
    }

    private void method() {
        html.open("div", "class", "card").element("h3", "How to read this");
        html.element(
                "p",
                "Each system runs in a JVM of its own, warmed up first. Systems take turns: in each round every system gives one sample, "
                        + "so that what disturbs the machine disturbs all. A ratio is the median over the rounds of the ratios within a round. "
                        + "Every consumer counts and sums what it receives; a wrong sum is a failure, not a result.");
        html.element(
                "p",
                "A published figure was measured on its author's machine, years ago. It is context: what counts is the ratio between "
                        + "systems measured in one run on one machine. A bound is no contender: it is this machine's own limit for the job, or the same job without the hand-over, measured in the same run with plain code. In each round the best of its block sizes counts.");
        html.close();
    }
}
