package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Turns;
import io.roundhouse.proof.twin.Turns.Flaw;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of who runs an actor, in memory with store buffers, with a step at every access: never
 * two at once, and never idle with mail while nobody has a note of it.
 */
final class TurnsSimulationTest {
    private static Scenario together(Flaw flaw, List<Consumer<Turns>> threads) {
        return simulation -> {
            Turns actor = new Turns(new SimulatedMemory(simulation, true), flaw);
            simulation.threads(actor, threads);
            return () -> {
                actor.lookForNotes(); // as some worker will
                assertThat(actor.handled()).as("handled").isEqualTo(actor.sent());
                assertThat(actor.isIdle()).as("idle").isTrue();
            };
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        Consumer<Turns> bringsTwice =
                actor -> {
                    actor.mail();
                    actor.mail();
                };
        Consumer<Turns> bringsAndTakesNotes =
                actor -> {
                    actor.mailFromOutside();
                    actor.lookForNotes();
                };
        Consumer<Turns> bringsTwiceFromOutside =
                actor -> {
                    actor.mailFromOutside();
                    actor.mailFromOutside();
                };
        if (flaw == Flaw.LOOKS_BEFORE_ITS_MAIL_IS_SEEN) {
            return List.of(together(flaw, List.of(bringsTwice, Turns::lookForNotes, Turns::visit)));
        }
        return List.of(
                together(flaw, List.of(bringsTwice, Turns::mail)),
                together(flaw, List.of(Turns::visit, Turns::mail)),
                together(flaw, List.of(Turns::visit, Turns::mail, Turns::visit)),
                together(flaw, List.of(Turns::visit, bringsAndTakesNotes)),
                together(flaw, List.of(Turns::visitUntilTheEnd, Turns::mailAtTheEnd)),
                together(
                        flaw,
                        List.of(
                                Turns::visitUntilTheEnd,
                                Turns::mailAtTheEnd,
                                Turns::visitUntilTheEnd)),
                together(flaw, List.of(Turns::visit, Turns::mailFromOutside, Turns::lookForNotes)),
                together(flaw, List.of(Turns::visit, Turns::mail, bringsAndTakesNotes)),
                together(flaw, List.of(Turns::mail, bringsTwiceFromOutside, Turns::lookForNotes)));
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
