package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a house has for mailboxes beyond their bounds is what it has, whoever asks for more. */
@Timeout(60)
final class CeilingTest {
    private static final int TIMES = 200_000;

    @Test
    void whatIsThereIsTakenOnceAndGivenBack() {
        Ceiling ceiling = new Ceiling(10);
        assertThat(ceiling.takes(6, false)).isTrue();
        ceiling.settled();
        assertThat(ceiling.takes(5, false)).isFalse();
        assertThat(ceiling.takes(4, false)).isTrue();
        assertThat(ceiling.takes(3, true)).isTrue();
        ceiling.settled();
        ceiling.settled();
        ceiling.gives(3);
        ceiling.gives(6);
        assertThat(ceiling.takes(6, false)).isTrue();
        assertThat(ceiling.why()).contains("has 10 bytes").endsWith("may have 10");
    }

    /** One asks for too much, again and again; the other one for what is there. */
    @Test
    void nobodyIsRefusedWhatThereIsBecauseSomebodyElseIsRefused() throws InterruptedException {
        Ceiling ceiling = new Ceiling(10);
        AtomicBoolean over = new AtomicBoolean();
        Thread greedy =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!over.get()) {
                                ceiling.takes(11, false);
                            }
                        });
        int refused = 0;
        for (int i = 0; i < TIMES; i++) {
            if (ceiling.takes(10, false)) {
                ceiling.gives(10);
                ceiling.settled();
            } else {
                refused++;
            }
        }
        over.set(true);
        greedy.join();
        assertThat(refused).isZero();
    }
}
