package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Where a call that its caller runs leaves no memory for its end, the actor can be run again; and
 * its worker, which has never slept before, goes on.
 */
@Timeout(60)
final class MemoryEndTest {
    interface Greedy {
        int eats(boolean all, long first, long second, Object third);

        int lives();
    }

    @SuppressWarnings({"unused", "FieldCanBeLocal"}) // what is eaten is kept
    private static @Nullable Object @Nullable [] eaten;

    private static final class Eats implements Greedy {
        private final RuntimeException isFull = new IllegalStateException("full");

        @Override
        public int eats(boolean all, long first, long second, Object third) {
            for (int size = all ? 1 << 20 : 0; size > 0; size /= 2) {
                eatsPieces(size);
            }
            for (int again = 0; all && again < 3; again++) { // what the errors before have left
                eatsPieces(1);
            }
            throw isFull;
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

        @Override
        public int lives() {
            return 1;
        }
    }

    @Test
    void anActorIsNotHeldForGood() throws Exception {
        List<String> flags = List.of("-XX:+UseSerialGC", "-Xmx24m");
        assertThat(ChildJvm.run(50, flags, MemoryEndTest.class)).endsWith("1, true");
    }

    /** In a JVM of its own. */
    public static void main(String[] arguments) throws Exception {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            Greedy actor = house.actor(Greedy.class, Eats::new);
            for (int i = 0; i < 3; i++) {
                throwsAt(actor, i > 1);
            }
            FutureTask<Integer> another = new FutureTask<>(actor::lives);
            Thread.ofPlatform().daemon().start(another);
            int answer = another.get(20, TimeUnit.SECONDS);
            System.out.println(answer + ", " + house.awaitQuiescence(Duration.ofSeconds(20)));
        }
    }

    private static void throwsAt(Greedy actor, boolean all) {
        try {
            actor.eats(all, 1L << 40, 1L << 41, "x");
        } catch (IllegalStateException | OutOfMemoryError e) {
            eaten = null;
        }
    }
}
