package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.lang.invoke.MethodHandles;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interfaces that have super-interfaces, of other packages or with the same methods. */
@Timeout(60)
final class InheritedInterfacesTest {
    /** No other test may use the super-interface with an actor: it would be known by then. */
    interface Job extends Flow.Subscription {
        int done();
    }

    private static final class Counted implements Job {
        private int done;

        @Override
        public void request(long n) {
            done += (int) n;
        }

        @Override
        public void cancel() {
            done = 0;
        }

        @Override
        public int done() {
            return done;
        }
    }

    @Test
    void aHandleIsNarrowedToAnInterfaceOfThePlatform() {
        try (var house = Roundhouse.open()) {
            Job job = house.actor(Job.class, Counted::new, with -> with.in(MethodHandles.lookup()));
            house.as(job, Flow.Subscription.class).request(3);
            assertThat(job.done()).isEqualTo(3);
        }
    }

    interface Compares extends Comparator<String> {
        void nothing();
    }

    /** Likewise. */
    @Test
    void aHandleIsNarrowedToAGenericInterfaceOfThePlatform() {
        try (var house = Roundhouse.open()) {
            Compares compares =
                    house.actor(
                            Compares.class,
                            () ->
                                    new Compares() {
                                        @Override
                                        public int compare(String one, String other) {
                                            return one.length() - other.length();
                                        }

                                        @Override
                                        public void nothing() {}
                                    });
            Comparator<?> narrow = house.as(compares, Comparator.class);
            assertThat(narrow).isNotInstanceOf(Compares.class);
            assertThat(compares.compare("1", "333")).isEqualTo(-2);
        }
    }

    interface Own {
        int count();
    }

    private record Both(AtomicInteger calls) implements Own, Callable<Integer> {
        @Override
        public int count() {
            return calls.incrementAndGet();
        }

        @Override
        public Integer call() {
            return 10 * calls.incrementAndGet();
        }
    }

    @Test
    void aLookupIsForTheInterfacesOfItsPackage() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (var house = Roundhouse.open()) {
            Own own =
                    house.actor(
                            Own.class,
                            () -> new Both(calls),
                            with -> with.in(MethodHandles.lookup()).also(Callable.class));
            assertThat(own.count()).isEqualTo(1);
            assertThat(house.as(own, Callable.class).call()).isEqualTo(20);
        }
    }

    interface Left {
        int same(long n);
    }

    interface Right {
        int same(long n);
    }

    interface LeftAndRight extends Left, Right {}

    interface Wide extends LeftAndRight {
        void more();
    }

    private static final class Same implements Wide {
        @Override
        public int same(long n) {
            return (int) n + 1;
        }

        @Override
        public void more() {}
    }

    @Test
    void aMethodThatIsInheritedTwiceIsNarrowedOnce() {
        try (var house = Roundhouse.open()) {
            Wide wide = house.actor(Wide.class, Same::new);
            LeftAndRight both = house.as(wide, LeftAndRight.class);
            assertThat(both.same(1)).isEqualTo(2);
            assertThat(house.as(both, Left.class).same(2)).isEqualTo(3);
            assertThat(house.as(both, Right.class).same(3)).isEqualTo(4);
        }
    }

    /** A house gives handles of its actors to whoever has it: {@code as} is no boundary. */
    @Test
    void whoHasTheHouseGetsTheWiderHandleOfANarrowOne() {
        try (var house = Roundhouse.open()) {
            Wide wide = house.actor(Wide.class, Same::new);
            Left narrow = house.as(wide, Left.class);
            assertThat(narrow).isNotInstanceOf(Wide.class).isEqualTo(wide);
            assertThat(house.as(narrow, Wide.class).same(1)).isEqualTo(2);
        }
    }

    interface GivesObject {
        Object get(long n, Object other, double half);

        Object later();
    }

    interface GivesText {
        String get(long n, Object other, double half);

        CompletableFuture<String> later();
    }

    interface GivesBoth extends GivesText, GivesObject {}

    interface GivesMore extends GivesObject, GivesBoth {
        void more();
    }

    private static final class Gives implements GivesMore {
        @Override
        public String get(long n, Object other, double half) {
            if (n < 0) {
                throw new IllegalStateException("less than nothing");
            }
            return n + " " + other + " " + half;
        }

        @Override
        public CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("later");
        }

        @Override
        public void more() {}
    }

    @Test
    void aMethodIsCalledThroughEachOfItsReturnTypes() {
        try (var house = Roundhouse.open()) {
            GivesMore more = house.actor(GivesMore.class, Gives::new);
            checkGives(more, more);
            GivesBoth both = house.as(more, GivesBoth.class);
            checkGives(both, both);
            checkGives(house.as(more, GivesObject.class), house.as(more, GivesText.class));
        }
    }

    @Test
    void soItIsWhereThatIsTheActorsInterface() {
        try (var house = Roundhouse.open()) {
            GivesBoth both = house.actor(GivesBoth.class, Gives::new);
            checkGives(both, both);
            checkGives(house.as(both, GivesObject.class), house.as(both, GivesText.class));
        }
    }

    private static void checkGives(GivesObject object, GivesText text) {
        assertThat(object.get(1, "x", 0.5)).isEqualTo("1 x 0.5");
        assertThat(text.get(2, "y", 1.5)).isEqualTo("2 y 1.5");
        assertThat(text.later().join()).isEqualTo("later");
        assertThat(((CompletableFuture<?>) object.later()).join()).isEqualTo("later");
        assertThatThrownBy(() -> object.get(-1, "", 0)).hasMessage("less than nothing");
    }
}
