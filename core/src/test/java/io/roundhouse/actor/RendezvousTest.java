package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.inThreads;
import static io.roundhouse.actor.Threads.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.actor.Meeting.Answering;
import io.roundhouse.actor.Meeting.Asked;
import io.roundhouse.actor.Meeting.Node;
import io.roundhouse.actor.internal.Inspect;
import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Scope;
import io.roundhouse.channel.ScopeDeadlineException;
import io.roundhouse.channel.ScopeFailedException;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors whose callers wait until they take a call. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class RendezvousTest {
    @Parameter Dispatcher on;

    private static Thread call(Runnable body) {
        return Thread.ofPlatform().start(body);
    }

    /**
     * Comes back when it is in its call, at the gate. Where who calls handles it, another thread
     * does.
     */
    private void holdUp(Node slow, long call, Gate gate) {
        if (on == Dispatcher.STEPPING) {
            call(() -> slow.take(call));
        } else {
            slow.take(call);
        }
        gate.awaitReached();
    }

    // ---- when it returns

    @Test
    void aCallReturnsWhenItIsTakenAndBeforeItEnds() {
        Gate gate = new Gate();
        List<Long> handled = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            Node slow =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            holdUp(slow, 1, gate); // and comes back though it is held up
            Thread second = call(() -> slow.take(2));
            awaitWaiting(second);
            assertThat(handled).isEmpty();
            assertThat(Inspect.underWay(slow)).isEqualTo(2);
            gate.open();
            join(second);
        }
        assertThat(handled).containsExactly(1L, 2L);
    }

    @Test
    void aCallThatIsAnsweredLaterReturnsWhenItIsTaken() {
        Gate gate = new Gate();
        try (var house = on.open()) {
            Asked slow =
                    on.process(
                            house,
                            Asked.class,
                            () ->
                                    new Answering(n -> n + 1) {
                                        @Override
                                        public void take(long number) {
                                            gate.pass();
                                        }
                                    });
            holdUp(slow, 1, gate);
            AtomicReference<CompletionStage<Integer>> stage = new AtomicReference<>();
            Thread asker = call(() -> stage.set(slow.later(6)));
            awaitWaiting(asker);
            assertThat(stage).hasValue(null);
            gate.open();
            join(asker);
            assertThat(stage.get().toCompletableFuture().join()).isEqualTo(7);
        }
    }

    interface Checked {
        void doIt() throws InterruptedException;
    }

    /** As of every actor: what may throw a checked exception is waited for. */
    @Test
    void aCallThatMayThrowReturnsWhenItHasEnded() {
        try (var house = on.open()) {
            Checked other =
                    on.process(
                            house,
                            Checked.class,
                            () ->
                                    () -> {
                                        throw new InterruptedException("no");
                                    });
            assertThatThrownBy(other::doIt)
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("no");
        }
    }

    // ---- order, once

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void eachCallOfEachThreadIsHandledOnceAndInOrder(int senders) {
        int calls = 500;
        List<Long> handled = new ArrayList<>();
        AtomicIntegerArray begun = new AtomicIntegerArray(senders);
        AtomicInteger early = new AtomicInteger();
        try (var house = on.open()) {
            Node receiver =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        begun.incrementAndGet((int) (n / 1_000));
                                        handled.add(n);
                                    });
            inThreads(
                    senders,
                    sender -> {
                        for (int i = 0; i < calls; i++) {
                            receiver.take(sender * 1_000L + i);
                            // taken means about to begin: the one before it, at least, has begun
                            early.addAndGet(begun.get(sender) >= i ? 0 : 1);
                        }
                    });
        }
        for (int sender = 0; sender < senders; sender++) {
            int me = sender;
            assertThat(handled.stream().filter(n -> n / 1_000 == me)).hasSize(calls).isSorted();
        }
        assertThat(early).as("returned before the thread's call before had begun").hasValue(0);
    }

    /** However many call: none returns before its call is taken. */
    @Test
    void nobodyReturnsWhileTheActorIsHeldUpInAnotherCall() {
        int callers = 3;
        Gate gate = new Gate();
        AtomicInteger returned = new AtomicInteger();
        long[] handled = new long[1];
        try (var house = on.open()) {
            Node slow =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        if (n == 0) {
                                            gate.pass();
                                        }
                                        handled[0]++;
                                    });
            holdUp(slow, 0, gate);
            List<Thread> calling = new ArrayList<>();
            for (int i = 1; i <= callers; i++) {
                int number = i;
                calling.add(
                        call(() -> {
                            slow.take(number);
                            returned.incrementAndGet();
                        }));
            }
            Until.isTrue(() -> Inspect.underWay(slow) == 1 + callers);
            calling.forEach(Threads::awaitWaiting);
            assertThat(returned).hasValue(0);
            gate.open();
            calling.forEach(Threads::join);
        }
        assertThat(returned).hasValue(callers);
        assertThat(handled[0]).isEqualTo(1 + callers);
    }

    @Test
    void whatWasDoneBeforeACallIsSeenInIt() {
        long[] plain = new long[500];
        long[] seen = new long[1];
        try (var house = on.open()) {
            Node reader = on.process(house, Node.class, () -> n -> seen[0] += plain[(int) n]);
            for (int i = 0; i < plain.length; i++) {
                plain[i] = i;
                reader.take(i);
            }
        }
        assertThat(seen[0]).isEqualTo(plain.length * (plain.length - 1L) / 2);
    }

    // ---- failures

    @Test
    void aCallThatThrowsIsToldTheHandlerAndNotItsCaller() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Invocation> call = new AtomicReference<>();
        try (var house =
                on.open(with ->
                        with.onFailure((invocation, e) -> {
                            call.set(invocation);
                            thrown.set(e);
                        }))) {
            Node fails =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        throw new IllegalStateException("no " + n);
                                    });
            fails.take(5);
        }
        assertThat(thrown.get()).hasMessage("no 5");
        assertThat(call.get().arguments()).containsExactly(5L);
    }

    @Test
    void whoIsInterruptedHasCalledNobody() {
        Gate gate = new Gate();
        List<Long> handled = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open()) {
            Node slow =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            holdUp(slow, 1, gate);
            Thread caller =
                    call(() -> {
                        try {
                            slow.take(2);
                        } catch (WaitInterruptedException e) {
                            assertThat(Thread.interrupted()).isTrue();
                            thrown.set(e);
                        }
                    });
            awaitWaiting(caller);
            caller.interrupt();
            join(caller);
            gate.open();
            slow.take(3);
        }
        assertThat(thrown.get()).hasMessageContaining("takes its call");
        assertThat(handled).containsExactly(1L, 3L);
    }

    @Test
    void whoWaitsForOneThatIsStoppedIsTold() {
        Gate gate = new Gate();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open(with -> with.onDeadLetter(_ -> {}))) {
            Node slow = on.process(house, Node.class, () -> _ -> gate.pass());
            holdUp(slow, 1, gate);
            Thread caller =
                    call(() -> {
                        try {
                            slow.take(2);
                        } catch (ActorStoppedException e) {
                            thrown.set(e);
                        }
                    });
            awaitWaiting(caller);
            house.stop(slow);
            gate.open();
            join(caller);
            assertThat(thrown.get()).hasMessageContaining("take(2)");
            assertThatThrownBy(() -> slow.take(3)).isInstanceOf(ActorStoppedException.class);
            assertThat(house.deadLetters()).isEqualTo(2);
        }
    }

    /** What waits when the house is closed is taken; later calls are refused. */
    @Test
    void whoWaitsWhenTheHouseIsClosedIsTaken() {
        Gate gate = new Gate();
        List<Long> handled = Collections.synchronizedList(new ArrayList<>());
        Node slow;
        try (var house = on.open()) {
            slow =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            Node it = slow;
            holdUp(slow, 1, gate);
            Thread caller = call(() -> it.take(2));
            awaitWaiting(caller);
            Thread closer = call(house::close);
            awaitWaiting(closer);
            gate.open();
            join(caller);
            join(closer);
        }
        assertThat(handled).containsExactly(1L, 2L);
        assertThatThrownBy(() -> slow.take(3)).isInstanceOf(HouseClosedException.class);
    }

    // ---- scopes and channels

    /** The interrupt of a scope reaches who waits for an actor; what it called is not handled. */
    @Test
    void aScopeThatFailsReachesWhoWaitsForAnActor() throws InterruptedException {
        Gate gate = new Gate();
        List<Long> handled = Collections.synchronizedList(new ArrayList<>());
        Channel<Integer> never = Channel.rendezvous();
        try (var house = on.open()) {
            Asked slow =
                    on.process(
                            house,
                            Asked.class,
                            () ->
                                    new Answering(
                                            n -> {
                                                handled.add((long) n);
                                                return n;
                                            }) {
                                        @Override
                                        public void take(long number) {
                                            gate.pass();
                                            handled.add(number);
                                        }
                                    });
            holdUp(slow, 1, gate);
            try (Scope scope = Scope.open()) {
                scope.go(() -> slow.take(2));
                scope.go(() -> slow.ask(2));
                scope.go(() -> never.receive());
                scope.go(() -> {
                    Until.isTrue(() -> Inspect.underWay(slow) == 3);
                    throw new IllegalStateException("enough");
                });
                assertThatThrownBy(scope::join)
                        .isInstanceOf(ScopeFailedException.class)
                        .hasRootCauseMessage("enough");
            }
            try (Scope scope = Scope.open(Duration.ofMillis(100))) { // time reaches asks, too
                assertThatThrownBy(
                                () -> {
                                    scope.go(() -> slow.ask(2));
                                    scope.join();
                                })
                        .isInstanceOfAny(ScopeDeadlineException.class, CancellationException.class);
            }
            gate.open();
            slow.take(3);
        }
        assertThat(handled).containsExactly(1L, 3L);
    }
}
