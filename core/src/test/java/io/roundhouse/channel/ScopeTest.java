package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads end with their scope; failures and time reach all of them. */
@Timeout(60)
final class ScopeTest {
    private final Roll roll = new Roll();

    @Test
    void joinWaitsForAllAndTheirForks() throws Exception {
        Fork<Integer> sum;
        List<Integer> inner = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            Channel<Integer> numbers = scope.<Integer>channel("numbers").buffered(2);
            scope.go(() -> {
                roll.here();
                for (int i = 1; i <= 10; i++) {
                    numbers.send(i);
                }
                numbers.close();
                scope.go(() -> {
                    roll.here();
                    inner.add(1);
                });
            });
            sum =
                    scope.fork(() -> {
                        roll.here();
                        return numbers.stream().mapToInt(Integer::intValue).sum();
                    });
            scope.join();
            assertThat(sum.isDone()).isTrue();
            assertThat(sum.result()).isEqualTo(55);
            assertThat(sum.join()).isEqualTo(55);
        }
        assertThat(inner).containsExactly(1);
        roll.nobodyIsLeft(3);
    }

    /** What a thread inherits is made by code of users, which may wait for another process. */
    @Test
    void whoForksMeanwhileIsNotHeldUpByWhatAThreadInherits() throws Exception {
        CountDownLatch inheriting = new CountDownLatch(1);
        CountDownLatch forked = new CountDownLatch(1);
        InheritableThreadLocal<Integer> local =
                new InheritableThreadLocal<>() {
                    @Override
                    protected Integer childValue(Integer of) {
                        inheriting.countDown();
                        try {
                            forked.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError("nobody else could fork", e);
                        }
                        return of + 1;
                    }
                };
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                inheriting.await();
                scope.go(forked::countDown);
            });
            local.set(1);
            Fork<Integer> child = scope.fork(local::get);
            scope.join();
            assertThat(child.result()).isEqualTo(2);
        } finally {
            local.remove();
        }
    }

    @Test
    void theFirstFailureCancelsTheOthers() {
        Channel<Integer> silent = Channel.rendezvous();
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open()) {
                        for (int i = 0; i < 3; i++) {
                            scope.go(() -> {
                                roll.here();
                                silent.receive();
                            });
                        }
                        scope.go(() -> {
                            roll.here();
                            try {
                                silent.receive();
                            } catch (InterruptedException e) {
                                throw new IllegalArgumentException("second", e);
                            }
                        });
                        Team.awaitReceivers(silent, 4);
                        scope.go(() -> {
                            roll.here();
                            throw new IllegalStateException("first");
                        });
                        scope.join();
                    }
                });
        assertThat(thrown).isInstanceOf(ScopeFailedException.class).hasRootCauseMessage("first");
        assertThat(thrown.getSuppressed()).hasSize(1);
        assertThat(thrown.getSuppressed()[0]).hasMessage("second");
        roll.nobodyIsLeft(5);
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
                                    roll.here();
                                    Team.awaitReceivers(silent, 1);
                                    throw new IllegalStateException("first");
                                });
                                silent.receive();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first");
        roll.nobodyIsLeft(1);
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

    @ParameterizedTest
    @EnumSource
    void aFailureReachesTheOpeningThreadWhereverItWaits(WaitOfOwner how) {
        Channel<Integer> meeting = Channel.rendezvous();
        Channel<Integer> buffer = Channel.buffered(1);
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Thread opens = Thread.currentThread();
                                Fork<?> fork =
                                        scope.go(() -> {
                                            Until.isAsleep(opens);
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
            Until.isAsleep(opens);
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
                                    roll.here();
                                    throw new Mute();
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasMessageContaining("Mute");
        roll.nobodyIsLeft(1);
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
        Roll begun = new Roll();
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open(time)) {
                        scope.go(() -> {
                            begun.here();
                            silent.receive();
                        });
                        scope.go(() -> {
                            begun.here();
                            full.send(1);
                        });
                        scope.go(() -> {
                            begun.here();
                            Select.of(silent.whenReceived(_ -> {})).await();
                        });
                        scope.join();
                    }
                });
        assertThat(silent.waitingReceivers() + full.waitingSenders()).isZero();
        if (begun.count() < 3) {
            return false;
        }
        assertThat(thrown)
                .isInstanceOf(ScopeDeadlineException.class)
                .hasMessageContaining(time.toString());
        begun.nobodyIsLeft(3);
        return true;
    }

    @Test
    void closingWithoutJoiningCancels() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                roll.here();
                silent.receive();
            });
            Team.awaitReceivers(silent, 1);
        }
        roll.nobodyIsLeft(1);
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
                                                        roll.here();
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
        roll.nobodyIsLeft(1);
    }

    @Test
    void whoForksAfterAFailureGetsItOnce() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    roll.here();
                                    throw new IllegalStateException("first");
                                });
                                Until.isTrue(() -> Thread.currentThread().isInterrupted());
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
        roll.nobodyIsLeft(1);
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
    void oneForkIsCanceledAndTheOthersGoOn() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        Channel<Integer> orders = Channel.rendezvous();
        try (Scope scope = Scope.open()) {
            Fork<Integer> waits = scope.fork(silent::receive);
            Fork<Integer> goesOn = scope.fork(orders::receive);
            Team.awaitReceivers(silent, 1);
            waits.cancel();
            assertThatThrownBy(waits::join)
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("process 1 has been canceled")
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThatThrownBy(waits::result).isInstanceOf(IllegalStateException.class);
            assertThat(waits.isDone()).isTrue();
            orders.send(7);
            scope.join();
            assertThat(goesOn.result()).isEqualTo(7);
            goesOn.cancel(); // too late
            assertThat(goesOn.join()).isEqualTo(7);
        }
        assertThat(silent.waitingReceivers()).isZero();
    }

    @Test
    void aCanceledForkThatThrowsSomethingElseHasFailed() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Fork<?> fork =
                                        scope.go(() -> {
                                            try {
                                                silent.receive();
                                            } catch (InterruptedException e) {
                                                throw new IllegalStateException("not like that", e);
                                            }
                                        });
                                Team.awaitReceivers(silent, 1);
                                fork.cancel();
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasMessageContaining("not like that");
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

    /** Also to who joins it: in the scope, and outside. */
    @Test
    void aProcessThatEndsAsItsScopeIsCanceledHasNotFailed() throws Exception {
        Channel<Integer> never = Channel.rendezvous();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Fork<Integer> waits = scope.fork(never::receive);
            team.start(() -> isCanceled(waits));
            scope.cancel();
            isCanceled(waits);
            assertThatThrownBy(waits::result)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("process 1 was canceled");
            scope.join();
            team.join();
        }
    }

    private static void isCanceled(Fork<?> fork) {
        assertThatThrownBy(fork::join)
                .isInstanceOf(CancellationException.class)
                .hasMessage("process 1 has been canceled")
                .hasCauseInstanceOf(InterruptedException.class);
    }

    /** Many that are woken together end together: they would all wait for it. */
    @Test
    void aProcessThatEndsWellDoesNotWaitForTheLockOfItsScope() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        CountDownLatch isHeld = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            scope.go(silent::receive);
            Fork<?> ends = scope.go(() -> isHeld.await());
            List<Process.Look> looks =
                    new AbstractList<>() {
                        @Override
                        public boolean add(Process.Look look) { // under the lock
                            isHeld.countDown();
                            Until.isTrue(ends::isDone);
                            return true;
                        }

                        @Override
                        public Process.Look get(int index) {
                            throw new IndexOutOfBoundsException(index);
                        }

                        @Override
                        public int size() {
                            return 0;
                        }
                    };
            Until.isTrue(() -> {
                scope.processes.add(looks); // finds one that waits, sooner or later
                return isHeld.getCount() == 0;
            });
            assertThat(ends.isDone()).isTrue();
        }
    }
}
