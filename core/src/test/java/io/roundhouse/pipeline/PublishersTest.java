package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which lane a thread publishes in. */
@Timeout(60)
class PublishersTest {
    private final Line<Trade> line =
            Pipeline.of(Trade::new).capacity(8).publishers(3).stage("see", _ -> {}).describe();

    private Lane<Trade> publish() {
        Lane<Trade> own = line.publishers.first().own();
        own.publish(_ -> {}, 0);
        return own;
    }

    private static <T> T inThread(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = Thread.ofPlatform().start(task);
        thread.join(); // it has ended, and not only its task
        return task.get();
    }

    private void handleAll() throws Exception {
        Worker<Trade> worker = line.stages.getFirst().workers()[0];
        while (worker.look()) {
            worker.work();
        }
    }

    @Test
    void threadsThatFollowEachOtherUseTheSameEvents() throws Exception {
        for (int i = 0; i < 10; i++) {
            inThread(this::publish);
            handleAll();
        }

        assertThat(line.source.lanes().all()).hasSize(1);
        assertThat(line.source.lanes().published()).isEqualTo(10);
    }

    @Test
    void noEventIsAnotherPublishersToo() throws Exception {
        List<Trade> made = new ArrayList<>();
        Supplier<Trade> factory =
                () -> {
                    made.add(made.size() == 12 ? made.get(3) : new Trade());
                    return made.getLast();
                };
        Line<Trade> odd = Pipeline.of(factory).capacity(8).stage("see", _ -> {}).describe();
        odd.publishers.first().own().publish(_ -> {}, 0);

        FutureTask<Lane<Trade>> other = new FutureTask<>(odd.publishers.first()::own);
        Thread.ofPlatform().start(other).join();

        assertThatThrownBy(other::get)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("same object again for event 4");
    }

    @Test
    void threadsThatFollowEachOtherUnderLoadShareALaneUntilMostOfItIsTaken() throws Exception {
        List<Lane<Trade>> lanes = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            lanes.add(inThread(this::publish));
        }

        Lane<Trade> first = lanes.getFirst(); // of eight events
        assertThat(lanes.subList(0, 5)).containsOnly(first);
        assertThat(lanes.subList(5, 10)).containsOnly(lanes.get(5)).doesNotContain(first);
        assertThat(lanes.subList(10, 15)).containsOnly(lanes.get(10)).doesNotContain(first);
        assertThat(lanes.get(10)).isNotSameAs(lanes.get(5));
        assertThat(lanes.getLast()).isSameAs(first); // there is none that is half free
    }

    @Test
    void oneOfTwoWithTheSameHintKeepsIt() throws Exception {
        try (ExecutorService first = Executors.newSingleThreadExecutor();
                ExecutorService second = Executors.newSingleThreadExecutor(this::rhyming);
                ExecutorService third = Executors.newSingleThreadExecutor(this::rhyming)) {
            first.submit(this::publish).get();
            second.submit(this::publish).get();
            second.submit(this::publish).get(); // was found, and is remembered
            int its = line.publishers.hint(0);
            third.submit(this::publish).get();
            third.submit(this::publish).get();

            assertThat(its).isEqualTo(1);
            assertThat(line.publishers.hint(0)).isEqualTo(its);
        }
    }

    @Test
    void whoHasTheFirstLaneKeepsNobodyFromAHint() throws Exception {
        try (ExecutorService first = Executors.newSingleThreadExecutor(this::rhyming);
                ExecutorService second = Executors.newSingleThreadExecutor(this::rhyming)) {
            first.submit(this::publish).get();
            second.submit(this::publish).get();
            second.submit(this::publish).get();

            assertThat(line.publishers.hint(0)).isEqualTo(1);
        }
    }

    @Test
    void threadsKeepTheirLanesThoughTheirIdsLeaveTheSameHint() throws Exception {
        try (ExecutorService first = Executors.newSingleThreadExecutor();
                ExecutorService second = Executors.newSingleThreadExecutor(this::rhyming);
                ExecutorService third = Executors.newSingleThreadExecutor(this::rhyming)) {
            Lane<Trade> ofFirst = first.submit(this::publish).get();
            Lane<Trade> ofSecond = second.submit(this::publish).get();
            Lane<Trade> ofThird = third.submit(this::publish).get();
            for (int i = 0; i < 3; i++) {
                assertThat(second.submit(this::publish).get()).isSameAs(ofSecond);
                assertThat(third.submit(this::publish).get()).isSameAs(ofThird);
            }
            assertThat(List.of(ofFirst, ofSecond, ofThird)).doesNotHaveDuplicates();
        }
    }

    /** A thread whose id is a multiple of 64. */
    private Thread rhyming(Runnable work) {
        Thread made = new Thread(work);
        while (made.threadId() % Publishers.HINTS != 0) {
            made = new Thread(work);
        }
        return made;
    }
}
