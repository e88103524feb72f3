package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that wait for each other are found and told, and never wrongly. */
@Timeout(60)
final class ScopeDeadlockTest {
    private final Roll roll = new Roll();

    @Test
    void aDeadlockIsFoundAndSaysWhoWaitsWhere() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                Channel<Integer> pong = scope.<Integer>channel("pong").buffered(1);
                                scope.go(() -> {
                                    roll.here();
                                    ping.receive();
                                    pong.send(1);
                                });
                                scope.go(() -> {
                                    roll.here();
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
        roll.nobodyIsLeft(2);
    }

    @Test
    void theOpeningThreadIsOfTheScopeToo() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                scope.go(() -> {
                                    roll.here();
                                    ping.receive();
                                });
                                Team.awaitReceivers(ping, 1);
                                ping.receive();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("receives from ping");
        roll.nobodyIsLeft(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void theOpeningThreadIsToldWhenAllOthersWereCanceled() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> results =
                                        scope.<Integer>channel("results").rendezvous();
                                scope.go(() -> {
                                    roll.here();
                                    Team.awaitSenders(results, 1);
                                    scope.cancel();
                                });
                                seen.add(catchThrowable(() -> results.send(1)));
                                results.send(2); // who goes on all the same waits for nobody
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("sends to results");
        assertThat(seen).singleElement().isInstanceOf(CancellationException.class);
        roll.nobodyIsLeft(1);
    }

    @Test
    void whoWaitsAgainAfterCancelingIsInterruptedAgain() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                scope.go(() -> {
                                    roll.here();
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
        roll.nobodyIsLeft(1);
    }

    @Test
    void whoWaitsWhileItCleansUpIsInterruptedAgainByClosing() {
        Throwable thrown =
                catchThrowable(() -> {
                    try (Scope scope = Scope.open()) {
                        Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                        Channel<Integer> ended = scope.<Integer>channel("ended").rendezvous();
                        scope.go(() -> {
                            roll.here();
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
        roll.nobodyIsLeft(1);
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
                    roll.here();
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
        roll.nobodyIsLeft(1);
    }

    @Test
    void whoJoinsAForkIsPartOfADeadlock() {
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
                                Fork<Integer> fork =
                                        scope.fork(() -> {
                                            roll.here();
                                            return ping.receive();
                                        });
                                fork.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("joins process 1")
                .hasMessageContaining("process 1 receives from ping");
        roll.nobodyIsLeft(1);
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
                                            roll.here();
                                            return ping.receive();
                                        });
                                scope.go(() -> {
                                    roll.here();
                                    fork.join();
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 2 joins process 1")
                .hasMessageContaining("process 1 receives from ping");
        roll.nobodyIsLeft(2);
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
                    Until.isAsleep(opens);
                    goesOn.countDown();
                });
                assertThat(joins.join()).isEqualTo(1);
                team.join();
            }
            scope.join();
        }
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
                                    roll.here();
                                    dead.receive();
                                });
                                scope.go(() -> {
                                    roll.here();
                                    throw new IllegalStateException("first");
                                });
                                Until.isTrue(() -> Thread.currentThread().isInterrupted());
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("first")
                .hasNoSuppressedExceptions();
        assertThat(seen).singleElement().isInstanceOf(DeadlockException.class);
        roll.nobodyIsLeft(2);
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
            Until.isTrue(() -> ping.waitingReceivers() == 1 && ping.size() == 0);
            scope.join();
            assertThat(got.result()).isEqualTo(3);
        }
    }

    /** Nobody can see it: "used" stands for "held", and {@link Scope#share} is how to say it. */
    @Test
    void whoHoldsAnEndOutsideAndHasNotSaidSoFindsTheChannelClosed() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (Team team = new Team()) {
            assertThatThrownBy(
                            () -> {
                                try (Scope scope = Scope.open()) {
                                    Channel<Integer> held =
                                            scope.<Integer>channel("held").buffered(1);
                                    team.start(() -> {
                                        over.await();
                                        assertThatThrownBy(() -> held.send(1))
                                                .isInstanceOf(ChannelClosedException.class);
                                    });
                                    scope.go(held::receive);
                                    scope.join();
                                }
                            })
                    .isInstanceOf(DeadlockException.class)
                    .hasMessageContaining("receives from held");
            over.countDown();
            team.join();
        }
    }

    @Test
    void aChannelOfNoScopeIsReportedOnly() throws Exception {
        Channel<Integer> free = Channel.rendezvous();
        List<DeadlockException> reports = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            Channel<Integer> own = scope.<Integer>channel("own").rendezvous();
            scope.whenStuck(report -> {
                reports.add(report);
                scope.cancel(); // there is nobody else
            });
            scope.go(free::receive);
            scope.go(own::receive);
            scope.join();
        }
        assertThat(reports).hasSize(1).noneMatch(DeadlockException::isCertain);
    }

    /** It comes last; when all processes have ended nobody seems to be left to go on. */
    @Test
    void untilTheOwnerOfACanceledScopeIsInterruptedNobodySaysThatAllWait() throws Exception {
        Looking owner = new Looking();
        owner.start();
        Team.awaitReceivers(owner.silent.get(), 1);
        Until.isAsleep(owner);
        owner.scope.join().cancel();
        assertThat(owner.told.get()).isInstanceOf(CancellationException.class);
        assertThat(owner.seen.get()).isEmpty();
    }

    /** Opens a scope, and looks at all that wait there, in the moment when it is interrupted. */
    private static final class Looking extends Thread {
        final CompletableFuture<Channel<Integer>> silent = new CompletableFuture<>();
        final CompletableFuture<Scope> scope = new CompletableFuture<>();
        final CompletableFuture<List<Process.Look>> seen = new CompletableFuture<>();
        final CompletableFuture<Throwable> told = new CompletableFuture<>();

        @Override
        public void run() {
            try (Scope opened = Scope.open()) {
                scope.complete(opened);
                opened.go(() -> new CountDownLatch(1).await());
                Channel<Integer> channel = opened.<Integer>channel("silent").rendezvous();
                silent.complete(channel);
                channel.receive();
            } catch (Throwable e) {
                told.complete(e);
            }
        }

        @Override
        public void interrupt() {
            Until.isTrue(scope.join().processes::areQuiet);
            seen.complete(scope.join().allWait());
            super.interrupt();
        }
    }
}
