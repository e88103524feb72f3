package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Of those who wait for room in a mailbox so many are told as there are places, and none is lost.
 */
@Timeout(60)
final class RoomLineTest {
    private final RoomLine line = new RoomLine();
    private final List<Integer> told = new ArrayList<>();

    private final class Waiting extends RoomLine.Place {
        private final int number;
        @Nullable Error thrown;

        Waiting(int number) {
            this.number = number;
        }

        @Override
        void wake() {
            Error thrown = this.thrown;
            this.thrown = null;
            if (thrown != null) {
                throw thrown;
            }
            told.add(number);
        }
    }

    private List<Waiting> waiting(int count) {
        List<Waiting> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new Waiting(i));
            line.enter(all.get(i));
        }
        return all;
    }

    private void tell(int room) {
        while (line.tell(room)) {
            // the next one
        }
    }

    @Test
    void asManyAreToldAsThereIsRoomForInTheirOrder() {
        List<Waiting> all = waiting(5);
        tell(2);
        tell(2);
        assertThat(told).containsExactly(0, 1);
        assertThat(line.leave(all.get(0))).as("it was told").isTrue();
        assertThat(line.leave(all.get(3))).as("it was told").isFalse();
        tell(2);
        assertThat(told).as("one more, for the one that has come").containsExactly(0, 1, 2);
        tell(3);
        assertThat(told).as("without the one that has gone").containsExactly(0, 1, 2, 4);
        assertThat(line.isAny()).isFalse();
    }

    @Test
    void whoWasToldAndFoundNoneIsTheFirstAgain() {
        List<Waiting> all = waiting(3);
        tell(1);
        assertThat(line.entersAgain(all.get(1))).as("it was told").isFalse();
        assertThat(line.entersAgain(all.get(0))).as("it was told").isTrue();
        tell(2);
        assertThat(told).containsExactly(0, 0, 1);
    }

    @Test
    void whoCannotBeWokenIsToldTheNextTime() {
        List<Waiting> all = waiting(2);
        all.get(0).thrown = new StackOverflowError();
        assertThatThrownBy(() -> line.tell(1)).isInstanceOf(StackOverflowError.class);
        tell(1);
        assertThat(told).containsExactly(0);
        assertThat(line.isAny()).isTrue();
    }

    @Test
    void atTheEndAllAreToldOnce() {
        List<Waiting> all = waiting(3);
        tell(1);
        line.tellAll();
        assertThat(told).containsExactly(0, 1, 2);
        all.forEach(each -> assertThat(line.leave(each)).isTrue());
        tell(1);
        assertThat(told).hasSize(3);
    }

    @Test
    void aCrowdIsToldOnceForEachPlace() {
        int count = 10_000;
        List<Waiting> all = waiting(count);
        int first = 0;
        while (line.isAny()) {
            tell(16);
            assertThat(told).hasSizeLessThanOrEqualTo(first + 16);
            for (int end = first + 8; first < end; first++) {
                line.leave(all.get(first));
            }
        }
        assertThat(told).hasSize(count).isSorted();
    }

    /** A thread that sleeps without naps: it hangs where nobody wakes it. */
    private static final class Sleeper extends RoomLine.Place {
        private final Thread thread = Thread.currentThread();

        @Override
        void wake() {
            LockSupport.unpark(thread);
        }
    }

    /** Threads that take a place, give it back, and now and then give up when they are told. */
    @Test
    void nobodySleepsOnWhileThereIsRoom() throws InterruptedException {
        AtomicInteger room = new AtomicInteger(2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int seed = i;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                Random random = new Random(seed);
                                Sleeper place = new Sleeper();
                                for (int n = 0; n < 10_000; n++) {
                                    takes(place, room, random.nextInt(4) == 0);
                                    if (random.nextInt(8) == 0) {
                                        Thread.yield();
                                    }
                                    room.incrementAndGet();
                                    tellAsManyAs(room);
                                }
                            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(room).hasValue(2);
        assertThat(line.isAny()).isFalse();
    }

    private void takes(Sleeper place, AtomicInteger room, boolean givesUp) {
        boolean leaves = givesUp;
        while (!takesOne(room)) {
            line.enter(place);
            VarHandle.fullFence();
            while (room.get() <= 0) {
                if (line.entersAgain(place)) {
                    VarHandle.fullFence();
                } else {
                    LockSupport.park();
                }
            }
            line.leave(place);
            if (leaves) { // and comes once more
                leaves = false;
                tellAsManyAs(room);
                Thread.yield();
            }
        }
    }

    private static boolean takesOne(AtomicInteger room) {
        int now = room.get();
        while (now > 0 && !room.compareAndSet(now, now - 1)) {
            now = room.get();
        }
        return now > 0;
    }

    private void tellAsManyAs(AtomicInteger room) {
        for (int most = room.get(); most > 0 && line.tell(room.get()); most--) {
            // the next one
        }
    }

    // ---- at an actor

    @Test
    void whoWasToldAndTakesNoPlaceHasTheNextOneTold() {
        CountDownLatch go = new CountDownLatch(1);
        Semaphore ofFirst = new Semaphore(0);
        Semaphore ofSecond = new Semaphore(0);
        try (var house = Roundhouse.open()) {
            LongConsumer actor = held(house, go);
            RoomToTry first = new RoomToTry(((Handle) actor).actor());
            RoomToTry second = new RoomToTry(((Handle) actor).actor());
            first.add(ofFirst::release);
            second.add(ofSecond::release);
            assertThat(first.isThere()).isFalse();
            go.countDown();
            house.awaitQuiescence();
            assertThat(ofFirst.availablePermits()).isOne();
            assertThat(ofSecond.availablePermits()).as("for one place").isZero();
            first.remove(ofFirst::release);
            assertThat(ofSecond.availablePermits()).isOne();
        }
    }

    @Test
    void whoIsToldAndInterruptedHasTheNextOneTold() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        Semaphore ofSecond = new Semaphore(0);
        try (var house = Roundhouse.open()) {
            LongConsumer actor = held(house, go);
            RoomToTry second = new RoomToTry(((Handle) actor).actor());
            Thread thread =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    actor.accept(2);
                                } catch (RuntimeException interrupted) {
                                    Thread.interrupted();
                                }
                            });
            Until.isAsleep(thread);
            second.add(ofSecond::release);
            thread.interrupt();
            go.countDown();
            thread.join();
            Until.isTrue(() -> ofSecond.availablePermits() == 1);
        }
    }

    @Test
    void whenItStopsAllAreTold() {
        CountDownLatch go = new CountDownLatch(1);
        Semaphore told = new Semaphore(0);
        try (var house = Roundhouse.open()) {
            LongConsumer actor = held(house, go);
            for (int i = 0; i < 3; i++) {
                new RoomToTry(((Handle) actor).actor()).add(told::release);
            }
            ((Handle) actor).actor().stop();
            assertThat(told.availablePermits()).isEqualTo(3);
            go.countDown();
        }
    }

    /** An actor for one call, which it handles until then. */
    private static LongConsumer held(Roundhouse house, CountDownLatch go) {
        CountDownLatch begun = new CountDownLatch(1);
        LongConsumer actor =
                house.actor(
                        LongConsumer.class,
                        () ->
                                _ -> {
                                    begun.countDown();
                                    await(go);
                                },
                        with -> with.bounded(1).pinned());
        actor.accept(1);
        await(begun);
        return actor;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
