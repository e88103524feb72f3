package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.Clause;
import io.roundhouse.channel.Select;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wherever an actor is run, it awaits no select that calls actors; a house in steps included. */
@Timeout(60)
final class SelectInActorTest {
    interface Waits {
        boolean awaits(Select select) throws InterruptedException;
    }

    interface Counts {
        int count();
    }

    private static final class Counter implements Counts {
        private int counted;

        @Override
        public int count() {
            return ++counted;
        }
    }

    @ParameterizedTest
    @EnumSource
    void anActorIsToldWhatToDoInstead(Dispatcher on) {
        try (var house = on.open()) {
            Waits waits = on.actor(house, Waits.class, () -> Select::await);
            Counts counts = on.actor(house, Counts.class, Counter::new);
            for (Clause each :
                    new Clause[] {
                        Select.whenReturned(counts::count, _ -> {}),
                        Select.whenAccepted(counts::count, () -> {}),
                    }) {
                Select select = Select.of(each, Select.otherwise(() -> {}));
                assertThatThrownBy(() -> waits.awaits(select))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("attach");
            }
            assertThat(counts.count()).isOne();
        }
    }
}
