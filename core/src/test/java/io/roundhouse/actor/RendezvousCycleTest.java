package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.Meeting.Answering;
import io.roundhouse.actor.Meeting.Asked;
import io.roundhouse.actor.Meeting.Link;
import io.roundhouse.actor.Meeting.Node;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that wait for each other until they take a call. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class RendezvousCycleTest {
    @Parameter Dispatcher on;

    /** Each is taken while its caller may not have noticed yet: that is no cycle. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aTokenGoesRound(int nodes) {
        assumeTrue(on != Dispatcher.ONE_THREAD, "who takes a call does so on top of who made it");
        int hops = 600;
        long[] handled = new long[1];
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open(with -> with.onFailure((_, e) -> failures.add(e)))) {
            List<Link> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ring.add(on.process(house, Link.class, () -> new Passing(handled)));
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
                    on.process(
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
                .hasMessage(
                        "actors wait for each other to take a call: narcissus → narcissus.take");
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
        return on.process(
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
                    on.process(
                            house,
                            Asked.class,
                            () ->
                                    new Answering(n -> {
                                        first.get().take(n);
                                        return n;
                                    }));
            first.set(on.process(house, Asked.class, () -> new Answering(second::ask)));
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> first.get().ask(1)).isInstanceOf(AskCycleException.class);
            }
            first.get().take(1);
        }
    }

    /** More callers than there are workers, all held up by one. */
    @Test
    void manyActorsMayWaitForOne() {
        assumeTrue(!on.hasFewThreads(), "each of them needs a thread");
        int callers = 20;
        Gate gate = new Gate();
        CountDownLatch begun = new CountDownLatch(callers);
        long[] handled = new long[1];
        try (var house = on.open()) {
            Node slow =
                    on.process(
                            house,
                            Node.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled[0] += n;
                                    });
            if (on == Dispatcher.STEPPING) { // who calls handles it
                Thread.ofPlatform().start(() -> slow.take(0));
            } else {
                slow.take(0);
            }
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
                Until.isTrue(() -> Inspect.underWay(slow) == 1 + callers);
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
}
