package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The library keeps the rules of the house, and the rules do catch who breaks them. */
class ArchitectureTest {

    private static final JavaClasses LIBRARY =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("io.roundhouse");
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("planted");

    private final Architecture library = new Architecture("io.roundhouse");
    private final Architecture planted = new Architecture("planted");

    @Test
    void dependenciesOfTheLibraryPointDown() {
        library.dependenciesPointDown().check(LIBRARY);
    }

    @Test
    void theLibraryWaitsTellsTheTimeAndChoosesThroughOneDoor() {
        library.waitingTimeAndChanceHaveOneDoor().check(LIBRARY);
    }

    @Test
    void theLibraryDependsOnTheJdkOnly() {
        library.dependsOnTheJdkOnly().check(LIBRARY);
    }

    @Test
    void aDependencyThatPointsUpIsCaught() {
        assertThat(offenders(planted.dependenciesPointDown()))
                .contains("planted.memory.PointsUp", "planted.memory.PointsUpByAnArray");
    }

    @Test
    void aDependencyBetweenNeighboursIsCaught() {
        assertThat(offenders(planted.dependenciesPointDown()))
                .contains("planted.queue.PointsSideways");
    }

    @Test
    void aPackageWithoutAFloorIsCaught() {
        assertThat(offenders(planted.dependenciesPointDown())).contains("planted.attic.HasNoFloor");
    }

    @Test
    void aDependencyThatPointsDownIsAllowed() {
        assertThat(offenders(planted.dependenciesPointDown()))
                .doesNotContain("planted.railway.Station", "planted.actor.internal.PointsDown");
    }

    @Test
    void whoWaitsTellsTheTimeOrChoosesPastTheDoorIsCaught() {
        assertThat(offenders(planted.waitingTimeAndChanceHaveOneDoor()))
                .containsExactlyInAnyOrder(
                        "planted.railway.Parks",
                        "planted.railway.Spins",
                        "planted.railway.Yields",
                        "planted.railway.ReadsTheClock",
                        "planted.railway.HandsOnTheClock",
                        "planted.railway.ThrowsADie");
    }

    @Test
    void aDependencyOutsideTheJdkIsCaught() {
        assertThat(offenders(planted.dependsOnTheJdkOnly()))
                .containsExactly("planted.railway.UsesALibrary");
    }

    /** The planted classes that break a rule, by name. */
    private static List<String> offenders(ArchRule rule) {
        List<String> found = new ArrayList<>();
        rule.evaluate(PLANTED)
                .handleViolations((Collection<JavaClass> offenders, String message) ->
                        offenders.forEach(offender -> found.add(offender.getName())));
        return found.stream().distinct().sorted().toList();
    }
}
