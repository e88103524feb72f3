package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Roundhouse;
import io.roundhouse.waiting.WaitInterruptedException;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread that waits for room in a mailbox may be cut short anywhere at the very end of the stack:
 * it leaves nothing in the line. In a JVM of its own that compiles, and on one processor: there a
 * thread parks at once, and to enter the line takes as many frames as to look for room.
 */
@Timeout(120)
final class RoomAtStackEndTest {
    private static final int ROUNDS = 12;

    /** How many calls are sent on the way back from the end, and from frames of how many sizes. */
    private static final int SENDS = 1500;

    private static final int SHIFTS = 7;

    @Test
    void nobodyIsLeftInTheLine() throws Exception {
        List<String> flags = List.of("-XX:ActiveProcessorCount=1");
        assertThat(ChildJvm.run(100, flags, RoomAtStackEndTest.class))
                .containsExactly("all were cut short or interrupted, and left");
    }

    /** No arguments. */
    public static void main(String[] arguments) throws InterruptedException {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        var house = Roundhouse.open();
        LongConsumer full =
                house.actor(
                        LongConsumer.class, () -> _ -> {}, with -> with.bounded(1).on(later::add));
        full.accept(1);
        Sender sender = new Sender(full);
        sender.sendFrom(0); // whatever is done only once
        for (int i = 0; i < ROUNDS; i++) {
            sender.shift = i % SHIFTS;
            Thread thread = new Thread(null, sender, "diver", 200_000 + 16 * i);
            Thread.interrupted();
            thread.start();
            thread.join();
        }
        System.out.print(
                sender.wentOn > 0 || sender.cut == 0 || sender.interrupted == 0
                        ? "not cut short in that wait: " + sender
                        : "all were cut short or interrupted, and "
                                + (isAnyIn(full) ? "some are still in the line" : "left"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Whether somebody is in the line, or counts as told: then the next one is not. */
    private static boolean isAnyIn(LongConsumer full) {
        Rare rare = Objects.requireNonNull(((Handle) full).actor().rareIfAny());
        RoomLine line = Objects.requireNonNull(rare.pressureIfAny()).threads;
        boolean[] told = new boolean[1];
        var next =
                new RoomLine.Place() {
                    @Override
                    void wake() {
                        told[0] = true;
                    }
                };
        line.enter(next);
        line.tell(1);
        return !told[0] || line.isAny();
    }

    /** Sends, interrupted, at each of the last levels of its stack. */
    private static final class Sender implements Runnable {
        private final LongConsumer to;
        int shift;
        int cut;
        int interrupted;
        int wentOn;
        private int left;

        Sender(LongConsumer to) {
            this.to = to;
        }

        @Override
        public void run() {
            left = SENDS;
            try {
                dive();
            } catch (StackOverflowError e) {
                // at the end once more
            }
        }

        private void dive() {
            try {
                dive();
            } catch (StackOverflowError e) {
                // from here on
            }
            if (left-- > 0) {
                sendFrom(shift);
            }
        }

        private void sendFrom(int deeper) {
            if (deeper > 0) {
                sendFrom(deeper - 1);
                return;
            }
            Thread.currentThread().interrupt();
            try {
                to.accept(1);
                wentOn++;
            } catch (StackOverflowError e) {
                cut++;
            } catch (WaitInterruptedException e) {
                interrupted++;
            }
        }

        @Override
        public String toString() {
            return wentOn + " went on, " + cut + " cut short, " + interrupted + " interrupted";
        }
    }
}
