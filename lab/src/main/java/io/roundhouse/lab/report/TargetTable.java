package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Target;
import io.roundhouse.lab.verdict.TextTable;
import io.roundhouse.lab.verdict.TextTables;
import io.roundhouse.lab.verdict.Words;

/** Writes what ours is held to, and what came of it. */
final class TargetTable {

    private final Html html;

    TargetTable(Html html) {
        this.html = html;
    }

    /** Writes the targets of a run, where it has any. */
    void write(LabResult result) {
        TextTables.targets(result).ifPresent(table -> write(table, result));
    }

    private void write(TextTable words, LabResult result) {
        html.open("section", "class", "card", "id", "targets").element("h2", words.title());
        int cores = result.environment().cores();
        Tables tables = new Tables(html, cores);
        tables.open(
                "What ours is held to, in its default configuration where no other is named, against the others at their best. The figure is the median "
                        + "over rounds; below it stands the quartile on the side where the target would be missed.");
        tables.head("target", "verdict", "asked:", "measured:", "against", "setting");
        result.targets().forEach(target -> row(target, cores));
        tables.close();
        html.close();
    }

    private void row(Target target, int cores) {
        html.open("tr", "class", "");
        html.element("th", target.words(), "scope", "row", "class", "wrap");
        String look = target.verdict().replace(' ', '-');
        html.open("td", "class", "left").element("b", target.verdict(), "class", look).close();
        html.element("td", TextTables.asked(target));
        html.open("td").text(TextTables.shown(target.figure(), target));
        Double quartile = target.quartile();
        if (quartile != null && !quartile.equals(target.figure())) {
            html.element("small", TextTables.shown(quartile, target));
        }
        html.close();
        html.element("td", TextTables.against(target), "class", "wrap");
        html.element(
                "td",
                Words.setting(target.workload(), target.parameters(), cores),
                "class",
                "wrap");
        html.close();
    }
}
