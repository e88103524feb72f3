package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Systems that did the same job by the same metric, each at the best of its settings, best first. A
 * bound is no contender and is kept apart. Tables of a study are measured one after the other: what
 * is in another table does not compete.
 *
 * @param table the title of the table, where others of the same results have the same job; else
 *     empty
 * @param shape the job: parameters that are the same for all
 * @param entries one result a system and variant, best first, without bounds; never empty
 * @param limit the bound for this job, where one was measured; of several the highest
 */
public record Contest(
        String table, Map<String, Object> shape, List<Result> entries, Optional<Result> limit) {

    public Contest {
        entries = List.copyOf(entries);
    }

    /**
     * The contests of a run, in the order of its results: one for every table, workload, metric and
     * job.
     */
    public static List<Contest> of(LabResult result) {
        return of(result.results());
    }

    /**
     * The contests among some results, in their order. A job for which only bounds were measured is
     * no contest; nor is a count, such as that of jobs under way: it is what rooms were given, and
     * says nothing of who is better.
     */
    public static List<Contest> of(Collection<Result> results) {
        Map<List<Object>, List<Result>> jobs = new LinkedHashMap<>();
        Map<List<Object>, Set<String>> tables = new HashMap<>();
        for (Result one : results) {
            if (Double.isFinite(one.median()) && !count(one)) {
                jobs.computeIfAbsent(List.of(table(one), job(one)), key -> new ArrayList<>())
                        .add(one);
                if (!Words.bound(one)) {
                    tables.computeIfAbsent(job(one), key -> new HashSet<>()).add(table(one));
                }
            }
        }
        List<Contest> contests = new ArrayList<>();
        for (List<Result> job : jobs.values()) {
            Result any = job.getFirst();
            Map<String, Result> best = new LinkedHashMap<>();
            job.stream()
                    .sorted(Words.bestFirst())
                    .forEach(one -> best.putIfAbsent(one.label(), one));
            Optional<Result> limit = best.values().stream().filter(Words::bound).findFirst();
            List<Result> entries = best.values().stream().filter(one -> !Words.bound(one)).toList();
            if (!entries.isEmpty()) {
                boolean alone = tables.getOrDefault(job(any), Set.of()).size() == 1;
                contests.add(
                        new Contest(alone ? "" : table(any), Words.shape(any), entries, limit));
            }
        }
        return contests;
    }

    private static String table(Result result) {
        return Objects.requireNonNullElse(result.table(), "");
    }

    private static List<Object> job(Result result) {
        return List.of(
                result.workload(),
                result.metric(),
                result.unit(),
                result.better(),
                Words.shape(result));
    }

    private static boolean count(Result result) {
        return result.unit().isEmpty();
    }

    /** Any of the entries: workload, metric and unit are the same for all. */
    public Result first() {
        return entries.getFirst();
    }

    /** Our best entry, where one of ours took part. */
    public Optional<Result> ours() {
        return entries.stream().filter(Words::ours).findFirst();
    }

    /** Our best system in its default configuration, where that was measured beside its best. */
    public Optional<Result> oursByDefault() {
        return ours().flatMap(best ->
                entries.stream()
                        .filter(one ->
                                one.system().equals(best.system())
                                        && one.variant().equals(Result.DEFAULT))
                        .findFirst());
    }

    /** The best entry that is not ours. */
    public Optional<Result> rival() {
        return entries.stream().filter(one -> !Words.ours(one)).findFirst();
    }

    /** Our best to the best of the others. */
    public Optional<Ratio> toRival() {
        return ours().flatMap(mine -> rival().flatMap(other -> Ratio.of(mine, other)));
    }

    /** The same above 1 where ours is better, whether high figures are good or low ones. */
    public Optional<Ratio> betterBy() {
        return toRival().map(ratio -> first().higherIsBetter() ? ratio : ratio.inverse());
    }

    /**
     * How our best stands to the best of the others. Where one of them lacks samples it may have
     * failed, and what it would have come to nobody knows: then the two leave it open; but ours is
     * behind where it is behind the best of the others that lack none, also if it lacks some
     * itself.
     */
    public Standing standing() {
        if (!incomplete()) {
            return toRival().map(this::standing).orElse(Standing.ALONE);
        }
        return toRival().isEmpty()
                ? Standing.ALONE
                : toCompleteRival()
                        .map(this::standing)
                        .filter(Standing.BEHIND::equals)
                        .orElse(Standing.OPEN);
    }

    private Standing standing(Ratio ratio) {
        return ratio.standing(first().higherIsBetter());
    }

    /** The best entry that is not ours and lacks no samples. */
    public Optional<Result> completeRival() {
        return entries.stream().filter(one -> !Words.ours(one) && !one.incomplete()).findFirst();
    }

    private Optional<Ratio> toCompleteRival() {
        return ours().flatMap(mine -> completeRival().flatMap(other -> Ratio.of(mine, other)));
    }

    /** Whether our best, or the best of the others, lacks samples. */
    public boolean incomplete() {
        return Stream.of(ours(), rival()).flatMap(Optional::stream).anyMatch(Result::incomplete);
    }

    /**
     * The job in words, with the settings when all entries share them, and the table where others
     * have the same job.
     *
     * @param cores processors of the machine
     */
    public String setting(int cores) {
        boolean shared = entries.stream().map(Result::parameters).distinct().count() == 1;
        String words =
                Words.setting(first().workload(), shared ? first().parameters() : shape, cores);
        return Stream.of(words, table.isEmpty() ? "" : "in “" + table + "”")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
