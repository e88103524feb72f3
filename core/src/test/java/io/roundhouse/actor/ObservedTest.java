package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What can be seen of a house from outside: the flight recorder's events, counters, the ceiling.
 */
@Timeout(60)
final class ObservedTest {
    @TempDir Path folder;

    private List<RecordedEvent> recorded(String event, Runnable body) throws IOException {
        return recorded(
                        with -> with.enable("io.roundhouse." + event).withThreshold(Duration.ZERO),
                        body)
                .filter(each -> each.getEventType().getName().endsWith(event))
                .toList();
    }

    private Stream<RecordedEvent> recorded(Consumer<Recording> with, Runnable body)
            throws IOException {
        try (Recording recording = new Recording()) {
            with.accept(recording);
            recording.start();
            body.run();
            recording.stop();
            Path file = Files.createTempFile(folder, "roundhouse", ".jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(each -> each.getEventType().getName().startsWith("io.roundhouse"));
        }
    }

    @Test
    void theFlightRecorderSeesActorsComeAndGo() throws IOException {
        Runnable body =
                () -> {
                    try (var house = Roundhouse.open()) {
                        LongConsumer bob =
                                house.actor(
                                        LongConsumer.class,
                                        () -> _ -> {},
                                        with -> with.named("bob"));
                        house.stop(bob);
                        house.awaitQuiescence();
                    }
                };
        assertThat(recorded("ActorStart", body))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("actor")).isEqualTo("bob");
                    assertThat(event.getClass("type").getName())
                            .isEqualTo(LongConsumer.class.getName());
                });
        assertThat(recorded("ActorStop", body))
                .singleElement()
                .satisfies(event -> assertThat(event.getString("actor")).isEqualTo("bob"));
    }

    /** Though it ends before who makes it has got it. */
    @Test
    void noActorGoesBeforeItHasCome() throws IOException {
        Consumer<Recording> both =
                with -> {
                    with.enable("io.roundhouse.ActorStart");
                    with.enable("io.roundhouse.ActorStop");
                };
        Runnable body =
                () -> {
                    try (var house = Roundhouse.open()) {
                        house.actor(
                                Runnable.class,
                                () -> {
                                    ActorContext.current().stop();
                                    return () -> {};
                                },
                                with -> with.on(Runnable::run));
                    }
                };
        assertThat(recorded(both, body).map(each -> each.getEventType().getName()))
                .containsExactly("io.roundhouse.ActorStart", "io.roundhouse.ActorStop");
    }

    @Test
    void whatNeverWasIsNotSeenToGo() throws IOException {
        Runnable body =
                () -> {
                    try (var house = Roundhouse.open()) {
                        assertThatThrownBy(() ->
                                        house.actor(
                                                LongConsumer.class,
                                                () -> {
                                                    var _ =
                                                            ActorContext.current()
                                                                    .self(LongConsumer.class);
                                                    throw new IllegalStateException("no object");
                                                }))
                                .hasMessageContaining("no object");
                    }
                };
        assertThat(recorded("ActorStop", body)).isEmpty();
    }

    @Test
    void andSlowCalls() throws IOException {
        List<RecordedEvent> events =
                recorded(
                        "SlowCall",
                        () -> {
                            try (var house = Roundhouse.open()) {
                                house.actor(
                                                LongConsumer.class,
                                                () -> _ -> {},
                                                with -> with.named("bob"))
                                        .accept(1);
                            }
                        });
        assertThat(events)
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getString("actor")).isEqualTo("bob");
                    assertThat(event.getString("method")).isEqualTo("accept");
                });
    }

    /**
     * As it comes: growth is told, calls are timed only by who asks for that, and slow ones only.
     */
    @Test
    void aRecordingThatAsksForNothingSeesGrowthOnly() throws IOException {
        assertThat(names(_ -> {})).containsExactly("io.roundhouse.MailboxGrowth");
        assertThat(
                        names(with -> {
                            with.enable("io.roundhouse.SlowCall");
                            with.disable("io.roundhouse.MailboxGrowth");
                        }))
                .containsExactly("io.roundhouse.SlowCall");
    }

    /** Of the events of a house with one call that is slow, and much that is not. */
    private Set<String> names(Consumer<Recording> with) throws IOException {
        Runnable body =
                () -> {
                    try (var house = Roundhouse.open()) {
                        LongConsumer[] self = new LongConsumer[1];
                        self[0] =
                                house.actor(
                                        LongConsumer.class,
                                        () ->
                                                n -> {
                                                    for (long i = 0; i < n; i++) {
                                                        self[0].accept(0);
                                                    }
                                                    if (n > 0) {
                                                        spendMoreThanTheThreshold();
                                                    }
                                                });
                        self[0].accept(2_500);
                    }
                };
        return recorded(with, body)
                .map(each -> each.getEventType().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void spendMoreThanTheThreshold() {
        long begun = System.nanoTime();
        Until.isTrue(() -> System.nanoTime() - begun > Duration.ofMillis(21).toNanos());
    }

    @Test
    void andMailboxesGrow() throws IOException {
        List<RecordedEvent> events =
                recorded(
                        "MailboxGrowth",
                        () -> {
                            try (var house = Roundhouse.open()) {
                                LongConsumer[] self = new LongConsumer[1];
                                self[0] =
                                        house.actor(
                                                LongConsumer.class,
                                                () ->
                                                        n -> {
                                                            for (long i = 0; i < n; i++) {
                                                                self[0].accept(0);
                                                            }
                                                        },
                                                with -> with.named("bob"));
                                self[0].accept(2_500);
                            }
                        });
        assertThat(events)
                .extracting(event -> event.getInt("calls"))
                .containsExactly(512, 1_024, 2_048);
        assertThat(events).extracting(event -> event.getInt("bound")).containsOnly(4_096);
    }

    @Test
    void countersTellWhatHappened() {
        try (var house = Roundhouse.open(with -> with.workers(2).onFailure((_, _) -> {}))) {
            HouseCounters before = house.counters();
            assertThat(before.actorsMade()).isZero();
            assertThat(before.threads()).isEqualTo(2);
            LongConsumer actor =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n == 3) {
                                            throw new IllegalStateException();
                                        }
                                    });
            house.actor(LongConsumer.class, () -> _ -> {}, ActorOptions::pinned);
            for (long n = 0; n < 10; n++) {
                actor.accept(n);
            }
            house.awaitQuiescence();
            house.stop(actor);
            actor.accept(10);
            house.awaitQuiescence();
            HouseCounters after = house.counters();
            assertThat(after.actorsMade()).isEqualTo(2);
            assertThat(after.failures()).isEqualTo(1);
            assertThat(after.deadLetters()).isEqualTo(1);
            assertThat(after.progress()).isGreaterThanOrEqualTo(10);
            assertThat(after.threads()).isEqualTo(3);
            assertThat(after.spareWorkers()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    void progressGrowsWithCallsAndNoFaster(Dispatcher on) {
        int calls = 100_000;
        try (var house = on.open()) {
            LongConsumer actor = on.actor(house, LongConsumer.class, () -> _ -> {});
            for (long n = 0; n < calls; n++) {
                actor.accept(n);
            }
            house.awaitQuiescence();
            assertThat(house.counters().progress()).isBetween((long) calls, 4L * calls);
        }
    }

    @Test
    void spareWorkersAreCounted() {
        CountDownLatch go = new CountDownLatch(1);
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            house.actor(Runnable.class, () -> () -> await(go)).run();
            house.actor(Runnable.class, () -> () -> {}).run();
            Until.isTrue(() -> house.counters().spareWorkers() == 1);
            go.countDown();
        }
    }

    // ---- the ceiling ---------------------------------------------------------------------------

    interface Talks {
        void talk(int calls);
    }

    @Test
    void aCircleGrowsNoFurtherThanTheCeilingOfTheHouse() {
        List<Throwable> failed = new ArrayList<>();
        try (var house =
                Roundhouse.open(with ->
                        with.ceiling(1 << 20).onFailure((_, thrown) -> failed.add(thrown)))) {
            Talks[] self = new Talks[1];
            self[0] =
                    house.actor(
                            Talks.class,
                            () ->
                                    calls -> {
                                        for (int i = 0; i < calls; i++) {
                                            self[0].talk(0);
                                        }
                                    },
                            with -> with.bounded(100).named("bob"));
            self[0].talk(10_000); // is below it
            house.awaitQuiescence();
            assertThat(failed).isEmpty();
            self[0].talk(1_000_000);
            house.awaitQuiescence();
            assertThat(failed)
                    .singleElement()
                    .asInstanceOf(
                            org.assertj.core.api.InstanceOfAssertFactories.throwable(
                                    MailboxFullException.class))
                    .hasMessageContaining("actor bob cannot send to bob")
                    .hasMessageContaining("beyond their bounds and may have 1048576");
            failed.clear();
            for (int i = 0; i < 100; i++) { // what was grown was given back
                self[0].talk(10_000);
                house.awaitQuiescence();
            }
            assertThat(failed).isEmpty();
        }
    }

    @Test
    void aNegativeCeilingIsRefused() {
        assertThatThrownBy(() -> Roundhouse.open(with -> with.ceiling(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a ceiling cannot be negative: -1 bytes; 0 is the least");
    }
}
