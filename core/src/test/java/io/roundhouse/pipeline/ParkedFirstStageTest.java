package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A first stage that parked when there was nothing, and slept on while publications came for which
 * there was no entry among the runs: it is woken by whoever makes room for one.
 */
@Timeout(60)
class ParkedFirstStageTest {
    @Test
    void itIsWokenWhenThereIsRoomForAnotherRunAlthoughNoneWasWantedWhenItParked() throws Exception {
        Sleeper sleeper = new Sleeper();
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .stage("awake", _ -> {})
                        .beside("asleep", _ -> {}, with -> with.waiting(() -> sleeper))
                        .describe();
        Worker<Trade> awake = line.stages.getFirst().workers()[0];
        Thread asleep = Thread.ofPlatform().daemon().start(line.stages.getLast().workers()[0]);
        try {
            sleeper.parked.await();
            inThreadsThatStay(3, () -> line.publishers.first().own().publish(_ -> {}, 0));
            assertThat(awake.look()).isTrue();
            assertThat(line.source.isStarved()).isTrue(); // there are entries for two runs
            int before = sleeper.woken.get();

            awake.work();

            assertThat(sleeper.woken).hasValueGreaterThan(before);
        } finally {
            line.stop();
            sleeper.goOn.countDown();
        }
        asleep.join();
    }

    /** One behind the other, each in a thread that lives on: a lane each. */
    private static void inThreadsThatStay(int number, Runnable work) throws InterruptedException {
        CompletableFuture<Void> over = new CompletableFuture<>(); // never
        for (int i = 0; i < number; i++) {
            CountDownLatch done = new CountDownLatch(1);
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> {
                        work.run();
                        done.countDown();
                        over.join();
                    });
            done.await();
        }
    }

    /** Parks once, and sleeps until the test says so, however often it is woken. */
    private static final class Sleeper extends WakesCounted {
        final CountDownLatch parked = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public boolean await(Wait wait, long nanos) {
            wait.beforePark();
            parked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            wait.afterPark();
            return wait.met();
        }
    }
}
