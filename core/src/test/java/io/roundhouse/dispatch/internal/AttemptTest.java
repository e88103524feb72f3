package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.internal.Attempt;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A call is tried, or it is not, on however little stack. */
final class AttemptTest {
    private final class Try extends Attempt {
        @Override
        protected Offer offers(Future<?> call) {
            throw new UnsupportedOperationException();
        }

        void run() throws Exception {
            tries(() -> ran = true);
        }
    }

    private boolean ran;
    private int refused;
    private @Nullable String broken;

    @Test
    void aTryThatEndsForWantOfStackLeavesNothing() throws Exception {
        assertThat(Caller.current().depth()).isZero();
        new Try().run(); // all is loaded
        ran = false;
        Thread thread = new Thread(null, this::triesAtTheEndOfTheStack, "deep", 1 << 19);
        thread.start();
        thread.join();
        assertThat(broken).isNull();
        assertThat(ran).isTrue();
        assertThat(refused).isPositive();
    }

    private void triesAtTheEndOfTheStack() {
        try {
            triesAtTheEndOfTheStack();
        } catch (StackOverflowError e) {
            // here is the end
        }
        if (ran) {
            looks();
            return;
        }
        try {
            new Try().run();
        } catch (StackOverflowError e) {
            refused++;
        } catch (Exception e) {
            broken = e.toString();
        }
    }

    private void looks() {
        if (broken == null && Attempt.here() != null) {
            broken = "it is tried still";
        } else if (broken == null && Caller.current().depth() != 0) {
            broken = "visits: " + Caller.current().depth();
        }
    }
}
