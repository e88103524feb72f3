package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitAsking;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.waiting.WaitInterruptedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What calls that wait give back, whatever it is: the actor may be idle, or busy. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class ResultTest {
    @Parameter Dispatcher on;

    record Point(int x, double y) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(Point centre, float radius) implements Shape {}

    record Square(Point corner, long side) implements Shape {}

    interface Echo {
        boolean same(boolean value);

        byte same(byte value);

        short same(short value);

        char same(char value);

        int same(int value);

        long same(long value);

        float same(float value);

        double same(double value);

        int[] same(int[] values);

        String[][] same(String[][] values);

        Point same(Point value);

        Shape same(Shape value);

        Echo self();

        void fails(String why) throws IOException;

        int failsWith(RuntimeException why);

        void passes(Gate gate);
    }

    private static final class Plain implements Echo {
        private final ActorContext context = ActorContext.current();

        @Override
        public boolean same(boolean value) {
            return value;
        }

        @Override
        public byte same(byte value) {
            return value;
        }

        @Override
        public short same(short value) {
            return value;
        }

        @Override
        public char same(char value) {
            return value;
        }

        @Override
        public int same(int value) {
            return value;
        }

        @Override
        public long same(long value) {
            return value;
        }

        @Override
        public float same(float value) {
            return value;
        }

        @Override
        public double same(double value) {
            return value;
        }

        @Override
        public int[] same(int[] values) {
            return values;
        }

        @Override
        public String[][] same(String[][] values) {
            return values;
        }

        @Override
        public Point same(Point value) {
            return value;
        }

        @Override
        public Shape same(Shape value) {
            return value;
        }

        @Override
        public Echo self() {
            return context.self(Echo.class);
        }

        @Override
        public void fails(String why) throws IOException {
            throw new IOException(why);
        }

        @Override
        public int failsWith(RuntimeException why) {
            throw why;
        }

        @Override
        public void passes(Gate gate) {
            gate.pass();
        }
    }

    private Echo echo(Roundhouse house) {
        return on.actor(house, Echo.class, Plain::new);
    }

    @Test
    void whatIsReturnedIsWhatCameBack() {
        try (var house = on.open()) {
            Echo echo = echo(house);
            giveAllBack(echo);
        }
    }

    @Test
    void andSoFromAnActorThatManyAskAtOnce() {
        try (var house = on.open()) {
            Echo echo = echo(house);
            inThreads(3, _ -> giveAllBack(echo));
            inThreads(3, Thread.ofVirtual(), _ -> giveAllBack(echo));
        }
    }

    private static void giveAllBack(Echo echo) {
        for (boolean each : new boolean[] {true, false}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (byte each : new byte[] {Byte.MIN_VALUE, -1, 0, Byte.MAX_VALUE}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (short each : new short[] {Short.MIN_VALUE, -1, Short.MAX_VALUE}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (char each : new char[] {0, 'a', Character.MAX_VALUE}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (int each : new int[] {Integer.MIN_VALUE, -1, Integer.MAX_VALUE}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (long each : new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE}) {
            assertThat(echo.same(each)).isEqualTo(each);
        }
        for (float each : new float[] {-0.0f, Float.MIN_VALUE, Float.NaN}) {
            assertThat(Float.floatToRawIntBits(echo.same(each)))
                    .isEqualTo(Float.floatToRawIntBits(each));
        }
        for (double each : new double[] {-0.0, Double.MIN_VALUE, Double.NaN}) {
            assertThat(Double.doubleToRawLongBits(echo.same(each)))
                    .isEqualTo(Double.doubleToRawLongBits(each));
        }
        int[] numbers = {1, 2};
        assertThat(echo.same(numbers)).isSameAs(numbers);
        String[][] words = {{"a"}, {}};
        assertThat(echo.same(words)).isSameAs(words);
        Point point = new Point(1, 2);
        assertThat(echo.same(point)).isSameAs(point);
        for (Shape each : new Shape[] {new Circle(point, 1), new Square(point, 1)}) {
            assertThat(echo.same(each)).isSameAs(each);
        }
        assertThat(echo.self()).isEqualTo(echo);
        assertThat(echo.self().same(7)).isEqualTo(7);
        assertThatThrownBy(() -> echo.fails("no")).isInstanceOf(IOException.class).hasMessage("no");
    }

    /** It is behind another call, and waited for all the same. */
    @Test
    void aCallThatMayThrowIsWaitedForWhereTheActorIsBusy() {
        assumeTrue(on.mayBlock() >= 1, "the actor is held up by the test");
        Gate gate = new Gate();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open()) {
            Echo echo = echo(house);
            echo.passes(gate);
            gate.awaitReached();
            Thread asks = Thread.ofPlatform().start(() -> thrown.set(thrownBy(echo)));
            awaitAsking(asks);
            assertThat(thrown).hasNullValue();
            gate.open();
            Threads.join(asks);
        }
        assertThat(thrown.get()).isInstanceOf(IOException.class).hasMessage("no");
    }

    /** Those that futures make something else of. */
    private static List<RuntimeException> thrownByFutures() {
        return List.of(
                new CompletionException(new IOException("not declared")),
                new CompletionException("no cause", null),
                new CancellationException("cancelled"),
                new IllegalStateException(new CompletionException(new IOException())));
    }

    @Test
    void whatIsThrownIsWhatCameOut() {
        try (var house = on.open()) {
            Echo echo = echo(house);
            for (RuntimeException each : thrownByFutures()) {
                assertThatThrownBy(() -> echo.failsWith(each)).isSameAs(each);
            }
        }
    }

    @Test
    void andSoWhereTheActorIsBusy() {
        assumeTrue(on.mayBlock() >= 1, "the actor is held up by the test");
        try (var house = on.open()) {
            Echo echo = echo(house);
            for (RuntimeException each : thrownByFutures()) {
                Gate gate = new Gate();
                AtomicReference<Throwable> thrown = new AtomicReference<>();
                echo.passes(gate);
                gate.awaitReached();
                Thread asks =
                        Thread.ofPlatform()
                                .start(() -> {
                                    try {
                                        echo.failsWith(each);
                                    } catch (Throwable e) {
                                        thrown.set(e);
                                    }
                                });
                awaitAsking(asks);
                gate.open();
                Threads.join(asks);
                assertThat(thrown.get()).isSameAs(each);
            }
        }
    }

    /** Which holds no thread up that others need: there are more of them than such threads. */
    @Test
    void virtualThreadsWaitForABusyActorAndAreAnswered() {
        assumeTrue(on.mayBlock() >= 1, "the actor is held up by the test");
        int count = 4 * Runtime.getRuntime().availableProcessors();
        Gate gate = new Gate();
        AtomicInteger answered = new AtomicInteger();
        try (var house = on.open()) {
            Echo echo = echo(house);
            echo.passes(gate);
            gate.awaitReached();
            List<Thread> asking = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                asking.add(
                        Thread.startVirtualThread(
                                () -> answered.addAndGet(echo.same(number) == number ? 1 : 0)));
            }
            asking.forEach(Threads::awaitAsking);
            assertThat(answered).hasValue(0);
            gate.open();
            asking.forEach(Threads::join);
        }
        assertThat(answered).hasValue(count);
    }

    private static Throwable thrownBy(Echo echo) {
        try {
            echo.fails("no");
            return new AssertionError("did not throw");
        } catch (IOException | RuntimeException e) {
            return e;
        }
    }

    @Test
    void whoIsInterruptedWhileItWaitsHasAskedNobodyAndKeepsItsFlag() {
        assumeTrue(on.mayBlock() >= 1, "the actor is held up by the test");
        Gate gate = new Gate();
        boolean[] flag = new boolean[1];
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open()) {
            Echo echo = echo(house);
            echo.passes(gate);
            gate.awaitReached();
            Thread asks =
                    Thread.ofPlatform()
                            .start(() -> {
                                thrown.set(thrownBy(echo));
                                flag[0] = Thread.interrupted();
                            });
            awaitAsking(asks);
            asks.interrupt();
            Threads.join(asks);
            gate.open();
            house.awaitQuiescence();
            assertThat(house.deadLetters()).isZero();
        }
        assertThat(thrown.get()).isInstanceOf(WaitInterruptedException.class);
        assertThat(flag[0]).isTrue();
    }
}
