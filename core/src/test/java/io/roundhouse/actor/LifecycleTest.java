package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An actor's beginning and end, and its children's, whoever runs them. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class LifecycleTest {
    @Parameter Dispatcher on;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    interface Work {
        void work(int number);
    }

    /** Writes down what happens to it, but for what it is given to do instead. */
    private class Member implements Work, Lifecycle {
        private final String name;
        Runnable start;
        Work work;
        Runnable stop;

        Member(String name) {
            this.name = name;
            start = () -> log.add(name + " started");
            work = number -> log.add(name + " " + number);
            stop = () -> log.add(name + " stopped");
        }

        @Override
        public void started() {
            start.run();
        }

        @Override
        public void work(int number) {
            work.work(number);
        }

        @Override
        public void stopped() {
            stop.run();
        }
    }

    private Roundhouse open() {
        return on.open(with ->
                with.onFailure((call, thrown) -> log.add(call + " failed: " + thrown.getMessage()))
                        .onDeadLetter(call -> log.add("dead " + call.arguments())));
    }

    private Work bob(Roundhouse house) {
        return member(house, "bob", _ -> {});
    }

    private Work bob(Roundhouse house, Consumer<Member> but) {
        return member(house, "bob", but);
    }

    private Work member(Roundhouse house, String name, Consumer<Member> but) {
        return on.actor(
                house,
                Work.class,
                () -> {
                    Member member = new Member(name);
                    but.accept(member);
                    return member;
                },
                with -> with.named(name));
    }

    private Stream<String> ends() {
        return log.stream().filter(each -> each.endsWith("stopped"));
    }

    @Test
    void itIsToldOfItsBeginningBeforeItsFirstCallAndOfItsEndAfterItsLast() {
        try (var house = open()) {
            Work bob = bob(house);
            bob.work(1);
            house.awaitQuiescence();
            bob.work(2);
        }
        assertThat(log).containsExactly("bob started", "bob 1", "bob 2", "bob stopped");
    }

    @Test
    void itIsToldOnceThoughItIsStoppedAndTheHouseIsClosed() {
        try (var house = open()) {
            Work bob = bob(house);
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
            bob(house);
        }
        assertThat(log).containsExactly("bob started", "bob stopped");
    }

    @Test
    void oneThatFailsToBeginIsStopped() {
        try (var house = open()) {
            Work bob = bob(house, it -> it.start = () -> raise(new IllegalStateException("no")));
            house.awaitQuiescence();
            bob.work(1);
        }
        assertThat(log).containsExactly("bob.started() failed: no", "bob stopped", "dead [1]");
    }

    private static <E extends Throwable> void raise(E thrown) throws E {
        throw thrown;
    }

    @Test
    void oneThatFailsToEndHarmsNobody() {
        try (var house = open()) {
            bob(house, it -> it.stop = () -> raise(new AssertionError("no")));
        }
        assertThat(log).containsExactly("bob started", "bob.stopped() failed: no");
    }

    @Test
    void anErrorEndsItsLife() {
        try (var house = open()) {
            Work bob = bob(house, it -> it.work = _ -> raise(new StackOverflowError("deep")));
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
                member(house, "member " + i, it -> it.stop = () -> sink.work(number));
            }
        }
        assertThat(got)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 50).boxed().toList());
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
        assertThat(ends())
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
        Parent(String name, int children) {
            super(name);
            work =
                    number -> {
                        for (int i = 0; i < children; i++) {
                            String child = name + "." + i;
                            ActorContext.current()
                                    .actor(Work.class, () -> new Parent(child, children - 1))
                                    .work(number);
                        }
                    };
        }
    }

    @Test
    void aChildThatEndsFirstIsForgotten() {
        try (var house = open()) {
            Work parent = member(house, "parent", it -> it.work = this::makeAndStopAChild);
            for (int i = 0; i < 100; i++) {
                parent.work(i);
            }
            house.awaitQuiescence();
            assertThat(ends()).hasSize(100);
            house.stop(parent);
        }
        assertThat(log).last().isEqualTo("parent stopped");
        assertThat(ends()).hasSize(101);
    }

    private void makeAndStopAChild(int number) {
        Work child = ActorContext.current().actor(Work.class, () -> new Member("child " + number));
        child.work(number);
        Roundhouse.current().stop(child);
    }

    @Test
    void aHouseThatIsClosedInAHurryTellsAllTheSame() {
        assumeTrue(on != Dispatcher.STEPPING, "who steps is not the house's to interrupt");
        Gate gate = new Gate();
        Roundhouse house = open();
        Work bob = bob(house, it -> it.work = _ -> gate.pass()); // until interrupted
        bob.work(1);
        gate.awaitReached();
        bob.work(2);
        Thread.currentThread().interrupt();
        house.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(log).contains("dead [2]").containsOnlyOnce("bob stopped");
    }

    // ---- the context ---------------------------------------------------------------------------

    /** It is made while the house takes leave of those that it holds. */
    @Test
    void aChildThatIsMadeBehindTheLimitOfTheCloseIsToldOfItsEnd() {
        Gate gate = new Gate();
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            Runnable parent =
                    on.actor(
                            house,
                            Runnable.class,
                            () ->
                                    () -> {
                                        var _ =
                                                ActorContext.current()
                                                        .actor(
                                                                Runnable.class,
                                                                () -> lateChild(gate, told),
                                                                _ -> {});
                                    });
            parent.run();
            Thread steps = on.goesOn(house);
            gate.awaitReached();
            house.close(Duration.ofMillis(1));
            gate.open(); // who steps is not interrupted
            Threads.join(steps);
        }
        assertThat(told).containsExactly("started", "stopped");
    }

    @Test
    void anActorAtItsEndHasNoMoreChildren() {
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        final class Parent implements Runnable, Lifecycle {
            private final ActorContext context = ActorContext.current();

            @Override
            public void run() {}

            @Override
            public void stopped() {
                context.actor(Runnable.class, () -> () -> {});
            }
        }
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            Runnable parent =
                    on.actor(house, Runnable.class, Parent::new, with -> with.named("mum"));
            house.stop(parent);
            house.awaitQuiescence();
        }
        assertThat(thrown)
                .singleElement()
                .isInstanceOf(IllegalStateException.class)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("no child for java.lang.Runnable: its parent is at its end, actor mum");
    }

    private static Runnable lateChild(Gate gate, List<String> told) {
        final class Child implements Runnable, Lifecycle {
            @Override
            public void started() {
                told.add("started");
            }

            @Override
            public void run() {}

            @Override
            public void stopped() {
                told.add("stopped");
            }
        }
        try {
            gate.pass();
        } catch (IllegalStateException e) {
            // interrupted: the limit has passed
        }
        return new Child();
    }

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
                    bob(
                            house,
                            it ->
                                    it.work =
                                            number -> {
                                                log.add("bob " + number);
                                                ActorContext.current().stop();
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
