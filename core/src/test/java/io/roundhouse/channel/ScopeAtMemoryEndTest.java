package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Until;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where there is no memory left, for a while, a scope ends all the same. */
@Timeout(120)
final class ScopeAtMemoryEndTest {
    /** Time enough to eat all. */
    private static final Duration SOON = Duration.ofSeconds(2);

    @SuppressWarnings({"unused", "FieldCanBeLocal"}) // what is eaten is kept
    private static @Nullable Object @Nullable [] eaten;

    private static volatile boolean isOver;

    private static void eatsAll() {
        for (int size = 1 << 20; size > 0; size /= 4) {
            eatsPieces(size);
        }
        for (int again = 0; again < 50; again++) { // what the errors before have left
            eatsPieces(1);
        }
    }

    private static void eatsPieces(int size) {
        try {
            while (true) {
                @Nullable Object[] more = new Object[size];
                more[0] = eaten;
                eaten = more;
            }
        } catch (OutOfMemoryError e) {
            return;
        }
    }

    private static List<String> inAJvm(String what) throws Exception {
        List<String> flags = List.of("-XX:+UseSerialGC", "-Xmx32m");
        return ChildJvm.run(90, flags, ScopeAtMemoryEndTest.class, what);
    }

    @Test
    void aTimeThatIsOverMeanwhileIsNotLostNorAreThoseThatFollow() throws Exception {
        assertThat(inAJvm("time")).containsExactly("warm", "told", "others are told");
    }

    /** In a JVM of its own. */
    public static void main(String[] arguments) throws Exception {
        timeIsOver("warm");
        whileItsTimeIsOver();
        timeIsOver("others are told");
    }

    private static void timeIsOver(String told) throws InterruptedException {
        Channel<Integer> never = Channel.rendezvous();
        try (Scope scope = Scope.open(Duration.ofMillis(1))) {
            scope.go(never::receive);
            scope.join();
        } catch (ScopeDeadlineException e) {
            System.out.println(told);
        }
    }

    /** Its opening thread needs no memory to see that it is called. */
    private static void whileItsTimeIsOver() throws InterruptedException {
        CountDownLatch opened = new CountDownLatch(1);
        Thread owner =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try (Scope _ = Scope.open(SOON)) {
                                opened.countDown();
                                Until.isTrue(Thread.currentThread()::isInterrupted);
                            } catch (ScopeDeadlineException e) {
                                isOver = true;
                            }
                        });
        opened.await();
        long end = System.nanoTime() + 2 * SOON.toNanos();
        eatsAll();
        while (System.nanoTime() - end < 0) {
            eatsPieces(1);
        }
        eaten = null;
        owner.join();
        System.out.println(isOver ? "told" : "not told");
    }
}
