package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitTrue;
import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.inThreads;
import static io.roundhouse.actor.Threads.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Scope;
import io.roundhouse.channel.ScopeFailedException;
import io.roundhouse.waiting.WaitInterruptedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors whose callers wait until they take a call. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class RendezvousTest {
    @Parameter Dispatcher on;

    interface Node {
        void take(long number);
    }

    interface Link extends Node {
        void next(Node next);
    }

    interface Asked extends Node {
        int ask(int number);

        CompletionStage<Integer> later(int number);
    }

    /** Answers as it is told; what it takes is of no use. */
    private static class Answering implements Asked {
        private final Function<Integer, Integer> answer;

        Answering(Function<Integer, Integer> answer) {
            this.answer = answer;
        }

        @Override
        public void take(long number) {}

        @Override
        public int ask(int number) {
            return answer.apply(number);
        }

        @Override
        public CompletionStage<Integer> later(int number) {
            return CompletableFuture.completedFuture(answer.apply(number));
        }
    }

    private <T> T process(Roundhouse house, Class<T> type, Supplier<? extends T> factory) {
        return process(house, type, factory, _ -> {});
    }

    private <T> T process(
            Roundhouse house,
            Class<T> type,
            Supplier<? extends T> factory,
            Consumer<ActorOptions> with) {
        return on.actor(
                house,
                type,
                factory,
                options -> {
                    with.accept(options.rendezvous());
                    if (on.isWorkers()) {
                        options.onWorkers();
                    }
                });
    }

    private static Thread call(Runnable body) {
        return Thread.ofPlatform().start(body);
    }

    // ---- when it returns

    @Test
    void aCallReturnsWhenItIsTakenAndBeforeItEnds() {
        Gate gate = new Gate();
        List<Long> handled = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            Node slow =
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            slow.take(1); // and comes back though it is held up
            gate.awaitReached();
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
                    process(
                            house,
                            Asked.class,
                            () ->
                                    new Answering(n -> n + 1) {
                                        @Override
                                        public void take(long number) {
                                            gate.pass();
                                        }
                                    });
            slow.take(1);
            gate.awaitReached();
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
                    process(
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
                    process(
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
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        if (n == 0) {
                                            gate.pass();
                                        }
                                        handled[0]++;
                                    });
            slow.take(0);
            gate.awaitReached();
            List<Thread> calling = new ArrayList<>();
            for (int i = 1; i <= callers; i++) {
                int number = i;
                calling.add(
                        call(() -> {
                            slow.take(number);
                            returned.incrementAndGet();
                        }));
            }
            awaitTrue(() -> Inspect.underWay(slow) == 1 + callers);
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
            Node reader = process(house, Node.class, () -> n -> seen[0] += plain[(int) n]);
            for (int i = 0; i < plain.length; i++) {
                plain[i] = i;
                reader.take(i);
            }
        }
        assertThat(seen[0]).isEqualTo(plain.length * (plain.length - 1L) / 2);
    }

    // ---- actors among each other

    /** Each is taken while its caller may not have noticed yet: that is no cycle. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aTokenGoesRound(int nodes) {
        int hops = 600;
        long[] handled = new long[1];
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open(with -> with.onFailure((_, e) -> failures.add(e)))) {
            List<Link> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ring.add(process(house, Link.class, () -> new Passing(handled)));
            }
            for (int i = 0; i < nodes; i++) {
                ring.get(i).next(ring.get((i + 1) % nodes));
            }
            ring.getFirst().take(hops);
            house.awaitQuiescence();
        }
        assertThat(failures).isEmpty();
        assertThat(handled[0]).isEqualTo(hops + 1);
    }

    private static final class Passing implements Link {
        private final long[] handled;
        private Node next = this;

        Passing(long[] handled) {
            this.handled = handled;
        }

        @Override
        public void next(Node next) {
            this.next = next;
        }

        @Override
        public void take(long number) {
            handled[0]++;
            if (number > 0) {
                next.take(number - 1);
            }
        }
    }

    @Test
    void whoCallsItselfIsTold() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long[] handled = new long[1];
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.set(e)))) {
            AtomicReference<Node> self = new AtomicReference<>();
            self.set(
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        handled[0]++;
                                        if (n == 1) {
                                            self.get().take(2);
                                        }
                                    },
                            with -> with.named("narcissus")));
            self.get().take(1);
            self.get().take(3);
        }
        assertThat(thrown.get())
                .isInstanceOf(AskCycleException.class)
                .hasMessage("actors wait for each other to take a call: narcissus → narcissus");
        assertThat(handled[0]).isEqualTo(2);
    }

    /** One of the two is told, and the other one's call is taken; or both see it, and are told. */
    @Test
    void twoThatCallEachOtherFromWithinTheirCallsDoNotHang() {
        assumeTrue(on.mayBlock() >= 1, "both are held up by the test");
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        List<String> handled = Collections.synchronizedList(new ArrayList<>());
        CyclicBarrier bothIn = new CyclicBarrier(2);
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            AtomicReference<Node> a = new AtomicReference<>();
            AtomicReference<Node> b = new AtomicReference<>();
            a.set(meeting(house, "a", b, bothIn, handled));
            b.set(meeting(house, "b", a, bothIn, handled));
            a.get().take(1);
            b.get().take(1);
        }
        assertThat(thrown)
                .hasSizeBetween(1, 2)
                .allSatisfy(told ->
                        assertThat(told)
                                .isInstanceOf(AskCycleException.class)
                                .hasMessageContaining(" → "));
        assertThat(handled).hasSize(2 - thrown.size());
    }

    private Node meeting(
            Roundhouse house,
            String name,
            AtomicReference<Node> other,
            CyclicBarrier bothIn,
            List<String> handled) {
        return process(
                house,
                Node.class,
                () ->
                        n -> {
                            if (n == 0) {
                                handled.add(name);
                                return;
                            }
                            try {
                                bothIn.await();
                            } catch (InterruptedException | BrokenBarrierException e) {
                                throw new IllegalStateException(e);
                            }
                            other.get().take(0);
                        },
                with -> with.named(name));
    }

    /** The first waits for the answer of the second, which waits for the first to take a call. */
    @Test
    void aCycleMixedWithAnAskIsFound() {
        try (var house = on.open()) {
            AtomicReference<Asked> first = new AtomicReference<>();
            Asked second =
                    process(
                            house,
                            Asked.class,
                            () ->
                                    new Answering(n -> {
                                        first.get().take(n);
                                        return n;
                                    }));
            first.set(process(house, Asked.class, () -> new Answering(second::ask)));
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> first.get().ask(1)).isInstanceOf(AskCycleException.class);
            }
            first.get().take(1);
        }
    }

    /** More callers than there are workers, all held up by one. */
    @Test
    void manyActorsMayWaitForOne() {
        int callers = 20;
        Gate gate = new Gate();
        CountDownLatch begun = new CountDownLatch(callers);
        long[] handled = new long[1];
        try (var house = on.open()) {
            Node slow =
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled[0] += n;
                                    });
            slow.take(0);
            gate.awaitReached();
            for (int i = 0; i < callers; i++) {
                Node caller =
                        on.actor(
                                house,
                                Node.class,
                                () ->
                                        n -> {
                                            begun.countDown();
                                            slow.take(n);
                                        });
                caller.take(1);
            }
            if (on.mayBlock() >= 1) { // else the one worker is the slow one's
                Threads.await(begun);
                awaitTrue(() -> Inspect.underWay(slow) == 1 + callers);
            }
            gate.open();
        }
        assertThat(handled[0]).isEqualTo(callers);
    }

    @Test
    void twoOnAnExecutorOfOneThreadMeet() {
        assumeTrue(on == Dispatcher.EXECUTOR, "the others are of no use to it");
        long[] handled = new long[1];
        try (ExecutorService one = Executors.newSingleThreadExecutor();
                var house = on.open()) {
            Node last =
                    house.actor(
                            Node.class,
                            () -> n -> handled[0] += n,
                            with -> with.on(one).rendezvous());
            Node first =
                    house.actor(Node.class, () -> last::take, with -> with.on(one).rendezvous());
            for (int i = 0; i < 10; i++) {
                first.take(1);
            }
            house.awaitQuiescence();
        }
        assertThat(handled[0]).isEqualTo(10);
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
                    process(
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
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            slow.take(1);
            gate.awaitReached();
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
            Node slow = process(house, Node.class, () -> _ -> gate.pass());
            slow.take(1);
            gate.awaitReached();
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
                    process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            Node it = slow;
            slow.take(1);
            gate.awaitReached();
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
                    process(
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
            slow.take(1);
            gate.awaitReached();
            try (Scope scope = Scope.open()) {
                scope.go(() -> slow.take(2));
                scope.go(() -> slow.ask(2));
                scope.go(() -> never.receive());
                scope.go(() -> {
                    awaitTrue(() -> Inspect.underWay(slow) == 3);
                    throw new IllegalStateException("enough");
                });
                assertThatThrownBy(scope::join)
                        .isInstanceOf(ScopeFailedException.class)
                        .hasRootCauseMessage("enough");
            }
            gate.open();
            slow.take(3);
        }
        assertThat(handled).containsExactly(1L, 3L);
    }
}
