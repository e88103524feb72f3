package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.waiting.WaitInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    private static final int DIVES = 100;

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

    /** Nothing is hidden where there is no stack to show it again. */
    @Test
    void whoRunsOutOfStackWhileItAsksIsStillInterrupted() {
        assumeTrue(on.isWorkers(), "the flag is hidden where the caller runs the actor");
        try (var house = on.open()) {
            inThreads(
                    1,
                    Thread.ofPlatform().stackSize(1 << 18),
                    _ -> {
                        for (int dive = 0; dive < DIVES; dive++) {
                            Asked one = on.actor(house, Asked.class, Telling::new);
                            Thread.currentThread().interrupt();
                            try {
                                dive(one, dive * 0x9E3779B9);
                            } catch (StackOverflowError e) {
                                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                            }
                            assertThat(Thread.interrupted()).isTrue();
                        }
                    });
        }
    }

    /** Frames of different sizes, so that the stack ends at different places. */
    private static void dive(Asked one, int number) {
        asks(one);
        if ((number & 1) == 0) {
            dive(one, number >> 1 | number << 31);
        } else {
            wider(one, number >> 1 | number << 31, number, number, number, number);
        }
    }

    private static void wider(Asked one, int number, long a, long b, long c, long d) {
        asks(one);
        dive(one, number + (int) (a - b + c - d));
    }

    private static void asks(Asked one) {
        try {
            one.isInterrupted();
        } catch (WaitInterruptedException | ActorStoppedException e) {
            // where it was to wait, or the stack ended in its call before
        }
    }

    interface Batch {
        void leavesItsThreadInterrupted();

        void failsAndLeavesItsThreadInterrupted();

        CompletableFuture<Boolean> isInterrupted();
    }

    private static final class Batched implements Batch {
        @Override
        public void leavesItsThreadInterrupted() {
            Thread.currentThread().interrupt();
        }

        @Override
        public void failsAndLeavesItsThreadInterrupted() {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("planted");
        }

        @Override
        public CompletableFuture<Boolean> isInterrupted() {
            return CompletableFuture.completedFuture(Thread.currentThread().isInterrupted());
        }
    }

    /** One behind the other, in one turn as a rule. */
    @Test
    void theNextCallOfAnActorDoesNotSeeHowTheOneBeforeHasLeftTheThread() {
        try (var house = on.open(with -> with.onFailure((_, _) -> {}))) {
            Batch batch = on.actor(house, Batch.class, Batched::new);
            List<CompletableFuture<Boolean>> seen = new ArrayList<>();
            for (int i = 0; i < ASKS; i++) { // by mail, then in a stream of its own
                batch.leavesItsThreadInterrupted();
                seen.add(batch.isInterrupted());
                batch.failsAndLeavesItsThreadInterrupted();
                seen.add(batch.isInterrupted());
            }
            house.awaitQuiescence();
            assertThat(seen).allMatch(each -> !each.join());
        }
    }
}
