package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.WaitStrategy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class OwnThreadTest {
    /** As when a house is closed while all processors are busy with something else. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoIsHurriedBeforeItBeginsHandlesNothing(boolean virtual) throws InterruptedException {
        Endless task = new Endless();
        OwnThread own = new OwnThread(virtual, "late", WaitStrategy.parking(), () -> {}, _ -> {});
        assertThat(task.claim()).isTrue();
        own.interrupt();
        own.end();
        own.start(task);
        own.threads().getFirst().join();
        assertThat(task.unhurried).isZero();
    }

    @Test
    void whoFindsNoMemoryToWaitWithLooksAgain() throws InterruptedException {
        ScarceWaiter scarce = new ScarceWaiter();
        OwnThread own = new OwnThread(false, "scarce", () -> scarce, () -> {}, _ -> {});
        own.threads().getFirst().setUncaughtExceptionHandler((_, _) -> {});
        WorkersTest.Failing task = new WorkersTest.Failing();
        own.start(task);
        assertThat(task.done.await(20, TimeUnit.SECONDS)).isTrue();
        own.end();
        own.threads().getFirst().join();
        assertThat(scarce.tries.get()).isGreaterThan(3);
        assertThat(task.turns).hasValue(2);
    }

    /** Has more to do until it is hurried, or the test gives up. */
    private static final class Endless extends WorkersTest.WithoutMail {
        int unhurried;

        @Override
        protected boolean hasMail() {
            return false;
        }

        @Override
        public int turn(Caller me) {
            if (me.isHurried() || ++unhurried == 100) {
                return DONE;
            }
            return MORE;
        }
    }
}
