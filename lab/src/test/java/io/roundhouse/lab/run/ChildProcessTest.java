package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.workload.TransferWorkload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A child's beginning and end. */
@Timeout(60)
class ChildProcessTest {

    @Test
    void whatAChildLeavesInItsTemporaryFolderGoesWithIt() throws Exception {
        Children children = new Children(List.of());
        ChildProcess child =
                children.start(SmallRun.found("sound"), new TransferWorkload(), List.of());
        Path left = Files.createDirectory(child.scratch().resolve("half-compiled"));
        Files.writeString(left.resolve("program"), "");
        child.kill(); // in the middle of it

        children.end(child);

        assertThat(child.scratch()).doesNotExist();
    }
}
