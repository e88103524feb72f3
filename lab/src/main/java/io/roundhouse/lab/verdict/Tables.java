package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tables of a run: one a setting, systems ranked. */
public final class Tables {

    private Tables() {}

    /** One table for each setting and metric. */
    public static List<TextTable> bySetting(LabResult run) {
        return Group.of(run).stream().map(Tables::ranked).toList();
    }

    private static TextTable ranked(Group group) {
        List<List<String>> rows = new ArrayList<>();
        group.limit().ifPresent(limit -> rows.add(row(limit, group)));
        group.ranking().forEach(result -> rows.add(row(result, group)));
        String title = title(group) + (group.higherIsBetter() ? ", more is better" : ", less is better");
        return new TextTable(title, List.of("", "median", "min–max", "of limit", "CPU/item", "bytes/item", "configuration"), rows);
    }

    private static String title(Group group) {
        String setting =
                group.parameters().entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
        return "%s %s: %s".formatted(group.workload(), setting, group.metric());
    }

    private static List<String> row(Result result, Group group) {
        Optional<Ratio> ofLimit = group.limit().flatMap(limit -> Ratio.between(result, limit));
        return List.of(
                result.label() + (result.incomplete() ? " (incomplete)" : ""),
                Figures.show(result.median(), result.unit()),
                Figures.show(result.min(), result.unit()) + " – " + Figures.show(result.max(), result.unit()),
                ofLimit.map(Ratio::toString).orElse(""),
                result.cpuNanosPerItem() == null ? "" : Figures.show(result.cpuNanosPerItem(), "ns"),
                result.bytesPerItem() == null ? "" : Figures.digits(result.bytesPerItem()),
                result.config());
    }
}
