package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a canceled process closes its channel, nobody of its scope takes that for a whole stream.
 */
@Timeout(60)
final class CanceledStreamTest {
    private static final Duration TIME = Duration.ofSeconds(50);

    /** At a channel that is closed, and nothing is left. */
    enum AtEnd {
        RECEIVE,
        RECEIVE_OR_NULL,
        TIMED_RECEIVE,
        RECEIVE_MANY,
        RECEIVE_BATCH,
        FOR_EACH,
        ITERATOR,
        STREAM,
        SELECT,
        SELECT_OR_CLOSED,
        SELECT_TO_SEND,
        SEND,
        TIMED_SEND,
        SEND_MANY;

        void run(Channel<Integer> closed) throws InterruptedException {
            switch (this) {
                case RECEIVE -> closed.receive();
                case RECEIVE_OR_NULL -> closed.receiveOrNull();
                case TIMED_RECEIVE -> closed.receive(TIME);
                case RECEIVE_MANY -> closed.receiveMany(2);
                case RECEIVE_BATCH -> closed.receiveMany(new Integer[2]);
                case FOR_EACH -> closed.forEach(_ -> {});
                case ITERATOR -> assertThat(closed.iterator().hasNext()).isFalse();
                case STREAM -> assertThat(closed.stream().count()).isZero();
                case SELECT -> Select.of(closed.whenReceived(_ -> {})).await();
                case SELECT_OR_CLOSED ->
                        Select.of(closed.whenReceived(_ -> {}).orClosed(() -> {})).await();
                case SELECT_TO_SEND -> Select.of(closed.whenSent(() -> 1, () -> {})).await();
                case SEND -> closed.send(1);
                case TIMED_SEND -> closed.send(1, TIME);
                case SEND_MANY -> closed.sendMany(List.of(1, 2));
            }
        }

        /** Not told of any cancellation. */
        void runQuietly(Channel<Integer> closed) throws InterruptedException {
            try {
                run(closed);
            } catch (ChannelClosedException e) {
                // as it was asked to
            }
        }
    }

    /** Waits for nothing that comes, and closes the channel as it cleans up. */
    private static Fork<?> closesAsItIsCanceled(Scope scope, Channel<Integer> stream) {
        return scope.go(() -> {
            try {
                new CountDownLatch(1).await();
            } finally {
                stream.close();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void theOpeningThreadIsTold(AtEnd how) throws Exception {
        for (Kind kind : List.of(Kind.RENDEZVOUS, Kind.ONE)) {
            Channel<Integer> stream = kind.make();
            try (Team team = new Team();
                    Scope scope = Scope.open()) {
                closesAsItIsCanceled(scope, stream);
                team.start(scope::cancel);
                Until.isTrue(stream::isClosed);
                assertThatThrownBy(() -> how.run(stream))
                        .isInstanceOf(CancellationException.class)
                        .hasMessage("the scope has been canceled");
                team.join();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                how.runQuietly(stream); // once
                scope.join();
            }
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void itIsToldWhyIfThereIsAReason() {
        Channel<Integer> stream = Channel.buffered(1);
        AtomicReference<Throwable> told = new AtomicReference<>();
        assertThatThrownBy(
                        () -> {
                            try (Scope scope = Scope.open()) {
                                closesAsItIsCanceled(scope, stream);
                                scope.go(() -> {
                                    throw new IllegalStateException("no more fish");
                                });
                                Until.isTrue(stream::isClosed);
                                told.set(catchThrowable(() -> stream.forEach(_ -> {})));
                                scope.join();
                            }
                        })
                .isInstanceOf(ScopeFailedException.class)
                .hasRootCauseMessage("no more fish")
                .isSameAs(told.get());
    }

    /** Its own interrupt may be on its way, or have come while it was awake. */
    @ParameterizedTest
    @EnumSource
    void soIsAProcess(AtEnd how) throws Exception {
        for (Kind kind : List.of(Kind.RENDEZVOUS, Kind.ONE)) {
            Channel<Integer> stream = kind.make();
            List<Throwable> told = new CopyOnWriteArrayList<>();
            try (Scope scope = Scope.open()) {
                closesAsItIsCanceled(scope, stream);
                CountDownLatch awake = new CountDownLatch(1);
                Fork<?> reads =
                        scope.go(() -> {
                            awake.countDown();
                            Until.isTrue(stream::isClosed);
                            told.add(catchThrowable(() -> how.run(stream)));
                        });
                awake.await();
                scope.cancel();
                scope.join();
                assertThat(reads.isDone()).isTrue();
            }
            assertThat(told)
                    .singleElement()
                    .isInstanceOfAny(InterruptedException.class, WaitInterruptedException.class);
        }
    }

    /** To interrupt another one takes until it has come to the end. */
    @Test
    void soIsAProcessThatHasNotBeenInterruptedYet() throws Exception {
        Channel<Integer> stream = Channel.buffered(1);
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch hasRead = new CountDownLatch(1);
        SlowToClose file = new SlowToClose(closing, hasRead);
        AtomicReference<Throwable> told = new AtomicReference<>();
        try (Team team = new Team();
                Scope scope = Scope.open()) {
            closesAsItIsCanceled(scope, stream);
            scope.go(file::read);
            scope.go(() -> {
                Until.isTrue(stream::isClosed);
                told.set(catchThrowable(stream::receiveOrNull));
                hasRead.countDown();
            });
            team.start(() -> {
                Until.isTrue(() -> file.isRead);
                scope.cancel();
            });
            scope.join();
            team.join();
        }
        assertThat(told.get()).isInstanceOf(InterruptedException.class);
        assertThat(file.wasHeldUp).isFalse();
    }

    /** Who cleans up reads what is left to the end, whether the flag is set again or not. */
    @Test
    void aProcessThatKnowsItIsToldNoMore() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        Channel<Integer> stream = Channel.buffered(2);
        stream.send(1);
        AtomicBoolean toTheEnd = new AtomicBoolean();
        List<Integer> left = new CopyOnWriteArrayList<>();
        try (Scope scope = Scope.open()) {
            scope.go(() -> {
                try {
                    silent.forEach(_ -> {});
                } finally { // the flag is set
                    stream.close();
                    stream.forEach(left::add);
                    Thread.interrupted();
                    stream.forEach(left::add);
                    toTheEnd.set(true);
                }
            });
            scope.go(() -> {
                try {
                    new CountDownLatch(1).await();
                } finally { // the flag is not set
                    Until.isTrue(toTheEnd::get);
                    stream.forEach(left::add);
                    left.add(2);
                }
            });
            Team.awaitReceivers(silent, 1);
            scope.cancel();
            scope.join();
        }
        assertThat(toTheEnd).isTrue();
        assertThat(left).containsExactly(1, 2);
    }

    /** The scope between has not been canceled yet. */
    @Test
    void aProcessOfAScopeInsideIsTold() throws Exception {
        Channel<Integer> stream = Channel.buffered(1);
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        CountDownLatch hasForked = new CountDownLatch(1);
        try (Scope outer = Scope.open()) {
            closesAsItIsCanceled(outer, stream);
            outer.go(() -> {
                try (Scope inner = Scope.open()) {
                    inner.go(() -> {
                        Until.isTrue(stream::isClosed);
                        told.complete(catchThrowable(stream::receiveOrNull));
                    });
                    hasForked.countDown();
                    told.join(); // is deaf to its interrupt
                    inner.join();
                }
            });
            hasForked.await();
            outer.cancel();
            outer.join();
        }
        assertThat(told.join()).isInstanceOf(InterruptedException.class);
    }

    /** Nor is it told that is in a scope which was opened behind that, to clean up. */
    @Test
    void aScopeThatCleansUpReadsItsStreamsToTheEnd() throws Exception {
        Channel<Integer> silent = Channel.rendezvous();
        CompletableFuture<Boolean> isCanceled = new CompletableFuture<>();
        List<Integer> read = new CopyOnWriteArrayList<>();
        try (Scope outer = Scope.open()) {
            outer.go(() -> {
                try {
                    silent.receive();
                } finally {
                    isCanceled.join(); // else it may be told twice
                    try (Scope clean = Scope.open()) {
                        Channel<Integer> stream = clean.<Integer>channel("left").buffered(1);
                        clean.go(() -> {
                            stream.send(1);
                            stream.close();
                        });
                        clean.go(() -> stream.forEach(read::add));
                        clean.join();
                        stream.forEach(read::add);
                        read.add(2);
                    }
                }
            });
            Team.awaitReceivers(silent, 1);
            outer.cancel();
            isCanceled.complete(true);
            outer.join();
        }
        assertThat(read).containsExactly(1, 2);
    }
}
