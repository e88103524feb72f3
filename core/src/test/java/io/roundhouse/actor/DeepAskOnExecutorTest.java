package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Actors on an executor of one thread ask each other in a long chain: each waits on the stack of
 * the one before. The ask for which there is no stack is refused, in words, and nobody stops.
 */
@Timeout(60)
final class DeepAskOnExecutorTest {
    private static final int LENGTH = 3_000;
    private static final int STACK = 512 * 1024;

    interface Deep {
        int ask(int depth);
    }

    private final Deep[] chain = new Deep[LENGTH];

    @Test
    void asksThatNeedMoreStackThanThereIsFailAndNoActorStops() {
        try (ExecutorService one =
                Executors.newSingleThreadExecutor(work -> new Thread(null, work, "small", STACK))) {
            List<LogRecord> logged =
                    Logged.during(_ -> {
                        try (var house = Roundhouse.open()) {
                            makeChain(house, one);
                            for (int time = 0; time < 3; time++) {
                                assertThatThrownBy(() -> chain[0].ask(LENGTH))
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageMatching(
                                                "actor n\\d+ cannot wait for n\\d+: too many calls"
                                                        + " wait on one stack already.*");
                            }
                            assertThat(chain[0].ask(20)).isEqualTo(20);
                            for (Deep each : chain) {
                                assertThat(each.ask(0)).isZero();
                            }
                        }
                    });
            assertThat(logged).isEmpty();
        }
    }

    private void makeChain(Roundhouse house, ExecutorService one) {
        for (int i = 0; i < LENGTH; i++) {
            int next = i + 1;
            String name = "n" + i;
            chain[i] =
                    house.actor(
                            Deep.class,
                            () -> depth -> depth == 0 ? 0 : 1 + chain[next].ask(depth - 1),
                            with -> with.named(name).on(one));
        }
    }
}
