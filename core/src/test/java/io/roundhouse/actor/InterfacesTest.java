package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One object, called through several interfaces; and handles that can do less than others. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class InterfacesTest {
    @Parameter Dispatcher on;

    interface Writes {
        void write(String line, int times);

        void fail(String how);
    }

    interface Counts {
        int count();

        CompletableFuture<List<String>> lines(long from, Object unused, double more);

        default int countTwice() {
            return 2 * count();
        }
    }

    interface Both extends Writes, Counts {
        @Override
        default int countTwice() {
            return -1;
        }
    }

    private static final class Book implements Both {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void write(String line, int times) {
            for (int i = 0; i < times; i++) {
                lines.add(line);
            }
        }

        @Override
        public void fail(String how) {
            throw new IllegalStateException(how);
        }

        @Override
        public int count() {
            return lines.size();
        }

        @Override
        public CompletableFuture<List<String>> lines(long from, Object unused, double more) {
            if (from < 0) {
                throw new IllegalArgumentException("from " + from);
            }
            return CompletableFuture.completedFuture(
                    List.copyOf(lines.subList((int) from, lines.size())));
        }
    }

    @Test
    void callsThroughBothAreInOneOrder() {
        try (var house = on.open()) {
            Writes writes =
                    on.actor(house, Writes.class, Book::new, with -> with.also(Counts.class));
            Counts counts = house.as(writes, Counts.class);
            for (int i = 1; i <= 100; i++) {
                writes.write("line " + i, 2);
                assertThat(counts.count()).isEqualTo(2 * i);
            }
            assertThat(counts.lines(198, "", 0.5).join()).containsExactly("line 100", "line 100");
            assertThat(counts.countTwice()).isEqualTo(400);
        }
    }

    @Test
    void whatGoesWrongNamesTheRightMethod() {
        List<String> told = new ArrayList<>();
        try (var house =
                on.open(with ->
                        with.onFailure((call, _) -> told.add("failed " + call))
                                .onDeadLetter(call -> told.add("dead " + call)))) {
            Counts counts =
                    on.actor(
                            house,
                            Counts.class,
                            Book::new,
                            with -> with.also(Writes.class).named("book"));
            Writes writes = house.as(counts, Writes.class);
            writes.fail("once");
            assertThatThrownBy(() -> counts.lines(-1, "", 0).join())
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseMessage("from -1");
            house.awaitQuiescence();
            house.stop(writes);
            house.awaitQuiescence();
            writes.write("late", 3);
            assertThatThrownBy(counts::count).isInstanceOf(ActorStoppedException.class);
        }
        assertThat(told)
                .containsExactly(
                        "failed book.fail(once)", "dead book.write(late, 3)", "dead book.count()");
    }

    @Test
    void aHandleOfASmallerInterfaceCanDoNoMore() {
        try (var house = on.open()) {
            Both both = on.actor(house, Both.class, Book::new, with -> with.named("book"));
            Counts counts = house.as(both, Counts.class);
            both.write("x", 3);
            assertThat(counts.count()).isEqualTo(3);
            assertThat(counts.lines(2, "", 1).join()).containsExactly("x");
            assertThat(counts).isNotInstanceOf(Writes.class).isEqualTo(both);
            assertThat(counts).hasSameHashCodeAs(both).hasToString("Counts of book");
            assertThat(counts.countTwice()).as("as the wider interface says").isEqualTo(-1);
            assertThat(house.as(counts, Both.class).count()).isEqualTo(3);
            assertThat(house.as(both, Both.class)).isSameAs(both);
        }
    }

    @Test
    void otherInterfacesAreRefused() {
        try (var house = on.open();
                var other = Roundhouse.open()) {
            Writes writes = on.actor(house, Writes.class, Book::new, with -> with.named("book"));
            assertThatThrownBy(() -> house.as(writes, Counts.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("actor book is called through")
                    .hasMessageContaining("with.also(Counts.class)");
            assertThatThrownBy(() -> other.as(writes, Writes.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("actor book is one of another house");
            assertThatThrownBy(() -> house.as("book", Writes.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() ->
                            on.actor(
                                    house,
                                    Writes.class,
                                    () ->
                                            new Writes() {
                                                @Override
                                                public void write(String line, int times) {}

                                                @Override
                                                public void fail(String how) {}
                                            },
                                    with -> with.also(Counts.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Writes returned a")
                    .hasMessageContaining("which does not implement")
                    .hasMessageEndingWith("Counts, asked for by also(Counts.class)");
            assertThatThrownBy(() ->
                            on.actor(
                                    house,
                                    Writes.class,
                                    Book::new,
                                    with -> with.also(String.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not an interface");
        }
    }

    @Test
    void actorsAreMadeByTheirInterfaceAlone() {
        try (var house = on.open()) {
            house.register(Both.class, Book::new, with -> with.bounded(7));
            Both first = house.actor(Both.class);
            Both second = house.actor(Both.class);
            first.write("x", 1);
            assertThat(first.count()).isEqualTo(1);
            assertThat(second.count()).isZero();
            assertThatThrownBy(() -> house.register(Both.class, Book::new))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has been said before");
            assertThatThrownBy(() -> house.register(String.class, () -> "none"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.String is not an interface");
            assertThatThrownBy(() -> house.actor(Writes.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("house.register(Writes.class");
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefusedWhereTheyAreRegistered() {
        try (var house = on.open()) {
            assertThatThrownBy(() -> house.register(Both.class, Book::new, with -> with.bounded(0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("bounded to 1 to");
            assertThatThrownBy(() ->
                            house.register(Both.class, Book::new, with -> with.also(String.class)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.String is not an interface");
            house.register(Both.class, Book::new); // nothing has been said before
        }
    }
}
