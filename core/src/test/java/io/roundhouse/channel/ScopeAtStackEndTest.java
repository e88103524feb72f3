package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.StackEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A scope that is canceled at the very end of the stack is so for all processes, or not at all; and
 * a process that cannot be forked there keeps no other one from running.
 */
@Timeout(100)
final class ScopeAtStackEndTest {
    private static final int LEVELS = 400;
    private static final int ROUNDS = 100;
    private static final int FORKS = 20;
    private static final long SMALL_STACK = 200_000;
    private static final List<String> COMPILED = List.of("-XX:TieredStopAtLevel=1");

    /** As {@link StackEndTest}, in a JVM of its own that compiles nothing. */
    @Test
    void whoeverCancelsThereReachesAllOrNobody() throws Exception {
        StackEnd.assertGoesOn(80, ScopeAtStackEndTest.class, "cancels");
    }

    /** In a JVM whose code is compiled: there a start may be cut short behind its queue. */
    @Test
    void whatCannotBeForkedThereHoldsUpNobodyElse() throws Exception {
        assertThat(ChildJvm.run(80, COMPILED, ScopeAtStackEndTest.class, "forks"))
                .containsExactly("all ran");
    }

    /** To close what a process waits at takes more stack than an interrupt has asked for. */
    @Test
    void whatIsToBeClosedThereIsClosedAllTheSame() throws Exception {
        assertThat(ChildJvm.run(80, List.of(), ScopeAtStackEndTest.class, "closes"))
                .containsExactly("all ended");
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "forks" -> {
                for (int round = 0; round < ROUNDS; round++) {
                    forksWithRoom(); // loads and compiles all there is
                }
                dives(ScopeAtStackEndTest::forksOnTheWayBack);
                System.out.println("all ran");
            }
            case "closes" -> {
                dives(ScopeAtStackEndTest::closesOnTheWayBack);
                System.out.println("all ended");
            }
            default ->
                    StackEnd.run(end -> {
                        cancels(end, 0, 0); // whatever is done only once
                        end.atEachOf(LEVELS, (level, shift) -> cancels(end, level, shift));
                    });
        }
    }

    /** Each on a stack of another size. */
    private static void dives(Runnable dive) throws InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            Thread diver = new Thread(null, dive, "diver", SMALL_STACK + 8 * round);
            diver.start();
            diver.join();
        }
    }

    private static boolean cancels(StackEnd end, int level, int shift) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (Scope scope = Scope.open()) {
            scope.go(never::await);
            scope.go(never::await);
            boolean cut = end.isCut(level, shift, scope::cancel);
            scope.cancel();
            scope.join();
            return cut;
        }
    }

    private static void forksWithRoom() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            for (int i = 0; i < FORKS; i++) {
                scope.go(() -> {});
            }
            scope.join();
        }
    }

    private static void forksOnTheWayBack() {
        AtomicInteger ran = new AtomicInteger();
        int[] forked = new int[1];
        try (Scope scope = Scope.open()) {
            dive(() -> {
                if (forked[0] == 0) {
                    scope.go(ran::incrementAndGet);
                    forked[0]++;
                }
            });
            scope.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (forked[0] == 0 || ran.get() != forked[0]) {
            System.out.println(forked[0] + " were forked, and ran: " + ran);
        }
    }

    private static void closesOnTheWayBack() {
        CountDownLatch begun = new CountDownLatch(3);
        try (ServerSocketChannel door =
                        ServerSocketChannel.open()
                                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                Scope scope = Scope.open()) {
            CountDownLatch never = new CountDownLatch(1);
            scope.go(() -> {
                begun.countDown();
                door.accept();
            });
            for (int i = 0; i < 2; i++) {
                scope.go(() -> {
                    begun.countDown();
                    never.await();
                });
            }
            begun.await();
            boolean[] canceled = new boolean[1];
            dive(() -> {
                if (!canceled[0]) {
                    scope.cancel();
                    canceled[0] = true;
                }
            });
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * To the end of the stack; and the call at each level on the way back, until it goes through.
     */
    private static void dive(Runnable call) {
        try {
            dive(call);
        } catch (StackOverflowError e) {
            // that was the end, or the call was cut short
        }
        try {
            call.run();
        } catch (StackOverflowError e) {
            // the next level tries again
        }
    }
}
