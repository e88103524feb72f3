package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.verdict.ResultFixture;
import io.roundhouse.lab.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who serves once, and who again. */
@Timeout(120)
class ChildrenTest {

    private final Catalog catalog = TestCatalog.scan();
    private final Workload transfer = Objects.requireNonNull(catalog.workloads().get("transfer"));
    private final FoundSystem sound = Objects.requireNonNull(catalog.systems().get("sound"));
    private final Children fresh = new Children(List.of());
    private final Children again = new Children(List.of(), true);

    private final List<ChildProcess> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(ChildProcess::close); // with their temporary folders
    }

    private ChildProcess start(Children children, String... flags) throws IOException {
        ChildProcess child = children.start(sound, transfer, List.of(flags));
        started.add(child);
        return child;
    }

    @Test
    void whereFiguresCountEveryChildIsFresh() throws IOException {
        ChildProcess first = start(fresh);
        fresh.end(first);

        assertThat(start(fresh)).isNotSameAs(first);
    }

    @Test
    void whoHasDoneItsPartServesAgainWithTheSameFlagsOnly() throws IOException {
        ChildProcess first = start(again);
        assertThat(start(again)).isNotSameAs(first);
        again.end(first);

        assertThat(start(again, "-Dsome=thing")).isNotSameAs(first);
        assertThat(start(again)).isSameAs(first);
    }

    @Test
    void whoHasFailedOrWaitedInVainDoesNotServeAgain() throws IOException {
        ChildProcess failed = start(again);
        again.discard(failed);
        ChildProcess waited = start(again);
        assertThat(waited).isNotSameAs(failed);
        again.end(waited);
        again.endIdle();

        assertThat(start(again)).isNotSameAs(failed).isNotSameAs(waited);
    }

    @Test
    void whoServesAgainDoesTheNextSettingAndNobodyStays() throws InterruptedException {
        List<Cell> cells =
                List.of(
                        Cell.of("", "transfer", Map.of("trains", 2, "capacity", 4)),
                        Cell.of("", "transfer", Map.of("trains", 8, "capacity", 1)),
                        Cell.of("", "transfer", Map.of("producers", 2)));
        Scale smoke = Scale.ALL.getFirst();
        LabRun run = new LabRun("a test", null, cells, Set.of("sound", "throwing"), smoke, 0);

        LabResult result = run.run(catalog, again, ResultFixture.environment(0), Progress.SILENT);

        assertThat(result.results()).extracting(Result::system).containsOnly("sound").hasSize(3);
        assertThat(result.results())
                .extracting(one -> one.parameters().get("trains"))
                .startsWith(2, 8);
        assertThat(result.failures()).extracting(one -> one.system()).hasSize(3);
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
    }
}
