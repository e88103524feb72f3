package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a scope tells its threads reaches those that wait for an actor. */
@Timeout(60)
final class ScopeAskTest {
    interface Desk {
        void rest();

        int ask() throws InterruptedException;

        CompletableFuture<Integer> later();
    }

    private final CountDownLatch never = new CountDownLatch(1);
    private final CountDownLatch inside = new CountDownLatch(1);
    private final Roll roll = new Roll();
    private final Roundhouse house = Roundhouse.open();

    private final class Clerk implements Desk {
        @Override
        public void rest() {
            inside.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public int ask() throws InterruptedException {
            inside.countDown();
            never.await();
            return 1;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return new CompletableFuture<>();
        }
    }

    @AfterEach
    void close() {
        never.countDown();
        house.close();
    }

    private Desk desk(Consumer<ActorOptions> with) {
        return house.actor(Desk.class, Clerk::new, with);
    }

    /**
     * While the calling thread, which has opened a scope, waits so, behind what is being done
     * already, a process of the scope fails.
     */
    private void aFailureReachesWho(Scope.Body waits) {
        Thread opens = Thread.currentThread();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    inside.await();
                                    Until.isAsleep(opens);
                                    throw new IllegalStateException("first");
                                });
                                waits.run();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first")
                .hasNoSuppressedExceptions();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** How somebody waits for an actor that does not come to an end. */
    enum Waiting {
        JOIN {
            @Override
            void run(Desk desk) {
                desk.later().join();
            }
        },
        JOIN_WHAT_COMES_OF_IT {
            @Override
            void run(Desk desk) {
                desk.later().thenApply(each -> each + 1).join();
            }
        },
        GET {
            @Override
            void run(Desk desk) throws Exception {
                desk.later().get();
            }
        },
        GET_FOR_A_TIME {
            @Override
            void run(Desk desk) throws Exception {
                desk.later().thenApply(each -> each + 1).get(1, TimeUnit.DAYS);
            }
        },
        ASK {
            @Override
            void run(Desk desk) throws Exception {
                desk.ask();
            }
        };

        abstract void run(Desk desk) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void timeReachesWhoWaitsForAnAnswer(Waiting how) {
        Desk desk = desk(with -> with.virtual());
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open(Duration.ofMillis(50))) {
                                scope.go(() -> {
                                    roll.here();
                                    how.run(desk);
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeDeadlineException.class)
                .hasNoSuppressedExceptions();
        roll.nobodyIsLeft(1);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureReachesTheOpeningThreadThatWaitsForAnAnswer(Waiting how) {
        Desk desk = desk(with -> with.virtual());
        desk.rest(); // for what comes behind it the caller waits
        aFailureReachesWho(() -> how.run(desk));
    }

    @ParameterizedTest
    @EnumSource
    void cancelingReachesTheOpeningThreadThatWaitsForAnAnswer(Waiting how) {
        Desk desk = desk(with -> with.virtual());
        desk.rest();
        Thread opens = Thread.currentThread();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    inside.await();
                                    Until.isAsleep(opens);
                                    scope.cancel();
                                });
                                how.run(desk);
                            }
                        })
                .isInstanceOf(CancellationException.class)
                .hasMessage("the scope has been canceled");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** Where calls are run step by step, and another thread is in the middle of a step. */
    @ParameterizedTest
    @EnumSource
    void aFailureReachesTheOpeningThreadThatWaitsBehindWhoSteps(Waiting how) throws Exception {
        try (Roundhouse stepped = Roundhouse.open(with -> with.stepping());
                Team team = new Team()) {
            Desk desk = stepped.actor(Desk.class, Clerk::new);
            desk.rest();
            team.start(stepped::step);
            inside.await();
            aFailureReachesWho(() -> how.run(desk));
            never.countDown();
            team.join();
        }
    }

    @Test
    void aFailureReachesTheOpeningThreadThatWaitsToBeMetByAnActor() {
        Desk desk = desk(with -> with.rendezvous());
        desk.rest();
        aFailureReachesWho(desk::rest);
    }

    @Test
    void aFailureReachesTheOpeningThreadThatWaitsForRoomAtAnActor() {
        Desk desk = desk(with -> with.virtual().bounded(1));
        desk.rest();
        aFailureReachesWho(() -> {
            while (true) {
                desk.rest();
            }
        });
    }

    /** On the spot or not: where the caller runs the object, that one gets the interrupt. */
    @Test
    void anAskWhoseMethodBlocksEndsWithItsScope() {
        Desk desk = desk(_ -> {});
        Throwable[] seen = new Throwable[1];
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                roll.here();
                seen[0] = catchThrowable(desk::ask);
            });
            Until.isTrue(() -> inside.getCount() == 0);
        }
        roll.nobodyIsLeft(1);
        assertThat(seen[0])
                .isInstanceOfAny(InterruptedException.class, WaitInterruptedException.class);
    }

    @Test
    void oneForkThatJoinsAnAnswerIsCanceledAlone() throws Exception {
        Desk desk = desk(with -> with.virtual());
        CompletableFuture<Integer> answer = desk.later();
        try (Scope scope = Scope.open()) {
            Fork<Integer> fork = scope.fork(answer::join);
            fork.cancel();
            assertThatThrownBy(fork::join).isInstanceOf(CancellationException.class);
            scope.join();
        }
        assertThat(answer).isNotDone();
    }

    @Test
    void whoIsInNoScopeIsDeafToInterruptsAsEver() throws Exception {
        CompletableFuture<Integer> answer = desk(with -> with.virtual()).later();
        try (Team team = new Team()) {
            Thread joins =
                    team.start(() -> {
                        assertThat(answer.join()).isEqualTo(7);
                        assertThat(Thread.interrupted()).isTrue();
                    });
            joins.interrupt();
            Until.isTrue(() -> joins.getState() == Thread.State.WAITING);
            answer.complete(7);
            team.join();
        }
    }

    @Test
    void anAnswerThatIsThereIsJoinedThoughInterrupted() throws Exception {
        CompletableFuture<Integer> there = desk(with -> with.virtual()).later();
        there.complete(7);
        CompletableFuture<Integer> failed = desk(with -> with.virtual()).later();
        failed.completeExceptionally(new IllegalStateException("no"));
        try (Scope scope = Scope.open()) {
            Fork<Integer> fork =
                    scope.fork(() -> {
                        Thread.currentThread().interrupt();
                        return there.join();
                    });
            assertThat(fork.join()).isEqualTo(7);
            scope.go(() ->
                    assertThatThrownBy(failed::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasRootCauseMessage("no"));
            scope.join();
        }
    }
}
