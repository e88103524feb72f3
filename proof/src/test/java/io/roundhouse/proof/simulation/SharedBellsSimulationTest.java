package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.SharedBells;
import io.roundhouse.proof.twin.SharedBells.Flaw;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of workers that share events, or handle all, and stay at their bells together, in memory
 * with and without store buffers, with a step at every access: without a flaw nobody sleeps beside
 * an event or behind the end, and every flaw is caught.
 */
final class SharedBellsSimulationTest {
    private static final int SCHEDULES = 3_000;

    private static SharedBells line(
            int workers,
            int publishers,
            boolean shared,
            boolean buffered,
            Simulation simulation,
            Flaw flaw) {
        io.roundhouse.proof.twin.Flaw naps =
                buffered
                        ? io.roundhouse.proof.twin.Flaw.NONE
                        : io.roundhouse.proof.twin.Flaw.PARKS_WITHOUT_END;
        return new SharedBells(
                workers,
                publishers,
                shared,
                new SimulatedMemory(simulation, buffered),
                flaw,
                memory -> new SimulatedWaiter(simulation, memory, naps));
    }

    /**
     * As many events for each worker, which is gone then, as if the last one took for ever.
     *
     * @param buffered whether stores wait in store buffers, and naps cover what needs time
     * @param published how many come from each publisher
     */
    private static Scenario each(int workers, boolean buffered, Flaw flaw, int... published) {
        int events = Arrays.stream(published).sum();
        return handled(workers, true, events / workers, buffered, flaw, published);
    }

    /** Each of these events for each worker. */
    private static Scenario all(int workers, boolean buffered, Flaw flaw, int... published) {
        int events = Arrays.stream(published).sum();
        return handled(workers, false, events, buffered, flaw, published);
    }

    private static Scenario handled(
            int workers, boolean shared, int times, boolean buffered, Flaw flaw, int... published) {
        return simulation -> {
            SharedBells line = line(workers, published.length, shared, buffered, simulation, flaw);
            for (int i = 0; i < workers; i++) {
                int me = i;
                simulation.thread(
                        "worker " + me,
                        () -> {
                            for (int time = 0; time < times; time++) {
                                line.handleOne(me);
                            }
                        });
            }
            for (int i = 0; i < published.length; i++) {
                int me = i;
                simulation.thread("publisher " + me, () -> line.publish(me, published[me]));
            }
            return () -> assertThat(line.left()).isZero();
        };
    }

    /** So many events of a stage before, the end of which may be known long before they come. */
    private static Scenario ended(int workers, int events, boolean buffered, Flaw flaw) {
        return simulation -> {
            SharedBells line = line(workers, 1, true, buffered, simulation, flaw);
            for (int i = 0; i < workers; i++) {
                int me = i;
                simulation.thread("worker " + me, () -> line.handleAll(me));
            }
            simulation.thread("stage before", () -> line.publish(0, events));
            simulation.thread("who closes", () -> line.close(events));
            return () -> assertThat(line.left()).isZero();
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                each(2, false, flaw, 2),
                each(2, false, flaw, 1, 1),
                each(3, false, flaw, 2, 1),
                ended(2, 1, false, flaw),
                ended(2, 2, false, flaw),
                each(2, true, flaw, 1, 1),
                all(2, false, flaw, 1));
    }

    /** Long ones, of which not all schedules with two disturbances can be tried. */
    private static List<Scenario> scenariosOfStays(Flaw flaw) {
        return List.of(
                each(1, true, flaw, 2, 2),
                each(1, true, flaw, 0, 5),
                each(2, true, flaw, 4),
                each(2, true, flaw, 3, 3),
                each(3, true, flaw, 3, 3),
                all(2, true, flaw, 2, 2),
                ended(2, 3, true, flaw));
    }

    @Test
    void withoutAFlawNobodySleepsBesideAnEvent() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @Test
    void withoutAFlawNobodySleepsBesideAnEventWhereWorkersStay() {
        for (Scenario each : scenariosOfStays(Flaw.NONE)) {
            Explorer.exhaustive(1, SCHEDULES, each).passed();
            Explorer.random(SCHEDULES, 1, each).passed();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        boolean caught =
                scenariosOfStays(flaw).stream()
                        .anyMatch(each -> Explorer.random(SCHEDULES, 1, each).failure() != null);
        assertThat(caught || Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
