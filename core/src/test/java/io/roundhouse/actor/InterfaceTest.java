package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.elsewhere.Neighbour;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Which interfaces can be an actor's, and how calls are carried, from outside and from one actor to
 * another.
 */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class InterfaceTest {
    @Parameter Dispatcher on;

    private final List<Object> got = Collections.synchronizedList(new ArrayList<>());

    /** Has an actor called by this thread, then by an actor; each must cause the same. */
    private <T> void with(Class<T> type, Supplier<? extends T> factory, Consumer<T> use) {
        List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        List<Object> before = List.copyOf(got);
        try (var house = on.open()) {
            use.accept(on.actor(house, type, factory));
        }
        List<Object> fromOutside = new ArrayList<>(got);
        got.clear();
        got.addAll(before);
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            T actor = on.actor(house, type, factory);
            on.actor(house, Runnable.class, () -> () -> use.accept(actor)).run();
        }
        assertThat(thrown).isEmpty();
        assertThat(got).isEqualTo(fromOutside);
    }

    interface Primitives {
        void all(boolean z, byte b, short s, char c, int i, long j, float f, double d);
    }

    @Test
    void primitivesOfEveryKindArriveAsTheyAre() {
        with(
                Primitives.class,
                () -> (z, b, s, c, i, j, f, d) -> got.addAll(List.of(z, b, s, c, i, j, f, d)),
                actor -> {
                    actor.all(
                            true,
                            Byte.MIN_VALUE,
                            Short.MIN_VALUE,
                            Character.MAX_VALUE,
                            Integer.MIN_VALUE,
                            Long.MIN_VALUE,
                            -0.0f,
                            Double.MIN_VALUE);
                    actor.all(
                            false,
                            (byte) 127,
                            (short) 3,
                            'x',
                            -1,
                            1L << 40,
                            Float.NaN,
                            Double.NEGATIVE_INFINITY);
                });
        assertThat(got)
                .containsExactly(
                        true,
                        Byte.MIN_VALUE,
                        Short.MIN_VALUE,
                        Character.MAX_VALUE,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        -0.0f,
                        Double.MIN_VALUE,
                        false,
                        (byte) 127,
                        (short) 3,
                        'x',
                        -1,
                        1L << 40,
                        Float.NaN,
                        Double.NEGATIVE_INFINITY);
    }

    interface Mixed {
        void mixed(Object o, long a, int[] array, double b, List<String> list, boolean c, String s);

        void none();

        void many(String... strings);
    }

    @Test
    void referencesArraysAndPrimitivesMixed() {
        int[] array = {1, 2};
        List<String> list = List.of("x");
        with(
                Mixed.class,
                () ->
                        new Mixed() {
                            @Override
                            public void mixed(
                                    Object o,
                                    long a,
                                    int[] array,
                                    double b,
                                    List<String> list,
                                    boolean c,
                                    String s) {
                                got.addAll(Arrays.asList(o, a, array, b, list, c, s));
                            }

                            @Override
                            public void none() {
                                got.add("none");
                            }

                            @Override
                            public void many(String... strings) {
                                got.addAll(List.of(strings));
                            }
                        },
                actor -> {
                    actor.mixed(null, 5, array, 0.5, list, true, "s");
                    actor.none();
                    actor.many();
                    actor.many("a", "b");
                });
        assertThat(got).containsExactly(null, 5L, array, 0.5, list, true, "s", "none", "a", "b");
        assertThat(got.get(2)).isSameAs(array);
    }

    interface Overloaded {
        void put(int i);

        void put(long j);

        void put(Object o);

        void put(String s);
    }

    interface Heir extends Overloaded, Named {
        void put(String a, String b);
    }

    interface Named {
        void name(String name);
    }

    @Test
    void overloadedAndInheritedMethodsAreToldApart() {
        with(
                Heir.class,
                () ->
                        new Heir() {
                            @Override
                            public void put(int i) {
                                got.add("int " + i);
                            }

                            @Override
                            public void put(long j) {
                                got.add("long " + j);
                            }

                            @Override
                            public void put(Object o) {
                                got.add("object " + o);
                            }

                            @Override
                            public void put(String s) {
                                got.add("string " + s);
                            }

                            @Override
                            public void put(String a, String b) {
                                got.add("strings " + a + b);
                            }

                            @Override
                            public void name(String name) {
                                got.add("name " + name);
                            }
                        },
                actor -> {
                    actor.put(1);
                    actor.put(2L);
                    actor.put((Object) "3");
                    actor.put("4");
                    actor.put("5", "6");
                    actor.name("7");
                });
        assertThat(got)
                .containsExactly("int 1", "long 2", "object 3", "string 4", "strings 56", "name 7");
    }

    interface Sink<T> {
        void take(T thing);
    }

    interface StringSink extends Sink<String> {
        @Override
        void take(String thing);
    }

    interface LongSink extends Sink<Long> {}

    @Test
    void genericMethodsAndTheirBridgesReachTheSameMethod() {
        with(
                StringSink.class,
                () -> got::add,
                actor -> {
                    actor.take("direct");
                    Sink<String> sink = actor;
                    sink.take("bridged");
                });
        with(LongSink.class, () -> got::add, actor -> actor.take(3L));
        assertThat(got).containsExactly("direct", "bridged", 3L);
    }

    interface WithDefault {
        void number(long n);

        default WithDefault twice(long n) {
            number(n);
            number(n);
            return this;
        }

        static long zero() {
            return 0;
        }
    }

    @Test
    void defaultMethodsRunAtTheCallerOnTheHandle() {
        with(
                WithDefault.class,
                () ->
                        new WithDefault() {
                            @Override
                            public void number(long n) {
                                got.add(n);
                            }

                            @Override
                            public WithDefault twice(long n) {
                                throw new AssertionError("not to be called");
                            }
                        },
                actor -> assertThat(actor.twice(WithDefault.zero() + 1)).isSameAs(actor));
        assertThat(got).containsExactly(1L, 1L);
    }

    interface WithEquals {
        void go();

        @Override
        boolean equals(Object other);

        @Override
        int hashCode();

        @Override
        String toString();
    }

    @Test
    void methodsOfEveryObjectStayLocal() {
        with(
                WithEquals.class,
                () ->
                        new WithEquals() {
                            @Override
                            public void go() {
                                got.add("go");
                            }
                        },
                actor -> {
                    assertThat(actor.equals(actor)).isTrue();
                    assertThat(actor.toString()).startsWith("WithEquals of");
                    actor.go();
                });
        assertThat(got).containsExactly("go");
    }

    private interface Private {
        void go();
    }

    @Test
    void privateInterfacesWork() {
        with(Private.class, () -> () -> got.add(1), Private::go);
        assertThat(got).containsExactly(1);
    }

    @Test
    void interfacesOfTheJdkWork() {
        with(Runnable.class, () -> () -> got.add("run"), Runnable::run);
        with(LongConsumer.class, () -> got::add, actor -> actor.accept(7));
        BiConsumer<String, Object> both = (a, b) -> got.add(a + b);
        with(
                BiConsumer.class,
                () -> both,
                actor -> {
                    @SuppressWarnings("unchecked")
                    BiConsumer<String, Object> typed = actor;
                    typed.accept("a", 1);
                });
        assertThat(got).containsExactly("run", 7L, "a1");
    }

    @Test
    void interfacesThatOthersCannotSeeWorkOnTheClassPathAndWithALookup() {
        Neighbour.use(got::add, null);
        Neighbour.use(got::add, Neighbour.lookup());
        assertThat(got).containsExactly("hidden", "hidden");
    }

    @Test
    void aLookupFromElsewhereIsRefused() {
        assertThatThrownBy(() -> Neighbour.useOther(MethodHandles.lookup()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "cannot define a class in package io.roundhouse.actor.elsewhere")
                .hasMessageContaining("MethodHandles.lookup()");
        assertThatThrownBy(() -> Neighbour.useOther(MethodHandles.publicLookup()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    interface Wide {
        void wide(
                long a,
                long b,
                long c,
                long d,
                long e,
                long f,
                long g,
                long h,
                long i,
                long j,
                long k,
                long l,
                long m,
                long n,
                long o,
                long p,
                long q,
                long r,
                long s,
                long t,
                long u,
                long v,
                long w,
                long x,
                long y,
                long z,
                long a2,
                long b2,
                long c2,
                long d2,
                long e2,
                long f2,
                long g2,
                long h2,
                Object i2,
                Object j2);
    }

    /** The call before it is still on its way. */
    @Test
    void callsWithManyArgumentsArriveAsDoThoseBeforeThem() {
        Wide target =
                (a,
                        b,
                        c,
                        d,
                        e,
                        f,
                        g,
                        h,
                        i,
                        j,
                        k,
                        l,
                        m,
                        n,
                        o,
                        p,
                        q,
                        r,
                        s,
                        t,
                        u,
                        v,
                        w,
                        x,
                        y,
                        z,
                        a2,
                        b2,
                        c2,
                        d2,
                        e2,
                        f2,
                        g2,
                        h2,
                        i2,
                        j2) -> got.addAll(List.of(a, b, z, h2, i2, j2));
        try (var house = on.open()) {
            Sink<Object> small = sink(house, 1);
            Sink<Object> second = sink(house, 2);
            Wide wide = on.actor(house, Wide.class, () -> target);
            on.actor(
                            house,
                            Runnable.class,
                            () ->
                                    () -> {
                                        small.take("before");
                                        wide.wide(
                                                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                                16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                                                29, 30, 31, 32, 33, 34, "35", "36");
                                        second.take("after");
                                        small.take("after");
                                    })
                    .run();
        }
        assertThat(got)
                .containsExactlyInAnyOrder(
                        "1 before", 1L, 2L, 26L, 34L, "35", "36", "2 after", "1 after");
    }

    @SuppressWarnings("unchecked")
    private Sink<Object> sink(Roundhouse house, int number) {
        return on.actor(
                house,
                (Class<Sink<Object>>) (Class<?>) Sink.class,
                () -> thing -> got.add(number + " " + thing));
    }

    interface Handed {
        void hand(Handed other, int n);
    }

    @Test
    void handlesAreArguments() {
        try (var house = on.open()) {
            Handed first =
                    on.actor(
                            house,
                            Handed.class,
                            () ->
                                    (other, n) -> {
                                        if (n > 0) {
                                            other.hand(other, n - 1);
                                        }
                                        got.add(n);
                                    });
            first.hand(first, 3);
        }
        assertThat(got).containsExactly(3, 2, 1, 0);
    }

    @Test
    void aClassCastIsTheCallersFaultAndReportedAsAFailure() {
        List<Throwable> thrown = new ArrayList<>();
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            @SuppressWarnings("unchecked")
            Sink<Object> actor =
                    on.actor(
                            house,
                            (Class<Sink<Object>>) (Class<?>) Sink.class,
                            () -> thing -> got.add(((String) thing).length()));
            actor.take(5);
            actor.take("five");
        }
        assertThat(thrown).singleElement().isInstanceOf(ClassCastException.class);
        assertThat(got).containsExactly(4);
    }

    // ---- refused

    interface Finalizes {
        void finalize();
    }

    sealed interface Sealed permits Only {
        void go();
    }

    record Only() implements Sealed {
        @Override
        public void go() {}
    }

    @interface Mark {}

    @Test
    void whatCannotBeSentIsRefusedAtOnceAndByName() {
        refused(Finalizes.class, "finalize()");
        refused(Sealed.class, "is sealed", "leave out sealed", "an interface that it extends");
        refused(Mark.class, "is an annotation");
        refused(String.class, "is not an interface");
        refused(int.class, "is not an interface");
        refused(Runnable[].class, "is not an interface");
    }

    private void refused(Class<?> type, String... words) {
        try (var house = on.open()) {
            assertThatThrownBy(() ->
                            on.actor(
                                    house,
                                    type,
                                    () -> {
                                        throw new AssertionError("the factory must not be called");
                                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll(words);
        }
    }
}
