package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.system.PiSpec;
import org.junit.jupiter.api.Test;

/** The sweep of mailbox bounds has somebody who takes part in it. */
final class RoundhouseActorsPiTest {

    @Test
    void actorsTakeAnyBound() {
        assertThat(new RoundhouseActorsPi().refuses(new PiSpec(100, 2, 16, 2))).isEmpty();
    }
}
