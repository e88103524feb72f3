package io.roundhouse.lab.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.badsystems.Sound;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Study;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.workload.Workload;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found in class files, and how. */
class CatalogTest {

    @TempDir Path folder;

    @Test
    void theLabFindsWhatItHas() {
        Catalog catalog = TestCatalog.scan();

        assertThat(catalog.workloads())
                .containsKeys(
                        "transfer",
                        "latency",
                        "idle",
                        "calls",
                        "ring",
                        "construct",
                        "spawn-chain",
                        "ping-pong",
                        "random-trap");
        assertThat(catalog.studies()).containsKeys("railway", "compare", "rings", "spawn-chain");
        assertThat(catalog.systems())
                .containsKeys(
                        "limit",
                        "published-railway",
                        "linked-blocking-queue",
                        "array-blocking-queue",
                        "framework-v1",
                        "single-thread");
    }

    @Test
    void aSystemMayBeSpreadOverClassesAndInheritItsAdapters() {
        Catalog catalog = TestCatalog.scan();

        FoundSystem limit = system(catalog, "limit");
        assertThat(limit.implementsAdapter(TransferSystem.class)).isTrue();
        assertThat(limit.implementsAdapter(LatencySystem.class)).isTrue();
        assertThat(limit.implementsAdapter(IdleSystem.class)).isTrue();
        assertThat(limit.implementsAdapter(CallsSystem.class)).isFalse();
        assertThat(limit.implementation(IdleSystem.class).className()).endsWith("LimitIdle");
        FoundSystem queue = system(catalog, "array-blocking-queue");
        assertThat(queue.implementsAdapter(TransferSystem.class)).isTrue();
        assertThat(queue.implementsAdapter(IdleSystem.class)).isTrue();
    }

    @Test
    void eachOfASystemsClassesKeepsItsOwnVersionAndPromises() {
        FoundSystem limit = system(TestCatalog.scan(), "limit");

        assertThat(limit.implementation(IdleSystem.class).version()).isEqualTo("1");
        assertThat(limit.implementation(LatencySystem.class).version()).isEqualTo("2");
        assertThat(limit.implementation(TransferSystem.class).version()).isEqualTo("3");
        assertThat(limit.implementation(IdleSystem.class).guarantees())
                .isEqualTo("fifo, exactly once");
        assertThat(limit.implementation(TransferSystem.class).guarantees())
                .isEqualTo("fifo, exactly once, whole blocks only");
        assertThat(limit.guarantees().split(" / "))
                .doesNotHaveDuplicates()
                .contains("fifo, exactly once", "fifo, exactly once, whole blocks only");
    }

    @Test
    void aSystemThatNeedsACommandSaysWhatToInstall() {
        FoundSystem uninstalled = system(TestCatalog.scan(), "uninstalled");

        assertThat(uninstalled.available()).isFalse();
        assertThat(uninstalled.unavailable())
                .isEqualTo("no-such-command-anywhere not found; install the no-such package");
    }

    @Test
    void onlySystemsThatAskForItHaveTheirDefaultShown() {
        Catalog catalog = TestCatalog.scan();

        assertThat(system(catalog, "choosy").showDefault()).isTrue();
        assertThat(system(catalog, "sound").showDefault()).isFalse();
    }

    @Test
    void aPeerIsReadWithoutBeingLoadedAndHasAClassPathOfItsOwn() throws Exception {
        Path module = peer("one");
        Files.createDirectories(module.resolve("target/lib"));
        Files.createFile(module.resolve("target/lib/some-library-1.2.3.jar"));
        copy(Sound.class, module.resolve("target/classes"));

        Catalog catalog = Catalog.scan(List.of(), folder);

        FoundSystem sound = system(catalog, "sound");
        assertThat(sound.available()).isTrue();
        assertThat(sound.classPath())
                .startsWith(
                        module.resolve("target/classes"),
                        module.resolve("target/lib/some-library-1.2.3.jar"))
                .hasSizeGreaterThan(2);
    }

    @Test
    void aPeerThatIsNotBuiltIsNotAvailable() throws Exception {
        peer("two");

        FoundSystem two = system(Catalog.scan(List.of(), folder), "two");

        assertThat(two.available()).isFalse();
        assertThat(two.unavailable()).contains("not built");
    }

    @Test
    void theVersionIsTheOneOfTheJar() {
        List<Path> jars = List.of(Path.of("a/tool-core-1.0.jar"), Path.of("a/tool-2.5-beta.jar"));

        assertThat(Catalog.versionOf("tool", jars)).contains("2.5-beta");
        assertThat(Catalog.versionOf("tool-core", jars)).contains("1.0");
        assertThat(Catalog.versionOf("other", jars)).isEmpty();
    }

    @Test
    void everySettingOfEveryStudyIsOneItsWorkloadCanTake() {
        Catalog catalog = TestCatalog.scan();
        for (Study study : catalog.studies().values()) {
            assertThat(study.cells()).isNotEmpty();
            for (Cell cell : study.cells()) {
                Workload workload =
                        Objects.requireNonNull(
                                catalog.workloads().get(cell.workload()), cell.table());
                assertThat(workload.setting(cell.parameters()).values())
                        .containsAllEntriesOf(cell.parameters());
                if (!cell.systems().isEmpty()) {
                    assertThat(cell.systems()).containsAll(cell.published().keySet());
                }
            }
        }
    }

    private Path peer(String name) throws Exception {
        Path module = Files.createDirectories(folder.resolve(name));
        Files.writeString(module.resolve("pom.xml"), "<project/>");
        return module;
    }

    private static void copy(Class<?> type, Path classes) throws Exception {
        String file = type.getName().replace('.', '/') + ".class";
        Path target = classes.resolve(file);
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        try (InputStream in =
                Objects.requireNonNull(type.getClassLoader().getResourceAsStream(file))) {
            Files.copy(in, target);
        }
    }

    private static FoundSystem system(Catalog catalog, String name) {
        return Objects.requireNonNull(catalog.systems().get(name), name);
    }
}
