package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Processes that wait for input and output end by a cancellation as all others do. */
@Timeout(60)
final class ScopeIoTest {
    /** Where somebody may wait for a caller who does not come. */
    private enum Door {
        CHANNEL {
            @Override
            AutoCloseable open() throws IOException {
                return ServerSocketChannel.open().bind(nearby());
            }

            @Override
            void await(AutoCloseable door) throws IOException {
                ((ServerSocketChannel) door).accept();
            }
        },
        SOCKET {
            @Override
            AutoCloseable open() throws IOException {
                ServerSocket socket = new ServerSocket();
                socket.bind(nearby());
                return socket;
            }

            @Override
            void await(AutoCloseable door) throws IOException {
                ((ServerSocket) door).accept();
            }
        };

        abstract AutoCloseable open() throws IOException;

        abstract void await(AutoCloseable door) throws IOException;

        private static InetSocketAddress nearby() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        }
    }

    private final CountDownLatch begun = new CountDownLatch(1);

    private Fork<?> waits(Scope scope, Door kind, AutoCloseable door) throws InterruptedException {
        Fork<?> waits =
                scope.go(() -> {
                    begun.countDown();
                    kind.await(door);
                });
        begun.await();
        return waits;
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void noneHasFailedWhereTheScopeIsCanceled(Door kind) throws Exception {
        try (AutoCloseable door = kind.open();
                Scope scope = Scope.open()) {
            waits(scope, kind, door);
            scope.cancel();
            scope.join();
        }
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void norWhereItIsClosed(Door kind) throws Exception {
        try (AutoCloseable door = kind.open();
                Scope scope = Scope.open()) {
            waits(scope, kind, door);
        }
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void oneThatIsCanceledAloneLeavesTheOthers(Door kind) throws Exception {
        try (AutoCloseable door = kind.open();
                Scope scope = Scope.open()) {
            Fork<?> waits = waits(scope, kind, door);
            waits.cancel();
            assertThatThrownBy(waits::join).isInstanceOf(CancellationException.class);
            assertThat(scope.fork(() -> 7).join()).isEqualTo(7);
            scope.join();
        }
    }

    @ParameterizedTest
    @EnumSource(Door.class)
    void theFailureOfAnotherOneIsNotJoinedByIt(Door kind) throws Exception {
        IllegalStateException why = new IllegalStateException("as told");
        try (AutoCloseable door = kind.open();
                Scope scope = Scope.open()) {
            waits(scope, kind, door);
            scope.go(() -> {
                throw why;
            });
            assertThatThrownBy(scope::join)
                    .isInstanceOf(ScopeFailedException.class)
                    .hasCause(why)
                    .hasNoSuppressedExceptions();
        }
    }

    @Test
    void whatGoesWrongByItselfIsAFailure() {
        IOException interrupted = new InterruptedIOException();
        assertThat(Fork.isOfCancellation(interrupted)).isTrue();
        assertThat(Fork.isOfCancellation(new UncheckedIOException(interrupted))).isTrue();
        assertThat(Fork.isOfCancellation(new UncheckedIOException(new IOException()))).isFalse();
        assertThat(Fork.isOfCancellation(new SocketTimeoutException())).isFalse();
        assertThat(Fork.isOfCancellation(new SocketException("Connection reset"))).isFalse();
        assertThat(Fork.isOfCancellation(new IOException("Closed by interrupt"))).isFalse();
    }
}
