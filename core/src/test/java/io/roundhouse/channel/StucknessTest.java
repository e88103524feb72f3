package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What may happen in the middle of a judgement. */
@Timeout(60)
final class StucknessTest {

    @Test
    void whoIsMetWhileItIsJudgedIsInNoDeadlock() throws Exception {
        try (Scope scope = Scope.open()) {
            assertThat(scope.owner.sleepAndWatch(new MetMeanwhile())).isTrue();
            scope.join(); // throws the deadlock, if one was told
        }
    }

    /** Somebody outside meets it behind the question whether it waits for others. */
    private static final class MetMeanwhile implements Obstacle {
        private boolean met;

        @Override
        public boolean met() {
            return met;
        }

        @Override
        public boolean mayEnd() {
            return met;
        }

        @Override
        public boolean isConfinedTo(Scope scope) {
            met = true; // and so it is in no line any more
            return true;
        }
    }
}
