package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.study.Study;
import io.roundhouse.lab.workload.Parameter;
import io.roundhouse.lab.workload.Workload;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The catalog as text. */
record CatalogText(Catalog catalog) {

    void print(PrintStream out, String heart) {
        out.println(
                "Studies (roundhouse study NAME; roundhouse compare runs the heart of all of them)");
        for (Study study : catalog.studies().values()) {
            if (!study.name().equals(heart)) {
                out.printf("  %-22s %s%n", study.name(), study.summary());
            }
        }
        out.println();
        out.println("Workloads (roundhouse run WORKLOAD --param NAME=VALUE)");
        for (Workload workload : catalog.workloads().values()) {
            out.printf("  %-22s %s%n", workload.name(), workload.summary());
            for (Parameter parameter : workload.parameters()) {
                out.printf(
                        "  %-22s   %s=%s  %s%s%n",
                        "",
                        parameter.name(),
                        parameter.standard(),
                        parameter.about(),
                        parameter.words().isEmpty()
                                ? ""
                                : " (" + String.join(", ", parameter.words()) + ")");
            }
        }
        out.println();
        out.println("Systems");
        for (FoundSystem system : catalog.systems().values()) {
            String state =
                    system.available()
                            ? "%s; %s%s; %s%s"
                                    .formatted(
                                            system.versions(),
                                            system.bound() ? "a bound, no contender; " : "",
                                            system.guarantees(),
                                            workloads(system),
                                            system.about().isEmpty()
                                                    ? ""
                                                    : " (" + system.about() + ")")
                            : "not available: " + system.unavailable();
            out.printf("  %-22s %s%n", system.name(), state);
        }
    }

    private String workloads(FoundSystem system) {
        List<String> names = new ArrayList<>();
        for (Workload workload : catalog.workloads().values()) {
            if (system.implementsAdapter(workload.adapter())) {
                names.add(workload.name());
            }
        }
        return String.join(", ", names);
    }
}
