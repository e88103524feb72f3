package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interrupts of scopes of one thread, in an order that chance would seldom choose. */
@Timeout(60)
final class ScopeInterruptsTest {
    /**
     * Who interrupts from around is stopped under the first scope, and goes on under the next one.
     */
    @Test
    @SuppressWarnings("NullAway") // nobody asks for the scopes
    void whatComesFromAroundWhileTheNextScopeIsOpenedIsNotTakenBackByThat() throws Exception {
        Process process = new Process(null, Thread.currentThread());
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        ScopeInterrupts first =
                new ScopeInterrupts(
                        new Process(null, process), null, of -> stopping(of, stopped, goesOn));
        Thread around = Thread.ofVirtual().start(process::interrupt);
        stopped.await();
        assertThat(first.takeBack(false)).isFalse(); // it is closed
        ScopeInterrupts next = new ScopeInterrupts(new Process(null, process), null);
        next.interrupt();
        goesOn.countDown();
        Until.isTrue(() -> !around.isAlive());
        assertThat(Thread.interrupted()).isTrue(); // a wait has ended
        assertThat(next.takeBack(true)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    private static ScopeInterrupts.OfThread stopping(
            Process first, CountDownLatch stopped, CountDownLatch goesOn) {
        return new ScopeInterrupts.OfThread(first) {
            @Override
            void interruptFromAround() {
                stopped.countDown();
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                super.interruptFromAround();
            }
        };
    }
}
