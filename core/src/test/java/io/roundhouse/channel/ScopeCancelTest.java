package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Canceling reaches the thread that opened the scope, and leaves it no interrupt. */
@Timeout(60)
final class ScopeCancelTest {
    private final Roll roll = new Roll();

    /** A process that cancels, as soon as that is so. */
    private void cancels(Scope scope, CountDownLatch when) {
        scope.go(() -> {
            roll.here();
            when.await();
            scope.cancel();
        });
    }

    private static boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }

    @ParameterizedTest
    @EnumSource
    void itReachesTheOpeningThreadWhereverItWaits(WaitOfOwner how) {
        Channel<Integer> meeting = Channel.rendezvous();
        Channel<Integer> buffer = Channel.buffered(1);
        Thread opens = Thread.currentThread();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                Fork<?> silent = scope.go(() -> Channel.rendezvous().receive());
                                scope.go(() -> {
                                    roll.here();
                                    Until.isAsleep(opens);
                                    scope.cancel();
                                });
                                how.run(meeting, buffer, silent);
                            }
                        })
                .isInstanceOf(CancellationException.class)
                .hasMessage("the scope has been canceled")
                .hasNoSuppressedExceptions();
        assertThat(meeting.waitingSenders() + meeting.waitingReceivers()).isZero();
        assertThat(buffer.waitingReceivers()).isZero();
        assertThat(isInterrupted()).isFalse();
        roll.nobodyIsLeft(1);
    }

    @Test
    void anyThreadMayCancel() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            team.start(() -> {
                Team.awaitReceivers(silent, 1);
                scope.cancel();
            });
            assertThatThrownBy(silent::receive).isInstanceOf(CancellationException.class);
            assertThat(isInterrupted()).isFalse();
            scope.join(); // all have ended, and nothing has failed
            team.join();
        }
    }

    /** To interrupt a thread may be to close what it waits at, which may take long. */
    @Test
    void aProcessThatIsSlowToInterruptHoldsUpNobodyElse() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        SlowToClose file = new SlowToClose(closing, looked);
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Fork<?> reads = scope.go(file::read);
            team.start(() -> {
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            team.start(() -> {
                closing.await();
                assertThat(scope.isCanceled()).isTrue();
                looked.countDown();
            });
            scope.join();
            assertThat(reads.isDone()).isTrue();
            team.join();
            assertThat(file.wasHeldUp).isFalse();
        }
    }

    /** Who has not been interrupted yet may wait for one that was, and has ended. */
    @Test
    void whileSomeHaveBeenInterruptedNobodySaysThatAllWait() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        SlowToClose file = new SlowToClose(closing, looked);
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Channel<Integer> silent = scope.<Integer>channel("silent").rendezvous();
            Fork<?> ends = scope.go(() -> file.readUntil(closing));
            scope.go(silent::receive);
            team.start(() -> {
                Team.awaitReceivers(silent, 1);
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            team.start(() -> {
                closing.await();
                Until.isTrue(() -> !ends.process().thread.isAlive());
                assertThat(scope.processes.add(new ArrayList<>())).isFalse();
                looked.countDown();
            });
            scope.join();
            team.join();
            assertThat(file.wasHeldUp).isFalse();
        }
    }

    /**
     * What is thrown by who closes what a thread waits at keeps no other one from its interrupt.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatCannotBeClosedForAnInterruptHoldsUpNobodyElse(boolean ofOwner) throws Exception {
        CannotClose file = new CannotClose();
        CountDownLatch never = new CountDownLatch(1);
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            if (!ofOwner) {
                scope.go(file::read);
            }
            scope.go(() -> never.await());
            team.start(() -> {
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            if (ofOwner) {
                assertThatThrownBy(file::read).isInstanceOf(InterruptedException.class);
                file.ends();
            }
            scope.join();
            team.join();
        }
    }

    /** The owner comes last: what it waits at may wait for one of the processes as it closes. */
    @Test
    void toInterruptTheOwnerMayTakeUntilTheProcessesHaveEnded() throws Exception {
        CountDownLatch hasEnded = new CountDownLatch(1);
        SlowToClose file = new SlowToClose(new CountDownLatch(1), hasEnded);
        Channel<Integer> never = Channel.rendezvous();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            scope.go(() -> {
                try {
                    never.receive();
                } finally {
                    hasEnded.countDown();
                }
            });
            team.start(() -> {
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            assertThatThrownBy(file::read).isInstanceOf(InterruptedException.class);
            file.ends();
            team.join();
            assertThat(file.wasHeldUp).isFalse();
        }
    }

    /** What a process does when it is canceled, while the owner's file waits for its end. */
    enum CleanUp {
        CANCELS {
            @Override
            void run(Scope scope) {
                scope.cancel();
            }
        },
        FAILS {
            @Override
            void run(Scope scope) {
                throw new IllegalStateException("as it cleans up");
            }
        };

        abstract void run(Scope scope);
    }

    @ParameterizedTest
    @EnumSource(CleanUp.class)
    void aProcessThatCleansUpDoesNotWaitUntilTheOwnerIsInterrupted(CleanUp how) throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch hasEnded = new CountDownLatch(1);
        SlowToClose file = new SlowToClose(closing, hasEnded);
        Channel<Integer> never = Channel.rendezvous();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Fork<?> process =
                    scope.go(() -> {
                        try {
                            never.receive();
                        } finally {
                            closing.await();
                            how.run(scope);
                        }
                    });
            team.start(() -> {
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            team.start(() -> {
                Until.isTrue(process::isDone);
                Until.isTrue(() -> !process.process().thread.isAlive());
                hasEnded.countDown();
            });
            assertThatThrownBy(file::read).isInstanceOf(InterruptedException.class);
            file.ends();
            team.join();
            assertThat(file.wasHeldUp).isFalse();
        } catch (ScopeFailedException e) {
            assertThat(e).hasRootCauseMessage("as it cleans up");
        }
    }

    /** Nor does it keep others from theirs. */
    @Test
    void aProcessThatCouldNotBeInterruptedIsWhenItIsCanceledAgain() throws Exception {
        CannotWake selector = new CannotWake();
        CountDownLatch never = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            scope.go(selector::await);
            Fork<?> other = scope.go(() -> never.await());
            Until.isTrue(() -> selector.isAwaited);
            assertThatThrownBy(scope::cancel).isSameAs(selector.planted);
            Until.isTrue(other::isDone);
            selector.canWake = true;
            scope.cancel();
            scope.join();
        }
    }

    @Test
    void anOwnerThatCouldNotBeInterruptedIsWhenItIsCanceledAgain() throws Exception {
        CannotWake selector = new CannotWake();
        CountDownLatch never = new CountDownLatch(1);
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            Fork<?> process = scope.go(() -> never.await());
            team.start(() -> {
                Until.isTrue(() -> selector.isAwaited);
                assertThatThrownBy(scope::cancel).isSameAs(selector.planted);
                Until.isTrue(process::isDone);
                selector.canWake = true;
                scope.cancel();
            });
            selector.await();
            team.joinInterrupted();
        }
        assertThat(isInterrupted()).isFalse();
    }

    /** Where another one does, once more, what has failed. */
    @Test
    void whoCancelsAgainDoesNotWaitUntilTheOwnerIsInterrupted() throws Exception {
        CannotWake selector = new CannotWake();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            team.start(() -> {
                Until.isTrue(() -> selector.isAwaited);
                assertThatThrownBy(scope::cancel).isSameAs(selector.planted);
                selector.mayWake = new CountDownLatch(1);
                selector.canWake = true;
                scope.cancel();
            });
            team.start(() -> {
                selector.waking.await();
                scope.cancel();
                selector.mayWake.countDown();
            });
            selector.await();
            team.joinInterrupted();
        }
        assertThat(selector.wasHeldUp).isFalse();
        assertThat(isInterrupted()).isFalse();
    }

    private static final class CannotClose extends File {
        @Override
        protected void implCloseChannel() {
            throw new IllegalStateException("planted");
        }
    }

    @Test
    void anInterruptThatNobodyWasToldOfIsTakenBackByClosing() {
        CountDownLatch now = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            cancels(scope, now);
            now.countDown();
            Until.isTrue(ScopeCancelTest::isInterrupted);
        }
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void anInterruptThatNobodyWasToldOfIsTakenBackByJoining() throws Exception {
        CountDownLatch now = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            cancels(scope, now);
            now.countDown();
            Until.isTrue(ScopeCancelTest::isInterrupted);
            scope.join();
            assertThat(isInterrupted()).isFalse();
        }
    }

    @Test
    void whoCancelsHisOwnScopeIsNotInterrupted() throws Exception {
        Channel<Integer> full = Channel.buffered(1);
        try (Scope scope = Scope.open()) {
            scope.cancel();
            assertThat(isInterrupted()).isFalse();
            full.send(1);
            scope.join();
        }
    }

    @Test
    void whoForksAfterItIsToldAndKeepsNoInterrupt() {
        CountDownLatch now = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            cancels(scope, now);
            now.countDown();
            Until.isTrue(ScopeCancelTest::isInterrupted);
            assertThatThrownBy(() -> scope.go(() -> {})).isInstanceOf(CancellationException.class);
            assertThat(isInterrupted()).isFalse();
        }
    }

    @Test
    void aFailureBehindItIsStillToldByClosing() {
        Channel<Integer> silent = Channel.rendezvous();
        List<Throwable> seen = new ArrayList<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                CountDownLatch told = new CountDownLatch(1);
                                scope.go(() -> {
                                    try {
                                        silent.receive();
                                    } catch (InterruptedException e) {
                                        told.await();
                                        throw new IllegalStateException("while it cleaned up", e);
                                    }
                                });
                                scope.go(() -> {
                                    Team.awaitReceivers(silent, 2);
                                    scope.cancel();
                                });
                                seen.add(catchThrowable(silent::receive));
                                told.countDown();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasStackTraceContaining("while it cleaned up");
        assertThat(seen).singleElement().isInstanceOf(CancellationException.class);
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void itReachesTheOpeningThreadInAScopeInside() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope outer = Scope.open()) {
                                outer.go(() -> {
                                    Team.awaitReceivers(silent, 2);
                                    outer.cancel();
                                });
                                try (Scope inner = Scope.open()) {
                                    inner.go(silent::receive);
                                    silent.receive();
                                }
                            }
                        })
                .isInstanceOf(CancellationException.class)
                .hasNoSuppressedExceptions();
        assertThat(silent.waitingReceivers()).isZero();
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void itReachesTheOpeningThreadThatJoinsAScopeInside() {
        Channel<Integer> silent = Channel.rendezvous();
        assertThatThrownBy(
                        () -> {
                            try (Scope outer = Scope.open()) {
                                Thread opens = Thread.currentThread();
                                outer.go(() -> {
                                    Team.awaitReceivers(silent, 1);
                                    Until.isAsleep(opens);
                                    outer.cancel();
                                });
                                try (Scope inner = Scope.open()) {
                                    inner.go(silent::receive);
                                    inner.join();
                                }
                            }
                        })
                .isInstanceOf(CancellationException.class)
                .hasNoSuppressedExceptions();
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void bothScopesOfAThreadTellItOfTheirOwnEnd() {
        Channel<Integer> silent = Channel.rendezvous();
        List<Throwable> seen = new ArrayList<>();
        CountDownLatch now = new CountDownLatch(1);
        try (Scope outer = Scope.open()) {
            try (Scope inner = Scope.open()) {
                cancels(outer, now);
                cancels(inner, now);
                now.countDown();
                Until.isTrue(() -> outer.isCanceled() && inner.isCanceled());
            }
            seen.add(catchThrowable(silent::receive));
        }
        assertThat(seen).singleElement().isInstanceOf(CancellationException.class);
        assertThat(isInterrupted()).isFalse();
    }

    // ---- interrupts by others

    @Test
    void anInterruptByOthersThatCameBeforeIsKeptByClosing() {
        Thread.currentThread().interrupt();
        try (Scope scope = Scope.open()) {
            scope.go(scope::cancel);
            Until.isTrue(scope::isCanceled);
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    /** The owner may wait for the scope's lock when the failure looks at its flag. */
    @RepeatedTest(3_000)
    void anInterruptByOthersThatCameBeforeAFailureIsKeptByClosing() {
        assertThatThrownBy(
                        () -> {
                            Thread.currentThread().interrupt();
                            try (Scope scope = Scope.open()) {
                                scope.go(() -> {
                                    throw new IllegalStateException("first");
                                });
                                Until.isTrue(scope::isCanceled);
                            }
                        })
                .isInstanceOf(ScopeFailedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptByOthersThatCameBeforeIsKeptByTheWaitThatIsToldOfTheScope() {
        try (Scope scope = Scope.open()) {
            Thread.currentThread().interrupt();
            scope.go(scope::cancel);
            Until.isTrue(scope::isCanceled);
            assertThatThrownBy(() -> Channel.buffered(1).receive())
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(isInterrupted()).isFalse();
    }

    @Test
    void anInterruptByOthersThatCameBeforeBothScopesIsKept() {
        try (Scope outer = Scope.open()) {
            Thread.currentThread().interrupt();
            try (Scope inner = Scope.open()) {
                inner.go(inner::cancel);
                Until.isTrue(inner::isCanceled);
                outer.go(outer::cancel);
                Until.isTrue(outer::isCanceled);
            }
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    /** It has been told, whichever interrupt it was. */
    @Test
    void anInterruptThatAWaitElsewhereHasEndedByIsNotSetAgain() {
        try (Scope scope = Scope.open()) {
            Thread.currentThread().interrupt();
            scope.go(scope::cancel);
            Until.isTrue(scope::isCanceled);
            assertThatThrownBy(() -> new CountDownLatch(1).await(50, TimeUnit.SECONDS))
                    .isInstanceOf(InterruptedException.class);
        }
        assertThat(isInterrupted()).isFalse();
    }

    // ---- joining again

    @Test
    void joiningAgainAfterAFailureThrowsTheSame() throws Exception {
        List<Throwable> seen = new ArrayList<>();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                throw new IllegalStateException("first");
            });
            seen.add(catchThrowable(scope::join));
            seen.add(catchThrowable(scope::join));
            seen.add(catchThrowable(scope::join));
        } // which throws nothing: it has been told
        assertThat(seen.getFirst()).isInstanceOf(ScopeFailedException.class);
        assertThat(seen).allMatch(each -> each == seen.getFirst());
    }

    @Test
    void joiningThrowsWhatAWaitHasTold() throws Exception {
        List<Throwable> seen = new ArrayList<>();
        Channel<Integer> silent = Channel.rendezvous();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                Team.awaitReceivers(silent, 1);
                throw new IllegalStateException("first");
            });
            seen.add(catchThrowable(silent::receive));
            seen.add(catchThrowable(scope::join));
        }
        assertThat(seen.get(0)).isInstanceOf(ScopeFailedException.class);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
    }
}
