package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A house forgets actors that are no more. */
@Timeout(60)
final class GoneTest {
    private static final int ACTORS = 1_000;
    private static final int CALLS_UNTIL_LANE = 64;

    private final AtomicLong handled = new AtomicLong();
    private final AtomicInteger dead = new AtomicInteger();

    private Roundhouse open() {
        return Roundhouse.open(with -> with.workers(1).onDeadLetter(_ -> dead.incrementAndGet()));
    }

    private static boolean areGarbage(List<WeakReference<Object>> all, int but) {
        System.gc();
        return all.stream().filter(each -> each.get() != null).count() <= but;
    }

    @ParameterizedTest
    @EnumSource(
            value = Dispatcher.class,
            names = {"PINNED", "VIRTUAL", "EXECUTOR"})
    void actorsThatWereStoppedAreGarbage(Dispatcher on) {
        int actors = on == Dispatcher.PINNED ? 100 : ACTORS;
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> _ -> {});
            List<WeakReference<Object>> made = new ArrayList<>();
            List<LongConsumer> handles = new ArrayList<>();
            for (int i = 0; i < actors; i++) {
                LongConsumer actor = on.actor(house, LongConsumer.class, () -> handled::addAndGet);
                made.add(new WeakReference<>(Inspect.itself(actor)));
                handles.add(actor);
                actor.accept(1);
            }
            assertThat(Inspect.owned(stays)).isEqualTo(actors);
            house.awaitQuiescence();
            assertThat(handled).hasValue(actors);
            handles.forEach(house::stop);
            Until.isTrue(() -> Inspect.owned(stays) == 0);
            assertThat(house.awaitQuiescence(Duration.ofSeconds(20))).isTrue();
            handles.forEach(each -> each.accept(1));
            house.awaitQuiescence();
            assertThat(dead).hasValue(actors);
            Until.isTrue(() -> Inspect.owned(stays) == 0);
            handles.clear();
            Until.isTrue(() -> areGarbage(made, 0));
        }
        assertThat(handled).hasValue(actors);
        assertThat(dead).hasValue(actors);
    }

    /** Who is told calls the same actor once more, and that one is a dead letter, too. */
    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void whoIsToldOfADeadLetterMaySendToActorsThatAreGone(Dispatcher on) {
        LongConsumer[] gone = new LongConsumer[2];
        try (var house =
                on.open(with ->
                        with.onDeadLetter(call -> {
                            dead.incrementAndGet();
                            long left = (long) call.arguments().getFirst();
                            if (left > 0) {
                                gone[0].accept(left - 1);
                                gone[1].accept(0);
                            }
                        }))) {
            for (int i = 0; i < 2; i++) {
                gone[i] = on.actor(house, LongConsumer.class, () -> handled::addAndGet);
                house.stop(gone[i]);
            }
            house.awaitQuiescence();
            gone[0].accept(3);
            Until.isTrue(() -> dead.get() == 7, () -> on.goOn(house));
        }
        assertThat(handled).hasValue(0);
    }

    /** It is told by a worker in its turn, or by an actor that sends: neither is what it is. */
    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void whoIsToldIsNoActorAndCannotWaitForAllOfThem(Dispatcher on) {
        Gate gate = new Gate();
        List<Object> told = Collections.synchronizedList(new ArrayList<>());
        Roundhouse[] mine = new Roundhouse[1];
        try (var house =
                on.open(with ->
                        with.onDeadLetter(_ -> {
                            try {
                                told.add(Roundhouse.current());
                            } catch (IllegalStateException e) {
                                told.add(true);
                            }
                            try {
                                mine[0].awaitQuiescence();
                            } catch (IllegalStateException e) {
                                told.add(e.getClass());
                            }
                        }))) {
            mine[0] = house;
            LongConsumer stopped = on.actor(house, LongConsumer.class, () -> _ -> gate.pass());
            stopped.accept(1);
            stopped.accept(2);
            Thread steps = on.goesOn(house);
            gate.awaitReached();
            house.stop(stopped);
            gate.open();
            Threads.join(steps);
            Until.isTrue(() -> told.size() == 2, () -> on.goOn(house));
            on.actor(house, LongConsumer.class, () -> stopped::accept).accept(3);
            Until.isTrue(() -> told.size() == 4, () -> on.goOn(house));
        }
        Class<?> refused = IllegalStateException.class;
        assertThat(told).containsExactly(true, refused, true, refused);
    }

    /** Nobody is held up by another one's letters: two would hold each other up. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void whoIsToldDoesNotHoldUpOthersWhoSend() {
        Gate gate = new Gate();
        try (var house =
                Roundhouse.open(with ->
                        with.onDeadLetter(call -> {
                            if (dead.incrementAndGet() == 1) {
                                gate.pass();
                            }
                        }))) {
            LongConsumer gone =
                    house.actor(LongConsumer.class, () -> handled::addAndGet, ActorOptions::pinned);
            house.stop(gone);
            house.awaitQuiescence();
            Thread first = Thread.ofPlatform().start(() -> gone.accept(1));
            gate.awaitReached();
            gone.accept(2);
            gate.open();
            Threads.join(first);
            Until.isTrue(() -> dead.get() == 2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Dispatcher.class,
            names = {"PINNED", "VIRTUAL", "EXECUTOR"})
    void soAreThoseThatCouldNotBeMade(Dispatcher on) {
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> _ -> {});
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(() ->
                                on.actor(
                                        house,
                                        LongConsumer.class,
                                        () -> {
                                            throw new IllegalStateException("on purpose");
                                        }))
                        .isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(Inspect.owned(stays)).isZero();
        }
    }

    /** An actor that stays has the lane of a thread that is gone, and had others. */
    @Test
    void actorsThatAThreadStreamedToAreGarbageWhenItIsGone() throws InterruptedException {
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> handled::addAndGet);
            List<WeakReference<Object>> made = new ArrayList<>();
            Thread thread =
                    Thread.ofPlatform()
                            .start(() -> {
                                LongConsumer goes =
                                        house.actor(LongConsumer.class, () -> handled::addAndGet);
                                made.add(new WeakReference<>(Inspect.itself(goes)));
                                for (int k = 0; k < 2 * CALLS_UNTIL_LANE; k++) {
                                    stays.accept(1);
                                    goes.accept(1);
                                }
                            });
            thread.join();
            house.awaitQuiescence();
            LongConsumer other = house.actor(LongConsumer.class, () -> _ -> {});
            for (int k = 0; k < 2 * CALLS_UNTIL_LANE; k++) {
                other.accept(1); // the library guesses that this thread calls, now
            }
            Until.isTrue(() -> areGarbage(made, 0));
            assertThat(Inspect.withLanes(stays)).isPositive();
        }
    }

    /** But for those that the calling thread remembers, which are few. */
    @Test
    void actorsThatNobodyCanCallAreGarbageThoughTheyHadLanes() {
        try (var house = open()) {
            LongConsumer stays = house.actor(LongConsumer.class, () -> handled::addAndGet);
            List<WeakReference<Object>> made = new ArrayList<>();
            for (int i = 0; i < ACTORS; i++) {
                LongConsumer actor = house.actor(LongConsumer.class, () -> handled::addAndGet);
                made.add(new WeakReference<>(Inspect.itself(actor)));
                for (int k = 0; k < 2 * CALLS_UNTIL_LANE; k++) {
                    actor.accept(1);
                }
            }
            assertThat(Inspect.withLanes(stays)).isPositive();
            house.awaitQuiescence();
            assertThat(handled).hasValue(2L * CALLS_UNTIL_LANE * ACTORS);
            Until.isTrue(() -> areGarbage(made, 32));
            assertThat(Inspect.withLanes(stays)).isLessThanOrEqualTo(32);
        }
    }

    /** Actors whose numbers differ by that are kept in one place by who calls them. */
    private static final int PLACES = 16;

    interface Takes {
        void take(Object thing);
    }

    private static final class Taking implements Takes {
        @Override
        public void take(Object thing) {}
    }

    @Test
    void aThreadHoldsNothingOfACallThatAClosedHouseHasRefused() {
        List<WeakReference<Object>> refused = new ArrayList<>();
        refuse(refused);
        Until.isTrue(() -> areGarbage(refused, 0));
    }

    private void refuse(List<WeakReference<Object>> refused) {
        Roundhouse house = open();
        Takes actor = house.actor(Takes.class, Taking::new);
        house.close();
        Object thing = new Object();
        assertThatThrownBy(() -> actor.take(thing)).isInstanceOf(HouseClosedException.class);
        refused.add(new WeakReference<>(thing));
    }

    @Test
    void norOfOneThatItsLaneHasRefusedWhileTheHouseIsClosed() throws Exception {
        List<WeakReference<Object>> refused = new ArrayList<>();
        refuseByLane(refused);
        Until.isTrue(() -> areGarbage(refused, 0));
    }

    private void refuseByLane(List<WeakReference<Object>> refused) throws Exception {
        Roundhouse house = open();
        var goOn = new Semaphore(0);
        Takes actor = house.actor(Takes.class, Taking::new);
        LongConsumer holdsUp =
                house.actor(LongConsumer.class, () -> _ -> goOn.acquireUninterruptibly());
        Thread other = Thread.ofPlatform().start(() -> stream(actor)); // its lane is the first
        other.join();
        stream(actor);
        holdsUp.accept(1);
        Thread closes = Thread.ofPlatform().start(house::close);
        try {
            Until.isTrue(() -> {
                Object thing = new Object();
                try {
                    actor.take(thing);
                    return false;
                } catch (HouseClosedException e) {
                    refused.add(new WeakReference<>(thing));
                    return true;
                }
            });
        } finally {
            goOn.release();
            closes.join();
        }
    }

    private static void stream(Takes actor) {
        for (int i = 0; i < 2 * CALLS_UNTIL_LANE; i++) {
            actor.take(new Object());
        }
    }

    @Test
    void aThreadHoldsNoActorOfAClosedHouseThoughItHasForgottenItsLaneOnce() throws Exception {
        List<WeakReference<Object>> made = new ArrayList<>();
        callTwoThatShareAPlace(made);
        Until.isTrue(() -> areGarbage(made, 0));
    }

    private void callTwoThatShareAPlace(List<WeakReference<Object>> made) throws Exception {
        try (var house = open()) {
            List<LongConsumer> actors = new ArrayList<>();
            for (int i = 0; i <= PLACES; i++) {
                actors.add(house.actor(LongConsumer.class, () -> handled::addAndGet));
            }
            LongConsumer first = actors.getFirst();
            made.add(new WeakReference<>(Inspect.itself(first)));
            Thread other = Thread.ofPlatform().start(() -> call(first)); // its lane is the first
            other.join();
            call(first);
            call(actors.getLast());
            call(first);
        }
    }

    private static void call(LongConsumer actor) {
        for (int i = 0; i < 2 * CALLS_UNTIL_LANE; i++) {
            actor.accept(1);
        }
    }
}
