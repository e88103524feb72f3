package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.LaneBesideMail;
import io.roundhouse.proof.twin.LaneBesideMail.Flaw;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a lane beside the mail, in memory with store buffers, with a step at every access:
 * every call is handled, in the order in which they were sent.
 */
final class LaneBesideMailSimulationTest {
    private static Scenario calling(Flaw flaw, int byMail, int byLane, int byAnother) {
        return simulation -> {
            LaneBesideMail actor = new LaneBesideMail(new SimulatedMemory(simulation, true), flaw);
            simulation.thread("runner", actor::runIfIdle);
            simulation.thread(
                    "caller",
                    () -> {
                        for (int i = 0; i < byMail; i++) {
                            actor.mail();
                        }
                        for (int i = 0; i < byLane; i++) {
                            actor.load();
                        }
                    });
            if (byAnother > 0) {
                simulation.thread(
                        "another",
                        () -> {
                            for (int i = 0; i < byAnother; i++) {
                                actor.mailOfAnother();
                            }
                        });
            }
            return () -> {
                assertThat(actor.got())
                        .containsExactlyElementsOf(
                                LongStream.rangeClosed(1, actor.sent()).boxed().toList());
                assertThat(actor.leftOfAnother()).isZero();
            };
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                calling(flaw, 0, 1, 0),
                calling(flaw, 1, 1, 0),
                calling(flaw, 2, 2, 0),
                calling(flaw, 0, 1, 1),
                calling(flaw, 0, 2, 1),
                calling(flaw, 1, 1, 1),
                calling(flaw, 1, 2, 2));
    }

    @Test
    void withoutAFlawItPasses() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
