package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.WaitInterruptedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Whose an interrupt is where an actor is run by its caller, and where it is not. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class InterruptTest {
    private static final int ASKS = 200;

    @Parameter Dispatcher on;

    interface Asked {
        boolean isInterrupted();

        boolean through(Asked other);

        boolean leavesItsThreadInterrupted(Thread caller);

        void mayThrow() throws InterruptedException;
    }

    private static final class Telling implements Asked {
        @Override
        public boolean isInterrupted() {
            return Thread.currentThread().isInterrupted();
        }

        @Override
        public boolean through(Asked other) {
            boolean mine = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            try {
                return other.isInterrupted() || mine;
            } catch (WaitInterruptedException e) { // where it was to wait
                return mine;
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        }

        @Override
        public boolean leavesItsThreadInterrupted(Thread caller) {
            Thread.currentThread().interrupt();
            return Thread.currentThread() == caller;
        }

        @Override
        public void mayThrow() throws InterruptedException {
            throw new InterruptedException("mine");
        }
    }

    @Test
    void anObjectDoesNotSeeThatItsCallerWasInterruptedBefore() {
        try (var house = on.open()) {
            Asked one = on.actor(house, Asked.class, Telling::new);
            Asked other = on.actor(house, Asked.class, Telling::new);
            for (int i = 0; i < ASKS; i++) {
                assertThat(asksInterrupted(one)).isFalse();
                assertThat(one.through(other)).isFalse();
            }
        }
    }

    /** The caller is interrupted before and after; what it asks for may not be said: it waits. */
    private static boolean asksInterrupted(Asked one) {
        Thread.currentThread().interrupt();
        try {
            return one.isInterrupted();
        } catch (WaitInterruptedException e) {
            return false;
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void itIsSoThoughTheCallThrows() {
        try (var house = on.open()) {
            Asked one = on.actor(house, Asked.class, Telling::new);
            for (int i = 0; i < ASKS; i++) {
                Thread.currentThread().interrupt();
                try {
                    one.mayThrow();
                } catch (InterruptedException | WaitInterruptedException e) {
                    assertThat(Thread.interrupted()).isTrue();
                }
                assertThat(one.isInterrupted()).isFalse();
            }
        }
    }

    /** It may be meant for the caller: nobody can tell, and it must not be lost. */
    @Test
    void anInterruptWhileItsCallerRunsItStaysWithTheCaller() {
        try (var house = on.open()) {
            Asked one = on.actor(house, Asked.class, Telling::new);
            for (int i = 0; i < ASKS; i++) {
                boolean ranHere = one.leavesItsThreadInterrupted(Thread.currentThread());
                assertThat(Thread.interrupted()).isEqualTo(ranHere);
            }
        }
    }
}
