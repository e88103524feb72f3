package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a canceled process closes its channel, who has opened its scope does not take that for a
 * whole stream.
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

    /** Where it has canceled the scope itself, or joined it, it knows. */
    @Test
    void whoHasCanceledItReadsToTheEnd() throws Exception {
        Channel<Integer> stream = Channel.buffered(1);
        try (Scope scope = Scope.open()) {
            closesAsItIsCanceled(scope, stream);
            scope.cancel();
            stream.forEach(_ -> {});
            scope.join();
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /** A scope inside whose own processes end as they should. */
    @Test
    void theProcessesOfAScopeInsideThatNobodyHasCanceledReadToTheEnd() throws Exception {
        List<Integer> read = new CopyOnWriteArrayList<>();
        Channel<Integer> stream = Channel.buffered(1);
        try (Scope sources = Scope.open();
                Scope sinks = Scope.open()) {
            closesAsItIsCanceled(sources, stream);
            Fork<?> reads =
                    sinks.go(() -> {
                        stream.forEach(read::add);
                        read.add(2);
                    });
            stream.send(1);
            sources.cancel();
            sinks.join();
            assertThat(reads.isDone()).isTrue();
        }
        assertThat(read).containsExactly(1, 2);
    }
}
