package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.Lifecycle;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.HandedCalls;
import io.roundhouse.dispatch.internal.Task;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker hands a call over to an actor that another thread has just made, and another worker
 * takes it before anybody has told the actor's object that it begins.
 */
@Timeout(60)
final class HandedBeforeStartTest {
    private final List<String> heard = new CopyOnWriteArrayList<>();

    private final class New implements LongConsumer, Lifecycle {
        @Override
        public void started() {
            heard.add("started");
        }

        @Override
        public void accept(long argument) {
            heard.add("called with " + argument);
        }
    }

    @Test
    void itBeginsBeforeThat() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            house.actor(Runnable.class, () -> () -> hold(held, goesOn)).run();
            held.await();
            Actor actor;
            do { // a spare worker may have come before
                heard.clear();
                actor = ((Handle) house.actor(LongConsumer.class, New::new)).actor();
            } while (!actor.claim());
            int how = runStolen(actor);
            actor.release();
            goesOn.countDown();

            assertThat(how).isEqualTo(Task.DONE);
            assertThat(heard).containsExactly("started", "called with 5");
        }
    }

    private static void hold(CountDownLatch held, CountDownLatch goesOn) {
        held.countDown();
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a worker does that has claimed it and then taken the call. */
    private static int runStolen(Actor actor) {
        HandedCalls calls = new HandedCalls();
        calls.longs = new long[] {1, 5}; // the number of the only method, + 1; its argument
        calls.each = calls.longs.length;
        calls.count = 1;
        calls.end = actor.sent();
        Caller me = Caller.current();
        me.running = actor;
        try {
            return actor.turn(me, calls);
        } finally {
            me.running = null;
        }
    }
}
