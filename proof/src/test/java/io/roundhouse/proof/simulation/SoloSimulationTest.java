package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Solo;
import io.roundhouse.proof.twin.Solo.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a worker that is alone, in memory with store buffers, with a step at every access:
 * never do two run one actor.
 */
final class SoloSimulationTest {
    private static final int THREE = 3;
    private static final int MOST_RUNS = 400_000;
    private static final Consumer<Solo> VISITS = house -> house.visit(2);
    private static final Consumer<Solo> VISITS_IN_ONE_ERA = house -> house.visitInOneEra(2);

    private static Scenario together(Flaw flaw, List<Consumer<Solo>> threads) {
        return together(flaw, threads, house -> {});
    }

    /** With a visitor who saw no soloist, and looks away while the first worker becomes one. */
    private static Scenario visited(Flaw flaw, List<Consumer<Solo>> others) {
        List<Consumer<Solo>> threads = new ArrayList<>(others);
        threads.add(house -> house.visitHavingLooked(2));
        return together(flaw, threads, house -> house.worker(0).isAlone());
    }

    /** Likewise, with one who looks at eras: it has seen the first one. */
    private static Scenario visitedInOneEra(Flaw flaw, List<Consumer<Solo>> others) {
        List<Consumer<Solo>> threads = new ArrayList<>(others);
        threads.add(house -> house.visitIn(0, 2));
        return together(flaw, threads, house -> house.worker(0).isAlone());
    }

    private static Scenario together(
            Flaw flaw, List<Consumer<Solo>> threads, Consumer<Solo> before) {
        return simulation -> {
            Solo house = new Solo(2, new SimulatedMemory(simulation, true), flaw);
            before.accept(house);
            simulation.threads(house, threads);
            return () -> {
                if (house.isNoted()) {
                    house.worker(0).work(1, false);
                }
                assertThat(house.handled()).as("handled").isEqualTo(house.sent());
            };
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        Consumer<Solo> alone = house -> house.worker(0).work(2, true);
        Consumer<Solo> aloneOnce = house -> house.worker(0).work(1, true);
        Consumer<Solo> other = house -> house.worker(1).work(1, false);
        Consumer<Solo> wakesUp = house -> house.worker(1).work(0, false);
        Consumer<Solo> mails = house -> house.worker(1).mails();
        Consumer<Solo> hops = house -> house.worker(0).hops(1);
        Consumer<Solo> hopsWithAClaim = house -> house.worker(0).hopsWithAClaim();
        Consumer<Solo> aloneToo = house -> house.worker(1).work(1, true);
        return List.of(
                together(flaw, List.of(alone, other)),
                together(flaw, List.of(aloneOnce, aloneToo)),
                together(flaw, List.of(hops, other)),
                together(flaw, List.of(hops, mails)),
                together(flaw, List.of(hops, Solo::mail)),
                together(flaw, List.of(hopsWithAClaim, mails)),
                together(flaw, List.of(hopsWithAClaim, mails, Solo::mail)),
                together(flaw, List.of(aloneOnce, mails)),
                together(flaw, List.of(aloneOnce, VISITS)),
                together(flaw, List.of(aloneOnce, other, VISITS)),
                visited(flaw, List.of(aloneOnce)),
                visited(flaw, List.of(aloneOnce, wakesUp)),
                together(flaw, List.of(aloneOnce, VISITS_IN_ONE_ERA)),
                together(flaw, List.of(aloneOnce, other, VISITS_IN_ONE_ERA)),
                visitedInOneEra(flaw, List.of(aloneOnce)),
                visitedInOneEra(flaw, List.of(aloneOnce, wakesUp)),
                together(flaw, List.of(alone, Solo::mail)),
                together(flaw, List.of(aloneOnce, other, Solo::mail)));
    }

    @Test
    void withoutAFlawItPasses() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "VISITORS_HAVE_NO_NUMBERS"})
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }

    /** One whom the soloist overtakes, and another one behind it: three disturbances. */
    @Test
    void aVisitorDoesNotTakeTheVisitOfAnotherForItsOwn() {
        Explorer.exhaustive(THREE, MOST_RUNS, twoVisitors(Flaw.NONE)).passed();
        assertThat(
                        Explorer.exhaustive(
                                        THREE,
                                        MOST_RUNS,
                                        twoVisitors(Flaw.VISITORS_HAVE_NO_NUMBERS))
                                .failure())
                .isNotNull();
    }

    private static Scenario twoVisitors(Flaw flaw) {
        return visitedInOneEra(
                flaw,
                List.of(house -> house.worker(0).work(1, true), house -> house.visitInOneEra(3)));
    }
}
