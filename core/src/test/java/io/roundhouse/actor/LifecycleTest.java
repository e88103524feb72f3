package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An actor's beginning and end, and its children's, whoever runs them. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class LifecycleTest {
    @Parameter Dispatcher on;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    interface Work {
        void work(int number);
    }

    /** Writes down what happens to it. */
    private class Member implements Work, Lifecycle {
        final String name;

        Member(String name) {
            this.name = name;
        }

        @Override
        public void started() {
            log.add(name + " started");
        }

        @Override
        public void work(int number) {
            log.add(name + " " + number);
        }

        @Override
        public void stopped() {
            log.add(name + " stopped");
        }
    }

    private Roundhouse open() {
        return on.open(with ->
                with.onFailure((call, thrown) -> log.add(call + " failed: " + thrown.getMessage()))
                        .onDeadLetter(call -> log.add("dead " + call.arguments())));
    }

    @Test
    void itIsToldOfItsBeginningBeforeItsFirstCallAndOfItsEndAfterItsLast() {
        try (var house = open()) {
            Work bob = on.actor(house, Work.class, () -> new Member("bob"));
            bob.work(1);
            house.awaitQuiescence();
            bob.work(2);
        }
        assertThat(log).containsExactly("bob started", "bob 1", "bob 2", "bob stopped");
    }

    @Test
    void itIsToldOnceThoughItIsStoppedAndTheHouseIsClosed() {
        try (var house = open()) {
            Work bob = on.actor(house, Work.class, () -> new Member("bob"));
            bob.work(1);
            house.awaitQuiescence();
            house.stop(bob);
            house.stop(bob);
            house.awaitQuiescence();
            assertThat(log).endsWith("bob stopped");
            bob.work(2);
        }
        assertThat(log).containsExactly("bob started", "bob 1", "bob stopped", "dead [2]");
    }

    @Test
    void itIsToldThoughNobodyEverCalledIt() {
        try (var house = open()) {
            on.actor(house, Work.class, () -> new Member("bob"));
        }
        assertThat(log).containsExactly("bob started", "bob stopped");
    }

    @Test
    void oneThatFailsToBeginIsStopped() {
        try (var house = open()) {
            Work bob =
                    on.actor(
                            house,
                            Work.class,
                            () ->
                                    new Member("bob") {
                                        @Override
                                        public void started() {
                                            throw new IllegalStateException("no");
                                        }
                                    },
                            with -> with.named("bob"));
            house.awaitQuiescence();
            bob.work(1);
        }
        assertThat(log).containsExactly("bob.started() failed: no", "bob stopped", "dead [1]");
    }

    @Test
    void oneThatFailsToEndHarmsNobody() {
        try (var house = open()) {
            on.actor(
                    house,
                    Work.class,
                    () ->
                            new Member("bob") {
                                @Override
                                public void stopped() {
                                    throw new AssertionError("no");
                                }
                            },
                    with -> with.named("bob"));
        }
        assertThat(log).containsExactly("bob started", "bob.stopped() failed: no");
    }

    @Test
    void anErrorEndsItsLife() {
        try (var house = open()) {
            Work bob =
                    on.actor(
                            house,
                            Work.class,
                            () ->
                                    new Member("bob") {
                                        @Override
                                        public void work(int number) {
                                            throw new StackOverflowError("deep");
                                        }
                                    },
                            with -> with.named("bob"));
            bob.work(1);
            house.awaitQuiescence();
            assertThat(log).contains("bob started", "bob.work(1) failed: deep", "bob stopped");
        }
        assertThat(log).hasSize(3);
    }

    @Test
    void whatItSendsAtItsEndIsHandled() {
        List<Integer> got = new ArrayList<>();
        try (var house = open()) {
            Work sink = on.actor(house, Work.class, () -> got::add);
            for (int i = 0; i < 50; i++) {
                int number = i;
                on.actor(
                        house,
                        Work.class,
                        () ->
                                new Member("" + i(number)) {
                                    @Override
                                    public void stopped() {
                                        sink.work(number);
                                    }
                                });
            }
        }
        assertThat(got)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 50).boxed().toList());
    }

    private static int i(int number) {
        return number;
    }

    // ---- children ------------------------------------------------------------------------------

    @Test
    void childrenEndBeforeTheirParent() {
        try (var house = open()) {
            Work parent = on.actor(house, Work.class, () -> new Parent("parent", 2));
            parent.work(1);
            house.awaitQuiescence();
            house.stop(parent);
            house.awaitQuiescence();
            assertThat(log).last().isEqualTo("parent stopped");
        }
        assertThat(log.stream().filter(each -> each.endsWith("stopped")))
                .containsExactlyInAnyOrder(
                        "parent.0 stopped",
                        "parent.1 stopped",
                        "parent.0.0 stopped",
                        "parent.1.0 stopped",
                        "parent stopped");
        for (String child : List.of("parent.0", "parent.1")) {
            assertThat(log).containsSubsequence(child + ".0 stopped", child + " stopped");
        }
    }

    /** Makes so many children, who each make one less. */
    private final class Parent extends Member {
        private final int children;

        Parent(String name, int children) {
            super(name);
            this.children = children;
        }

        @Override
        public void work(int number) {
            for (int i = 0; i < children; i++) {
                String child = name + "." + i;
                ActorContext.current()
                        .actor(Work.class, () -> new Parent(child, children - 1))
                        .work(number);
            }
        }
    }

    @Test
    void aChildThatEndsFirstIsForgotten() {
        try (var house = open()) {
            Work parent =
                    on.actor(
                            house,
                            Work.class,
                            () ->
                                    new Member("parent") {
                                        @Override
                                        public void work(int number) {
                                            ActorContext me = ActorContext.current();
                                            Work child =
                                                    me.actor(
                                                            Work.class,
                                                            () -> new Member("child " + number));
                                            child.work(number);
                                            Roundhouse.current().stop(child);
                                        }
                                    });
            for (int i = 0; i < 100; i++) {
                parent.work(i);
            }
            house.awaitQuiescence();
            assertThat(log.stream().filter(each -> each.endsWith("stopped"))).hasSize(100);
            house.stop(parent);
        }
        assertThat(log).last().isEqualTo("parent stopped");
        assertThat(log.stream().filter(each -> each.endsWith("stopped"))).hasSize(101);
    }

    @Test
    void aHouseThatIsClosedInAHurryTellsAllTheSame() {
        CountDownLatch in = new CountDownLatch(1);
        Roundhouse house = open();
        Work bob =
                on.actor(
                        house,
                        Work.class,
                        () ->
                                new Member("bob") {
                                    @Override
                                    public void work(int number) {
                                        in.countDown();
                                        await(new CountDownLatch(1)); // until interrupted
                                    }
                                });
        bob.work(1);
        await(in);
        bob.work(2);
        Thread.currentThread().interrupt();
        house.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(log).contains("dead [2]").containsOnlyOnce("bob stopped");
    }

    // ---- the context ---------------------------------------------------------------------------

    @Test
    void anActorKnowsItself() {
        List<Object> seen = Collections.synchronizedList(new ArrayList<>());
        Work[] self = new Work[1];
        try (var house = open()) {
            Work bob =
                    on.actor(
                            house,
                            Work.class,
                            () -> {
                                ActorContext context = ActorContext.current();
                                seen.add(context.name());
                                self[0] = context.self(Work.class);
                                self[0].work(0); // before there is anybody who could handle it
                                return number -> {
                                    seen.add(number);
                                    seen.add(ActorContext.current() == context);
                                    seen.add(Roundhouse.current() == house);
                                };
                            },
                            with -> with.named("bob"));
            house.awaitQuiescence();
            assertThat(self[0]).isEqualTo(bob).hasSameHashCodeAs(bob).hasToString("Work of bob");
        }
        assertThat(seen).containsExactly("bob", 0, true, true);
    }

    @Test
    void anActorThatCouldNotBeMadeLosesNothing() {
        try (var house = open()) {
            assertThatThrownBy(() ->
                            on.actor(
                                    house,
                                    Work.class,
                                    () -> {
                                        ActorContext.current().self(Work.class).work(7);
                                        throw new IllegalStateException("no");
                                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("failed: java.lang.IllegalStateException: no");
            house.awaitQuiescence();
            assertThat(log).containsExactly("dead [7]");
        }
    }

    @Test
    void anActorMayStopItself() {
        try (var house = open()) {
            Work bob =
                    on.actor(
                            house,
                            Work.class,
                            () ->
                                    new Member("bob") {
                                        @Override
                                        public void work(int number) {
                                            super.work(number);
                                            ActorContext.current().stop();
                                        }
                                    });
            bob.work(1);
            house.awaitQuiescence();
            bob.work(2);
        }
        assertThat(log).containsExactly("bob started", "bob 1", "bob stopped", "dead [2]");
    }

    @Test
    void outsideThereIsNoContextAndOneThatWasTakenOutSaysWhoseItIs() {
        ActorContext[] context = new ActorContext[1];
        try (var house = open()) {
            on.actor(
                    house,
                    Work.class,
                    () -> {
                        context[0] = ActorContext.current();
                        return _ -> {};
                    },
                    with -> with.named("bob"));
            assertThatThrownBy(ActorContext::current)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no actor runs on thread");
            assertThatThrownBy(Roundhouse::current).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(context[0]::stop)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is for actor bob itself");
            assertThatThrownBy(() -> context[0].actor(Work.class, () -> _ -> {}))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(context[0].name()).isEqualTo("bob");
        }
    }
}
