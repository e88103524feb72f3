package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scopes that one thread has opened, one inside of the other. */
@Timeout(60)
final class ScopeInScopeTest {
    private final Roll roll = new Roll();

    @Test
    void aScopeThatIsClosedBeforeThoseInsideClosesThemToo() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        Scope outer = Scope.open();
        outer.go(() -> {
            roll.here();
            silent.receive();
        });
        Scope middle = Scope.open();
        middle.go(() -> {
            roll.here();
            throw new IllegalStateException("the middle one's");
        });
        Scope inner = Scope.open();
        inner.go(() -> {
            roll.here();
            silent.receive();
        });
        Team.awaitReceivers(silent, 2);
        Until.isTrue(() -> roll.count() == 3);
        assertThatThrownBy(outer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before one that was opened inside of it")
                .satisfies(problem ->
                        assertThat(problem.getSuppressed())
                                .singleElement()
                                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                                .hasRootCauseMessage("the middle one's"));
        roll.nobodyIsLeft(3);
        assertThat(Process.current()).isNull();
        inner.close();
        middle.close();
        outer.close();
        assertThat(Process.current()).isNull();
        assertThat(Thread.interrupted()).isFalse();
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

    /** How the scope around ends a process. */
    enum Around {
        CANCELED,
        FAILED,
        FORK_CANCELED
    }

    /**
     * The inner scope has interrupted the process, and takes that back: not what came behind it.
     */
    @ParameterizedTest
    @EnumSource(Around.class)
    void whatTheScopeThatForkedItTellsAProcessIsNotTakenBackByOneThatItHasOpened(Around how) {
        Channel<Integer> silent = Channel.rendezvous();
        CountDownLatch innerHasFailed = new CountDownLatch(1);
        AtomicBoolean told = new AtomicBoolean();
        List<Throwable> seen = new CopyOnWriteArrayList<>();
        try (Scope outer = Scope.open()) {
            Fork<?> process =
                    outer.go(() -> {
                        try (Scope inner = Scope.open()) {
                            inner.go(() -> {
                                throw new IllegalStateException("inside");
                            });
                            Until.isTrue(Thread.currentThread()::isInterrupted);
                            innerHasFailed.countDown();
                            Until.isTrue(told::get);
                            inner.join();
                        } catch (ScopeFailedException e) {
                            seen.add(e);
                        }
                        silent.receive();
                    });
            innerHasFailed.await();
            switch (how) {
                case CANCELED -> outer.cancel();
                case FORK_CANCELED -> process.cancel();
                case FAILED -> {
                    outer.go(() -> {
                        throw new IllegalStateException("outside");
                    });
                    Until.isTrue(outer::isCanceled);
                }
            }
            told.set(true);
        } catch (ScopeFailedException | InterruptedException e) {
            seen.add(e);
        }
        assertThat(seen.getFirst()).hasRootCauseMessage("inside");
        assertThat(silent.waitingReceivers()).isZero();
        Thread.interrupted(); // of whoever got the failure of the outer one
    }

    /** Its own scope is canceled later, by the process that has opened it, or not at all. */
    @Test
    void aProcessThatJoinsOneOfACanceledScopeAroundHasNotFailed() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        CountDownLatch hasForked = new CountDownLatch(1);
        try (Scope outer = Scope.open()) {
            Fork<?> joined = outer.go(silent::receive);
            Fork<?> process =
                    outer.go(() -> {
                        try (Scope inner = Scope.open()) {
                            Fork<?> joins = inner.go(joined::join);
                            hasForked.countDown();
                            Until.isTrue(joins::isDone);
                            inner.join();
                        }
                    });
            hasForked.await();
            outer.cancel();
            outer.join();
            assertThat(process.isDone()).isTrue();
        }
    }

    @Test
    void norWhereThatScopeIsFurtherOut() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope outer = Scope.open()) {
            Fork<?> joined = outer.go(silent::receive);
            try (Scope _ = Scope.open();
                    Scope inner = Scope.open()) {
                Fork<?> joins = inner.go(joined::join);
                outer.cancel();
                assertThatThrownBy(inner::join).isInstanceOf(CancellationException.class);
                assertThatThrownBy(joins::join).isInstanceOf(CancellationException.class);
            }
            outer.join();
        }
    }

    /** Others may wait for what it was to do, and nobody else cancels them. */
    @Test
    void whereSuchAProcessEndsItsOwnScopeIsCanceled() {
        Channel<Integer> silent = Channel.rendezvous();
        CompletableFuture<Integer> never = new CompletableFuture<>();
        try (Scope outer = Scope.open()) {
            Fork<?> joined = outer.go(silent::receive);
            try (Scope inner = Scope.open()) {
                inner.go(() -> {
                    joined.join();
                    never.complete(1);
                });
                Fork<?> waits = inner.fork(never::get);
                outer.cancel();
                assertThatThrownBy(inner::join).isInstanceOf(CancellationException.class);
                assertThat(waits.isDone()).isTrue();
            }
        }
    }

    /** That its own process was canceled is no reason for what it forks now to have ended well. */
    @Test
    void whoCleansUpIsToldThatAProcessWasCanceled() throws Exception {
        CompletableFuture<Integer> canceled = new CompletableFuture<>();
        canceled.cancel(false);
        AtomicReference<Throwable> told = new AtomicReference<>();
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope outer = Scope.open()) {
            outer.go(() -> {
                try {
                    silent.receive();
                } finally {
                    try (Scope clean = Scope.open()) {
                        clean.fork(canceled::join);
                        clean.join();
                    } catch (Throwable e) {
                        told.set(e);
                    }
                }
            });
            Team.awaitReceivers(silent, 1);
            outer.cancel();
            outer.join();
        }
        assertThat(told.get())
                .isInstanceOfAny(CancellationException.class, InterruptedException.class);
    }

    /** Where it cannot be told from an end by the scope around, it is not forgotten either. */
    @Test
    void whoIsCanceledFromAroundIsToldWhatAProcessHasThrown() throws Exception {
        Exception thrown = new InterruptedIOException("timeout: nobody answered");
        AtomicReference<Throwable> told = new AtomicReference<>();
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope outer = Scope.open()) {
            Fork<?> joined = outer.go(silent::receive);
            try (Scope inner = Scope.open()) {
                inner.go(() -> {
                    Until.isTrue(joined::isDone);
                    throw thrown;
                });
                outer.cancel();
                told.set(catchThrowable(inner::join));
            }
            outer.join();
        }
        assertThat(told.get()).isInstanceOf(CancellationException.class).hasCause(thrown);
    }

    /** What nobody has asked of it is a failure as ever. */
    @Test
    void aProcessThatJoinsOneThatWasCanceledAloneHasFailed() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope outer = Scope.open()) {
            Fork<?> joined = outer.go(silent::receive);
            try (Scope inner = Scope.open()) {
                inner.go(joined::join);
                joined.cancel();
                assertThatThrownBy(inner::join)
                        .isInstanceOf(ScopeFailedException.class)
                        .hasCauseInstanceOf(CancellationException.class);
            }
        }
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
                                    Until.isTrue(() -> threadsOfBothHaveFailed(outer, inner));
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

    @Test
    void aProcessThatLeavesAScopeOpenFailsAndIsOutlivedByNothing() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> leavesScopesOpen(silent));
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "process 1 has ended before a scope that it had opened;"
                                + " that has been closed, too")
                .hasNoSuppressedExceptions();
        roll.nobodyIsLeft(2);
        assertThat(silent.waitingReceivers()).isZero();
    }

    /** Two, each with a process that waits. */
    private void leavesScopesOpen(Channel<Integer> silent) {
        for (int i = 1; i <= 2; i++) {
            Scope inner = Scope.open();
            inner.go(() -> {
                roll.here();
                silent.receive();
            });
            Team.awaitReceivers(silent, i);
        }
    }

    @Test
    void whyAProcessHasFailedComesBeforeTheScopesThatItLeftOpen() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    leavesScopesOpen(silent);
                                    throw new IllegalArgumentException("of the body");
                                });
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .cause()
                .hasMessage("of the body")
                .satisfies(problem ->
                        assertThat(problem.getSuppressed())
                                .singleElement()
                                .isInstanceOf(IllegalStateException.class));
        roll.nobodyIsLeft(2);
    }

    @Test
    void aCanceledProcessThatLeavesAScopeOpenHasFailed() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Fork<?> fork =
                                        scope.go(() -> {
                                            leavesScopesOpen(silent);
                                            silent.receive();
                                        });
                                Team.awaitReceivers(silent, 3);
                                fork.cancel();
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .satisfies(problem ->
                        assertThat(problem.getSuppressed())
                                .singleElement()
                                .isInstanceOf(InterruptedException.class));
        roll.nobodyIsLeft(2);
    }

    private static boolean threadsOfBothHaveFailed(Scope outer, Scope inner) {
        return outer.isCanceled() && inner.isCanceled();
    }
}
