package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scope sees the scopes that its threads have opened inside of it. */
@Timeout(60)
final class DeadlockAcrossScopesTest {
    private final Roll roll = new Roll();

    /** What is done in a scope by the thread that has opened it. */
    private interface Inside {
        void run(Scope scope) throws Exception;
    }

    private static void joined(Inside what) throws Exception {
        try (Scope scope = Scope.open()) {
            what.run(scope);
            scope.join();
        }
    }

    /** Reports nothing of what it sees itself: that is up to the scope around it. */
    private static void joinedQuietly(Inside what) throws Exception {
        joined(scope -> {
            scope.whenStuck(_ -> {});
            what.run(scope);
        });
    }

    private static Channel<Integer> meeting(Scope scope, String name) {
        return scope.<Integer>channel(name).rendezvous();
    }

    /** Of a process that is on the roll. */
    private Scope.Body listed(Scope.Body body) {
        return () -> {
            roll.here();
            body.run();
        };
    }

    private Fork<Integer> receives(Scope scope, Channel<Integer> channel) {
        return scope.fork(() -> {
            roll.here();
            return channel.receive();
        });
    }

    /** Two such, of which each asks the other first, wait for each other. */
    private static Scope.Body answers(Channel<Integer> asked, Channel<Integer> answered) {
        return () -> answered.send(asked.receive());
    }

    @Test
    void aProcessThatWaitsInAnInnerScopeIsPartOfADeadlock() {
        assertThatThrownBy(() ->
                        joined(outer -> {
                            Channel<Integer> ping = meeting(outer, "ping");
                            Channel<Integer> pong = meeting(outer, "pong");
                            outer.go(
                                    listed(() ->
                                            joinedQuietly(inner ->
                                                    inner.go(listed(answers(pong, ping))))));
                            outer.go(listed(answers(ping, pong)));
                        }))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("deadlock: all")
                .hasMessageContaining("process 1 joins the processes of a scope")
                .hasMessageContaining("process 1 receives from pong")
                .hasMessageContaining("process 2 receives from ping");
        roll.nobodyIsLeft(3);
    }

    @Test
    void theThreadThatOpenedBothIsToldInTheInnerOne() {
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(() ->
                        joined(outer -> {
                            Channel<Integer> ping = meeting(outer, "ping");
                            Channel<Integer> pong = meeting(outer, "pong");
                            outer.go(listed(answers(ping, pong)));
                            try {
                                joinedQuietly(inner -> inner.go(listed(answers(pong, ping))));
                            } catch (DeadlockException e) {
                                seen.add(e);
                                throw e;
                            }
                        }))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 1 receives from pong")
                .hasMessageContaining("process 1 receives from ping")
                .hasNoSuppressedExceptions();
        assertThat(seen).hasSize(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        roll.nobodyIsLeft(2);
    }

    /**
     * Who cleans up behind a failure, and is held up there, is told of that, and not twice of the
     * first.
     */
    @Test
    void aDeadlockBehindAFailureIsToldInTheInnerScopeAsWhatItIs() {
        List<Throwable> seen = new ArrayList<>();
        try (Scope outer = Scope.open()) {
            Channel<Integer> never = meeting(outer, "never");
            Channel<Integer> silent = meeting(outer, "silent");
            outer.go(() -> {
                roll.here();
                try {
                    never.receive();
                } finally {
                    never.receive();
                }
            });
            outer.go(() -> {
                throw new IllegalStateException("first");
            });
            try (Scope inner = Scope.open()) {
                inner.whenStuck(_ -> {});
                seen.add(catchThrowable(silent::receive));
                seen.add(catchThrowable(silent::receive));
            }
        }
        assertThat(seen.get(0)).isInstanceOf(ScopeFailedException.class);
        assertThat(seen.get(1))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 1 receives from never");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        roll.nobodyIsLeft(1);
    }

    /** Both scopes end by it: the failure of the one inside may be first, and bring it along. */
    @Test
    void whoJoinsAProcessOfAScopeAroundIsPartOfADeadlock() {
        Throwable thrown =
                catchThrowable(() ->
                        joined(outer -> {
                            Fork<Integer> waits = receives(outer, meeting(outer, "never"));
                            joined(inner -> inner.go(listed(waits::join)));
                        }));
        assertThat(Stream.concat(Stream.of(thrown), Stream.of(thrown.getSuppressed())))
                .filteredOn(each -> each instanceof DeadlockException)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining("process 1 receives from never")
                .hasMessageContaining("process 1 joins process 1");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        roll.nobodyIsLeft(2);
    }

    @Test
    void anInnerScopeWhoseTimeIsNotOverGoesOn() throws Exception {
        try (Scope outer = Scope.open()) {
            Channel<Integer> ping = meeting(outer, "ping");
            Channel<Integer> silent = meeting(outer, "silent");
            Fork<Integer> got = outer.fork(ping::receive);
            outer.go(() -> {
                try (Scope inner = Scope.open(Duration.ofMillis(150))) { // several looks
                    inner.go(silent::receive);
                    inner.join();
                } catch (ScopeDeadlineException e) {
                    ping.send(1);
                }
            });
            outer.join();
            assertThat(got.result()).isEqualTo(1);
        }
    }

    @Test
    void aProcessOfAnInnerScopeThatGoesOnKeepsTheOuterOneFromBeingStuck() throws Exception {
        Thread opens = Thread.currentThread();
        try (Scope outer = Scope.open();
                Team team = new Team()) {
            Channel<Integer> ping = meeting(outer, "ping");
            CountDownLatch looked = new CountDownLatch(1);
            outer.whenStuck(_ -> {});
            Fork<Integer> got = outer.fork(ping::receive);
            try (Scope inner = Scope.open()) {
                inner.go(() -> {
                    looked.await(); // for something that is no channel
                    ping.send(1);
                });
                team.start(() -> {
                    for (int look = 0; look < 3; look++) { // it sleeps, and looks, and sleeps
                        Until.isTrue(() -> opens.getState() == Thread.State.TIMED_WAITING);
                        Until.isTrue(() -> opens.getState() == Thread.State.RUNNABLE);
                    }
                    looked.countDown();
                });
                outer.join();
                inner.join();
            }
            team.join();
            assertThat(got.result()).isEqualTo(1);
        }
    }

    @Test
    void whoCleansUpInAnInnerScopeIsInterruptedAgain() {
        assertThatThrownBy(() ->
                        joined(outer -> {
                            Channel<Integer> ping = meeting(outer, "ping");
                            outer.go(
                                    listed(() -> {
                                        try (Scope inner = Scope.open()) {
                                            inner.whenStuck(_ -> {});
                                            inner.go(
                                                    listed(() -> {
                                                        try {
                                                            ping.receive();
                                                        } finally {
                                                            ping.send(
                                                                    1); // nobody will ever receive
                                                        }
                                                    }));
                                            Team.awaitReceivers(ping, 1);
                                        }
                                    }));
                        }))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 1 sends to ping");
        roll.nobodyIsLeft(2);
    }

    @Test
    void whoJoinsAForkOfAnOuterScopeIsPartOfADeadlock() {
        assertThatThrownBy(() ->
                        joined(outer -> {
                            Fork<Integer> fork = receives(outer, meeting(outer, "ping"));
                            outer.go(
                                    listed(() ->
                                            joinedQuietly(inner -> {
                                                inner.go(listed(fork::join));
                                                fork.join();
                                            })));
                        }))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("process 2 joins process 1")
                .hasMessageContaining("process 1 joins process 1")
                .hasMessageContaining("process 1 receives from ping");
        roll.nobodyIsLeft(3);
    }

    @Test
    void theThreadThatOpenedBothJoinsAForkOfTheOuterOne() {
        assertThatThrownBy(() ->
                        joined(outer -> {
                            Channel<Integer> ping = meeting(outer, "ping");
                            Fork<Integer> fork = outer.fork(ping::receive);
                            joined(inner -> {
                                inner.go(() -> ping.receive());
                                fork.join();
                            });
                        }))
                .isInstanceOf(DeadlockException.class)
                .hasMessageContaining("joins process 1");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void whatAnInnerScopeHasSharedIsReportedOnly() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        List<DeadlockException> reports = new ArrayList<>();
        try (Team team = new Team();
                Scope outer = Scope.open()) {
            outer.whenStuck(report -> {
                reports.add(report);
                told.countDown();
            });
            outer.go(() -> {
                try (Scope inner = Scope.open()) {
                    inner.whenStuck(_ -> {});
                    Channel<Integer> given = inner.share(meeting(inner, "given"));
                    team.start(() -> {
                        told.await();
                        given.send(1);
                    });
                    inner.go(given::receive);
                    inner.join();
                }
            });
            outer.join();
            team.join();
        }
        assertThat(reports).hasSize(1).noneMatch(DeadlockException::isCertain);
    }
}
