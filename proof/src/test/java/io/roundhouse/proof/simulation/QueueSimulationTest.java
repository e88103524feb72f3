package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.queue.ClosableBlockingQueue;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.LongQueue;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The library's own queues, whose threads sleep without naps and without an end, under every
 * schedule that disturbs them at most a few times, and under random ones: a wake-up that is lost
 * strands somebody. A step ends in every call through the waiter, the one door.
 */
final class QueueSimulationTest {
    static Stream<Arguments> shapes() {
        return Stream.of(Producers.values())
                .flatMap(producers ->
                        Stream.of(Consumers.values())
                                .map(consumers -> Arguments.of(producers, consumers)));
    }

    private static Queues.Builder builder(
            Producers producers, Consumers consumers, Simulation simulation) {
        return Queues.of(producers, consumers)
                .waiting(new SimulatedWaiting(simulation, Flaw.PARKS_WITHOUT_END));
    }

    private static int putters(Producers producers) {
        return producers == Producers.ONE_PRODUCER ? 1 : 2;
    }

    private static int takers(Consumers consumers) {
        return consumers == Consumers.ONE_CONSUMER ? 1 : 2;
    }

    /** One thread that does it twice, or two that do it once. */
    private static void start(
            Simulation simulation, String role, int threads, Simulation.Body step) {
        for (int i = 0; i < threads; i++) {
            simulation.thread(
                    role + " " + i,
                    () -> {
                        for (int times = 0; times < 2 / threads; times++) {
                            step.run();
                        }
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void nobodySleepsBesideAnElementOrRoom(Producers producers, Consumers consumers) {
        Twins.pass(
                List.of(
                        handingOver(producers, consumers, with -> with.bounded(1)),
                        handingOver(producers, consumers, with -> with.growing(1, 1))));
    }

    private static Scenario handingOver(
            Producers producers, Consumers consumers, UnaryOperator<Queues.Builder> size) {
        return simulation -> {
            ClosableBlockingQueue<String> queue =
                    size.apply(builder(producers, consumers, simulation)).build();
            List<String> taken = new ArrayList<>();
            start(simulation, "consumer", takers(consumers), () -> taken.add(queue.take()));
            start(simulation, "producer", putters(producers), () -> queue.put("x"));
            return () -> assertThat(taken).hasSize(2);
        };
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void nobodySleepsBesideALongOrRoomForOne(Producers producers, Consumers consumers) {
        Twins.pass(
                List.of(simulation -> {
                    LongQueue queue =
                            builder(producers, consumers, simulation).bounded(1).buildLongs();
                    List<Long> taken = new ArrayList<>();
                    start(simulation, "consumer", takers(consumers), () -> taken.add(queue.take()));
                    start(simulation, "producer", putters(producers), () -> queue.put(7));
                    return () -> assertThat(taken).hasSize(2);
                }));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void aBatchIsForAllWhoSleep(Producers producers, Consumers consumers) {
        Twins.pass(
                List.of(simulation -> {
                    ClosableBlockingQueue<String> queue =
                            builder(producers, consumers, simulation).bounded(2).build();
                    List<String> taken = new ArrayList<>();
                    start(simulation, "consumer", takers(consumers), () -> taken.add(queue.take()));
                    simulation.thread("producer", () -> queue.offerMany(List.of("x", "y")));
                    return () -> assertThat(taken).hasSize(2);
                }));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void roomForManyIsForAllWhoSleep(Producers producers, Consumers consumers) {
        Twins.pass(
                List.of(simulation -> {
                    ClosableBlockingQueue<String> queue =
                            builder(producers, consumers, simulation).bounded(2).build();
                    queue.addAll(List.of("x", "y"));
                    start(simulation, "producer", putters(producers), () -> queue.put("z"));
                    simulation.thread("consumer", () -> queue.pollMany(new String[2]));
                    return () -> assertThat(queue).hasSize(2);
                }));
    }
}
