package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads end with their scope; failures, time and deadlocks reach all of them. */
@Timeout(60)
final class ScopeTest {
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();

    private void here() {
        threads.add(Thread.currentThread());
    }

    private void nobodyIsLeft(int count) {
        assertThat(threads).hasSize(count).noneMatch(Thread::isAlive);
    }

    @Test
    void joinWaitsForAllAndTheirForks() throws Exception {
        Fork<Integer> sum;
        List<Integer> inner = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            Channel<Integer> numbers = scope.<Integer>channel("numbers").buffered(2);
            scope.go(() -> {
                here();
                for (int i = 1; i <= 10; i++) {
                    numbers.send(i);
                }
                numbers.close();
                scope.go(() -> {
                    here();
                    inner.add(1);
                });
            });
            sum =
                    scope.fork(() -> {
                        here();
                        return numbers.stream().mapToInt(Integer::intValue).sum();
                    });
            scope.join();
            assertThat(sum.isDone()).isTrue();
            assertThat(sum.result()).isEqualTo(55);
            assertThat(sum.join()).isEqualTo(55);
        }
        assertThat(inner).containsExactly(1);
        nobodyIsLeft(3);
    }

    @Test
    void theFirstFailureCancelsTheOthers() {
        Channel<Integer> silent = Channel.rendezvous();
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open()) {
                        for (int i = 0; i < 3; i++) {
                            scope.go(() -> {
                                here();
                                silent.receive();
                            });
                        }
                        scope.go(() -> {
                            here();
                            try {
                                silent.receive();
                            } catch (InterruptedException e) {
                                throw new IllegalArgumentException("second", e);
                            }
                        });
                        Team.awaitReceivers(silent, 4);
                        scope.go(() -> {
                            here();
                            throw new IllegalStateException("first");
                        });
                        scope.join();
                    }
                });
        assertThat(thrown).isInstanceOf(ScopeFailedException.class).hasRootCauseMessage("first");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0]).hasMessage("second");
        nobodyIsLeft(5);
        assertThat(silent.waitingReceivers()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aFailureReachesTheOpeningThreadAtAChannel() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    here();
                                    Team.awaitReceivers(silent, 1);
                                    throw new IllegalStateException("first");
                                });
                                silent.receive();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first");
        nobodyIsLeft(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aFailureAfterAGoodJoinIsThrown() {
        List<String> steps = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {});
                                scope.join();
                                steps.add("joined");
                                scope.go(() -> {
                                    throw new IllegalStateException("second");
                                });
                                scope.join();
                                steps.add("joined again");
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("second");
        assertThat(steps).containsExactly("joined");
    }

    @Test
    void aFailureAfterAGoodJoinReachesTheOpeningThreadAtAChannel() {
        Channel<Integer> silent = Channel.rendezvous();
        List<String> steps = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {});
                                scope.join();
                                scope.go(() -> {
                                    Team.awaitSenders(silent, 1);
                                    throw new IllegalStateException("second");
                                });
                                silent.send(1);
                                steps.add("sent");
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("second");
        assertThat(steps).isEmpty();
        assertThat(silent.waitingSenders()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** How the opening thread may wait, for the failure of a fork that comes meanwhile. */
    private enum Waiting {
        JOINS_FORK,
        TIMED_SEND,
        TIMED_RECEIVE,
        TIMED_RECEIVE_OF_BUFFER,
        TIMED_SELECT;

        void run(Channel<Integer> meeting, Channel<Integer> buffer, Fork<?> fork)
                throws InterruptedException {
            Duration time = Duration.ofSeconds(50);
            switch (this) {
                case JOINS_FORK -> fork.join();
                case TIMED_SEND -> meeting.send(1, time);
                case TIMED_RECEIVE -> meeting.receive(time);
                case TIMED_RECEIVE_OF_BUFFER -> buffer.receive(time);
                case TIMED_SELECT ->
                        Select.of(meeting.whenReceived(_ -> {}), Select.after(time, () -> {}))
                                .await();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFailureReachesTheOpeningThreadWhereverItWaits(Waiting how) {
        Channel<Integer> meeting = Channel.rendezvous();
        Channel<Integer> buffer = Channel.buffered(1);
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Thread opens = Thread.currentThread();
                                Fork<?> fork =
                                        scope.go(() -> {
                                            Team.await(() -> waits(opens));
                                            throw new IllegalStateException("first");
                                        });
                                how.run(meeting, buffer, fork);
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first")
                .hasNoSuppressedExceptions();
        assertThat(meeting.waitingSenders() + meeting.waitingReceivers()).isZero();
        assertThat(buffer.waitingReceivers()).isZero();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Test
    void anInterruptOfJoinIsKeptWhereAProcessFailsToo() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Team team = new Team()) {
            Thread opens =
                    team.start(() -> {
                        assertThatThrownBy(
                                        () -> {
                                            try (Scope scope = Scope.open()) {
                                                scope.go(() -> {
                                                    try {
                                                        silent.receive();
                                                    } catch (InterruptedException e) {
                                                        throw new IllegalStateException("own", e);
                                                    }
                                                });
                                                scope.join();
                                            }
                                        })
                                .isInstanceOf(ScopeFailedException.class);
                        assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    });
            Team.awaitReceivers(silent, 1);
            Team.await(() -> waits(opens));
            opens.interrupt();
            team.join();
        }
    }

    @Test
    void aFailureThatCannotSayWhatItIsEndsItsProcessToo() {
        class Mute extends RuntimeException {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new UnsupportedOperationException();
            }
        }
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    here();
                                    throw new Mute();
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasMessageContaining("Mute");
        nobodyIsLeft(1);
    }

    @Test
    void timeReachesSendsReceivesAndSelects() {
        Duration time = Duration.ofMillis(20);
        while (!reachesSendsReceivesAndSelects(time)) {
            time = time.multipliedBy(2);
        }
    }

    /** Whether there was time enough for all of them to begin. */
    private boolean reachesSendsReceivesAndSelects(Duration time) {
        Channel<Integer> silent = Channel.rendezvous();
        Channel<Integer> full = Channel.buffered(1);
        full.trySend(0);
        threads.clear();
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open(time)) {
                        scope.go(() -> {
                            here();
                            silent.receive();
                        });
                        scope.go(() -> {
                            here();
                            full.send(1);
                        });
                        scope.go(() -> {
                            here();
                            Select.of(silent.whenReceived(_ -> {})).await();
                        });
                        scope.join();
                    }
                });
        assertThat(silent.waitingReceivers() + full.waitingSenders()).isZero();
        if (threads.size() < 3) {
            return false;
        }
        assertThat(thrown)
                .isInstanceOf(ScopeDeadlineException.class)
                .hasMessageContaining(time.toString());
        nobodyIsLeft(3);
        return true;
    }

    @Test
    void closingWithoutJoiningCancels() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                here();
                silent.receive();
            });
            Team.awaitReceivers(silent, 1);
        }
        nobodyIsLeft(1);
    }

    @Test
    void anInterruptOfJoinCancels() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Team team = new Team()) {
            Thread opens =
                    team.start(() ->
                            assertThatThrownBy(
                                            () -> {
                                                try (Scope scope = Scope.open()) {
                                                    scope.go(() -> {
                                                        here();
                                                        silent.receive();
                                                    });
                                                    scope.join();
                                                }
                                            })
                                    .isInstanceOf(InterruptedException.class));
            Team.awaitReceivers(silent, 1);
            opens.interrupt();
            team.join();
        }
        nobodyIsLeft(1);
    }

    @Test
    void whoForksAfterAFailureGetsItOnce() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    here();
                                    throw new IllegalStateException("first");
                                });
                                Team.await(() -> Thread.currentThread().isInterrupted());
                                try {
                                    scope.go(() -> {});
                                } catch (ScopeFailedException e) {
                                    seen.add(e);
                                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                                    scope.go(() -> {});
                                }
                            }
                        })
                .isInstanceOf(CancellationException.class)
                .hasNoSuppressedExceptions();
        assertThat(seen)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .hasRootCauseMessage("first");
        nobodyIsLeft(1);
    }

    @Test
    void misuseIsRefused() throws Exception {
        Scope scope = Scope.open();
        try (Team team = new Team()) {
            team.start(() -> {
                assertThatThrownBy(() -> scope.go(() -> {}))
                        .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(scope::join).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(scope::close).isInstanceOf(IllegalStateException.class);
            });
            team.join();
        }
        scope.cancel();
        assertThatThrownBy(() -> scope.go(() -> {})).isInstanceOf(CancellationException.class);
        scope.close();
        scope.close();
        assertThatThrownBy(() -> scope.go(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(Process.current()).isNull();
    }

    @Test
    void aScopeThatIsClosedBeforeThoseInsideClosesThemToo() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        Scope outer = Scope.open();
        outer.go(() -> {
            here();
            silent.receive();
        });
        Scope middle = Scope.open();
        middle.go(() -> {
            here();
            throw new IllegalStateException("the middle one's");
        });
        Scope inner = Scope.open();
        inner.go(() -> {
            here();
            silent.receive();
        });
        Team.awaitReceivers(silent, 2);
        Team.await(() -> threads.size() == 3);
        assertThatThrownBy(outer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before one that was opened inside of it")
                .satisfies(problem ->
                        assertThat(problem.getSuppressed())
                                .singleElement()
                                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                                .hasRootCauseMessage("the middle one's"));
        nobodyIsLeft(3);
        assertThat(Process.current()).isNull();
        inner.close();
        middle.close();
        outer.close();
        assertThat(Process.current()).isNull();
        assertThat(Thread.interrupted()).isFalse();
    }

    // ---- deadlocks

    @Test
    void aDeadlockIsFoundAndSaysWhoWaitsWhere() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                Channel<Integer> pong = scope.<Integer>channel("pong").buffered(1);
                                scope.go(() -> {
                                    here();
                                    ping.receive();
                                    pong.send(1);
                                });
                                scope.go(() -> {
                                    here();
                                    Select.of(pong.whenReceived(_ -> {})).await();
                                    ping.send(1);
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 1 receives from ping")
                .hasMessageContaining("process 2 receives from pong")
                .hasMessageContaining("deadlock: all");
        nobodyIsLeft(2);
    }

    @Test
    void theOpeningThreadIsOfTheScopeToo() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                scope.go(() -> {
                                    here();
                                    ping.receive();
                                });
                                Team.awaitReceivers(ping, 1);
                                ping.receive();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("receives from ping");
        nobodyIsLeft(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theOpeningThreadIsToldWhenAllOthersWereCanceled() {
        List<String> steps = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> results =
                                        scope.<Integer>channel("results").rendezvous();
                                scope.go(() -> {
                                    here();
                                    Team.awaitSenders(results, 1);
                                    scope.cancel();
                                });
                                results.send(1);
                                steps.add("sent");
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("sends to results");
        assertThat(steps).isEmpty();
        nobodyIsLeft(1);
    }

    @Test
    void whoWaitsAgainAfterCancelingIsInterruptedAgain() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                scope.go(() -> {
                                    here();
                                    try {
                                        ping.receive();
                                    } catch (InterruptedException e) {
                                        ping.receive(); // nobody will ever send
                                    }
                                });
                                Team.awaitReceivers(ping, 1);
                                scope.cancel();
                                scope.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 1 receives from ping");
        nobodyIsLeft(1);
    }

    @Test
    void whoWaitsWhileItCleansUpIsInterruptedAgainByClosing() {
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open()) {
                        Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                        Channel<Integer> ended = scope.<Integer>channel("ended").rendezvous();
                        scope.go(() -> {
                            here();
                            try {
                                ping.receive();
                            } finally {
                                ended.send(1); // nobody will ever receive
                            }
                        });
                        Team.awaitReceivers(ping, 1);
                        throw new IllegalStateException("of the body");
                    }
                });
        assertThat(thrown).isInstanceOf(IllegalStateException.class).hasMessage("of the body");
        assertThat(thrown.getSuppressed())
                .singleElement()
                .isInstanceOf(DeadlockException.class)
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("process 1 sends to ended");
        nobodyIsLeft(1);
    }

    @Test
    void aHandlerOfReportsThatThrowsDoesNotEndClosing() throws Exception {
        Channel<Integer> outside = Channel.rendezvous();
        CountDownLatch told = new CountDownLatch(1);
        try (Team team = new Team()) {
            try (Scope scope = Scope.open()) {
                scope.whenStuck(_ -> {
                    told.countDown();
                    throw new IllegalStateException("of the handler");
                });
                scope.go(() -> {
                    here();
                    try {
                        outside.receive();
                    } catch (InterruptedException e) {
                        outside.receive();
                    }
                });
                Team.awaitReceivers(outside, 1);
                team.start(() -> {
                    told.await();
                    outside.send(1);
                });
            }
            team.join();
        }
        nobodyIsLeft(1);
    }

    @Test
    void whoJoinsAForkIsPartOfADeadlock() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                Fork<Integer> fork =
                                        scope.fork(() -> {
                                            here();
                                            return ping.receive();
                                        });
                                fork.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("joins process 1")
                .hasMessageContaining("process 1 receives from ping");
        nobodyIsLeft(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aProcessThatJoinsAnotherOneIsPartOfADeadlock() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                Fork<Integer> fork =
                                        scope.fork(() -> {
                                            here();
                                            return ping.receive();
                                        });
                                scope.go(() -> {
                                    here();
                                    fork.join();
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 2 joins process 1")
                .hasMessageContaining("process 1 receives from ping");
        nobodyIsLeft(2);
    }

    @Test
    void whoJoinsAForkThatGoesOnIsNotStuck() throws Exception {
        try (Scope scope = Scope.open()) {
            Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
            CountDownLatch goesOn = new CountDownLatch(1);
            Fork<Integer> fork = scope.fork(ping::receive);
            Fork<Integer> joins = scope.fork(fork::join);
            scope.go(() -> {
                goesOn.await(); // for something that is no channel
                ping.send(1);
            });
            Thread opens = Thread.currentThread();
            try (Team team = new Team()) {
                team.start(() -> {
                    Team.await(() -> waits(opens));
                    goesOn.countDown();
                });
                assertThat(joins.join()).isEqualTo(1);
                team.join();
            }
            scope.join();
        }
    }

    @Test
    void aFailureOfAnOuterScopeReachesTheOpeningThreadInside() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope outer = Scope.open()) {
                                outer.go(() -> {
                                    Team.awaitReceivers(silent, 1);
                                    throw new IllegalStateException("outside");
                                });
                                try (Scope inner = Scope.open()) {
                                    inner.go(() -> {});
                                    silent.receive();
                                }
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("outside")
                .hasNoSuppressedExceptions();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void howManyWereSentIsToldThoughTheScopeFails() {
        Channel<Integer> meeting = Channel.rendezvous();
        List<Integer> sent = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    meeting.receive();
                                    meeting.receive();
                                    Team.awaitSenders(meeting, 1);
                                    throw new IllegalStateException("enough");
                                });
                                sent.add(meeting.sendMany(List.of(1, 2, 3)));
                                meeting.send(4);
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("enough");
        assertThat(sent).containsExactly(2);
    }

    @Test
    void whatIsLeftInAChannelOfTheScopeGoesToItsHook() throws Exception {
        List<Integer> left = new ArrayList<>();
        Channel<Integer> shared;
        try (Scope scope = Scope.open()) {
            Channel<Integer> numbers =
                    scope.<Integer>channel("numbers").undelivered(left::add).buffered(4);
            Channel<Integer> fails =
                    scope.<Integer>channel("fails")
                            .undelivered(_ -> {
                                throw new IllegalStateException("of the hook");
                            })
                            .buffered(4);
            shared =
                    scope.share(
                            scope.<Integer>channel("shared").undelivered(left::add).buffered(4));
            fails.send(1);
            shared.send(9);
            numbers.sendMany(List.of(1, 2, 3));
            assertThat(numbers.receive()).isEqualTo(1);
            scope.join();
            assertThat(left).isEmpty();
        }
        assertThat(left).containsExactly(2, 3);
        assertThat(shared.receive()).isEqualTo(9);
    }

    @Test
    void aHookThatWaitsForNobodyEndsInADeadlock() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> dead = scope.<Integer>channel("dead").rendezvous();
                                Channel<Integer> work =
                                        scope.<Integer>channel("work")
                                                .undelivered(left -> {
                                                    try {
                                                        dead.send(left);
                                                    } catch (Exception e) {
                                                        seen.add(e);
                                                    }
                                                })
                                                .buffered(4);
                                work.send(1);
                                scope.go(() -> {
                                    here();
                                    dead.receive();
                                });
                                scope.go(() -> {
                                    here();
                                    throw new IllegalStateException("first");
                                });
                                Team.await(() -> Thread.currentThread().isInterrupted());
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first")
                .hasNoSuppressedExceptions();
        assertThat(seen).singleElement().isInstanceOf(DeadlockException.class);
        nobodyIsLeft(2);
    }

    @Test
    void theInterruptOfAnOuterScopeIsNotTakenBackByAnInnerOne() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope outer = Scope.open()) {
                                Channel<Integer> silent = Channel.rendezvous();
                                CountDownLatch failed = new CountDownLatch(1);
                                try (Scope inner = Scope.open()) {
                                    outer.go(() -> {
                                        failed.await();
                                        throw new IllegalStateException("outside");
                                    });
                                    inner.go(() -> {
                                        failed.countDown();
                                        throw new IllegalStateException("inside");
                                    });
                                    Team.await(() -> threadsOfBothHaveFailed(outer, inner));
                                } catch (ScopeFailedException e) {
                                    seen.add(e);
                                }
                                silent.receive();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("outside");
        assertThat(seen)
                .singleElement(InstanceOfAssertFactories.THROWABLE)
                .hasRootCauseMessage("inside");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static boolean threadsOfBothHaveFailed(Scope outer, Scope inner) {
        return outer.isCanceled() && inner.isCanceled();
    }

    @Test
    void whatOthersCouldEndIsReportedOnly() throws Exception {
        Channel<Integer> outside = Channel.rendezvous();
        CountDownLatch told = new CountDownLatch(1);
        List<DeadlockException> reports = new ArrayList<>();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Channel<Integer> given = scope.share(scope.<Integer>channel("given").buffered(1));
            long start = System.nanoTime();
            scope.whenStuck(report -> {
                assertThat(System.nanoTime() - start).isGreaterThan(999_000_000);
                reports.add(report);
                told.countDown();
            });
            scope.go(outside::receive);
            scope.go(given::receive);
            team.start(() -> {
                told.await();
                outside.send(1);
                given.send(2);
            });
            scope.join();
            team.join();
        }
        assertThat(reports).hasSize(1);
        assertThat(reports.getFirst().isCertain()).isFalse();
    }

    @Test
    void aHandlerOfReportsThatThrowsEndsTheWaitUnlessItWasMet() throws Exception {
        Channel<Integer> outside = Channel.rendezvous();
        try (Scope scope = Scope.open()) {
            scope.whenStuck(_ -> {
                throw new IllegalStateException("the handler's");
            });
            assertThatThrownBy(outside::receive).hasMessage("the handler's");
            assertThat(outside.waitingReceivers()).isZero();
            scope.whenStuck(_ -> {
                outside.trySend(1); // to the opening thread itself
                throw new IllegalStateException("the handler's");
            });
            assertThat(outside.receive()).isEqualTo(1);
        }
    }

    @Test
    void whoWaitsForSomethingElseIsNotStuck() throws Exception {
        try (Scope scope = Scope.open()) {
            Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
            Fork<Integer> got = scope.fork(() -> ping.receive());
            scope.go(() -> {
                Channel<Integer> silent = scope.<Integer>channel("silent").rendezvous();
                silent.receive(Duration.ofMillis(150)); // several looks of the opening thread
                ping.send(1);
            });
            scope.join();
            assertThat(got.result()).isEqualTo(1);
        }
    }

    @Test
    void aChannelThatWasUsedOutsideIsNotConfined() throws Exception {
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Channel<Integer> ping = scope.<Integer>channel("ping").buffered(1);
            Fork<Integer> got = scope.fork(() -> ping.receive() + ping.receive());
            CountDownLatch stuck = new CountDownLatch(1);
            scope.whenStuck(_ -> stuck.countDown());
            team.start(() -> {
                ping.send(1);
                stuck.await();
                ping.send(2);
            });
            Team.await(() -> ping.waitingReceivers() == 1 && ping.size() == 0);
            scope.join();
            assertThat(got.result()).isEqualTo(3);
        }
    }
}
