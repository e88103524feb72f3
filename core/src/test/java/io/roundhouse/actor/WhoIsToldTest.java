package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who is told of what calls throw, and of what is attached to their answers; and where that runs.
 */
@Timeout(60)
final class WhoIsToldTest {
    private final List<Throwable> reported = new CopyOnWriteArrayList<>();

    private Roundhouse open() {
        return Roundhouse.open(
                with -> with.workers(1).onFailure((_, thrown) -> reported.add(thrown)));
    }

    interface Fails {
        void tell();

        int now();

        CompletableFuture<Integer> later();
    }

    /** All of them throw that. */
    private static final class Failing implements Fails {
        private final Throwable thrown;
        volatile Thread ranBy = Thread.currentThread();

        Failing(Throwable thrown) {
            this.thrown = thrown;
        }

        private <T extends Throwable> int fails() throws T {
            ranBy = Thread.currentThread();
            @SuppressWarnings("unchecked")
            T unchecked = (T) thrown;
            throw unchecked;
        }

        @Override
        public void tell() {
            this.<RuntimeException>fails();
        }

        @Override
        public int now() {
            return this.<RuntimeException>fails();
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.completedFuture(this.<RuntimeException>fails());
        }
    }

    @Test
    void theHandlerIsToldOfExceptionsOfWhichNoCallerIs() {
        IllegalStateException thrown = new IllegalStateException("thrown");
        try (var house = open()) {
            Fails fails = house.actor(Fails.class, () -> new Failing(thrown));
            assertThatThrownBy(fails::now).isSameAs(thrown);
            var _ = fails.later(); // and dropped
            house.awaitQuiescence();
            assertThat(reported).isEmpty();
            fails.tell();
        }
        assertThat(reported).containsExactly(thrown);
    }

    @Test
    void anErrorIsReportedThoughTheCallerIsToldToo() {
        InternalError thrown = new InternalError("thrown");
        try (var house = open()) {
            Fails fails = house.actor(Fails.class, () -> new Failing(thrown));
            assertThat(fails.later()).failsWithin(Duration.ofSeconds(50));
        }
        assertThat(reported).containsExactly(thrown);
    }

    @Test
    void anErrorIsNotReportedWhereTheCallerHasRunTheCallOnTheSpot() {
        InternalError thrown = new InternalError("thrown");
        Failing failing = new Failing(thrown);
        try (var house = open()) {
            Fails fails = house.actor(Fails.class, () -> failing);
            assertThatThrownBy(fails::now).isSameAs(thrown);
            assertThatThrownBy(fails::now).isInstanceOf(ActorStoppedException.class);
        }
        assertThat(reported).hasSize(failing.ranBy == Thread.currentThread() ? 0 : 1);
    }

    interface Source {
        CompletableFuture<Integer> later();
    }

    interface Attaches {
        CompletableFuture<Integer> attach();

        int count();
    }

    @Test
    void anErrorOfWhatIsAttachedIsInWhatComesOfItAndNowhereElse() {
        InternalError thrown = new InternalError("thrown");
        try (var house = open()) {
            Source source =
                    house.actor(Source.class, () -> () -> CompletableFuture.completedFuture(1));
            Attaches attaches =
                    house.actor(
                            Attaches.class,
                            () ->
                                    new Attaches() {
                                        @Override
                                        public CompletableFuture<Integer> attach() {
                                            return source.later()
                                                    .thenApply(_ -> {
                                                        throw thrown;
                                                    });
                                        }

                                        @Override
                                        public int count() {
                                            return 2;
                                        }
                                    });
            CompletableFuture<Integer> attached = attaches.attach();
            assertThatThrownBy(attached::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCause(thrown);
            assertThat(attaches.count()).isEqualTo(2); // it goes on
        }
        assertThat(reported).isEmpty();
    }

    interface Asks {
        void ask();
    }

    interface Takes {
        void takeFuture(CompletableFuture<Integer> future);

        void take(int value);
    }

    private static final class Taker implements Takes {
        final CompletableFuture<String> whereAttached = new CompletableFuture<>();
        final CompletableFuture<String> whereCalled = new CompletableFuture<>();

        @Override
        public void takeFuture(CompletableFuture<Integer> future) {
            var _ = future.thenAccept(_ -> whereAttached.complete(ActorContext.current().name()));
        }

        @Override
        public void take(int value) {
            whereCalled.complete(ActorContext.current().name());
        }
    }

    @Test
    void whatIsAttachedToAFutureThatWasPassedOnRunsInTheActorThatHasAskedForIt() {
        CompletableFuture<Integer> value = new CompletableFuture<>();
        Taker taker = new Taker();
        try (var house = open()) {
            Source source = house.actor(Source.class, () -> () -> value);
            Takes takes = house.actor(Takes.class, () -> taker, with -> with.named("taker"));
            Asks asks =
                    house.actor(
                            Asks.class,
                            () ->
                                    () -> {
                                        CompletableFuture<Integer> later = source.later();
                                        takes.takeFuture(later);
                                        var _ = later.thenAccept(takes::take);
                                    },
                            with -> with.named("asker"));
            asks.ask();
            house.awaitQuiescence(); // all is attached
            value.complete(1);
            assertThat(taker.whereAttached.join()).isEqualTo("asker");
            assertThat(taker.whereCalled.join()).isEqualTo("taker");
        }
    }
}
