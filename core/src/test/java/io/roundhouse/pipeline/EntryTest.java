package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An interface that the events implement is a way into the line. */
@Timeout(60)
class EntryTest {
    interface Orders {
        void buy(long price, int size);

        void sell(long price, double share, String who) throws IOException;

        default void buyTwice(long price) {
            buy(price, 1);
            buy(price, 2);
        }
    }

    static final class Order implements Orders {
        String what = "";

        @Override
        public void buy(long price, int size) {
            what = "buy " + size + " at " + price;
        }

        @Override
        public void sell(long price, double share, String who) throws IOException {
            if (who.isEmpty()) {
                throw new IOException("who?");
            }
            what = who + " sells " + share + " at " + price;
        }

        @Override
        public void buyTwice(long price) {
            throw new AssertionError("runs where it is called");
        }
    }

    interface Results {
        long result();
    }

    interface Nothing {
        default void nothing() {}
    }

    interface Finalizes {
        void finalize();
    }

    interface Steps {
        void both(Steps in);

        void step(boolean works);
    }

    static final class Step implements Steps {
        String what = "";

        @Override
        public void both(Steps in) {
            what = "both, half of it";
            in.step(true);
            assertThatThrownBy(() -> in.step(false)).hasMessage("does not work");
        }

        @Override
        public void step(boolean works) {
            what = "step";
            if (!works) {
                throw new IllegalStateException("does not work");
            }
        }
    }

    private final List<String> seen = new ArrayList<>();

    private Pipeline<Order> line(int publishers) {
        return Pipeline.of(Order::new)
                .capacity(4)
                .publishers(publishers)
                .stage("one", order -> seen.add(order.what))
                .start();
    }

    @Test
    void aCallIsMadeOnTheNextEventWhichIsThenPublished() throws Exception {
        try (Pipeline<Order> line = line(1)) {
            Orders in = line.as(Orders.class);
            in.buy(101, 5);
            in.sell(102, 0.5, "Ann");
            in.buyTwice(7);
            for (int i = 0; i < 10; i++) {
                in.buy(i, i);
            }
            assertThat(in.toString()).startsWith("entry to pipeline [one]");
        }

        assertThat(seen)
                .startsWith("buy 5 at 101", "Ann sells 0.5 at 102", "buy 1 at 7", "buy 2 at 7")
                .hasSize(14);
    }

    @Test
    void whatTheEventThrowsIsThrownAndNothingWasPublished() throws Exception {
        Pipeline<Order> line = line(1);
        line.as(Orders.class).buy(1, 1); // has the only lane; others share one
        PipelineTest.inThreads(
                2,
                _ -> {
                    Orders in = line.as(Orders.class);
                    assertThatThrownBy(() -> in.sell(1, 1, ""))
                            .isInstanceOf(IOException.class)
                            .hasMessage("who?");
                    in.buy(2, 2);
                });
        line.close();

        assertThat(seen).containsExactly("buy 1 at 1", "buy 2 at 2", "buy 2 at 2");
    }

    @Test
    void aCallWithinACallTakesItsPlaceAndTheOuterOneIsRefused() throws Exception {
        Pipeline<Step> line =
                Pipeline.of(Step::new)
                        .publishers(1)
                        .stage("one", step -> seen.add(step.what))
                        .start();
        assertHasOnePlace(line.as(Steps.class));
        PipelineTest.inThreads(1, _ -> assertHasOnePlace(line.as(Steps.class))); // shared lane
        line.close();

        assertThat(seen).containsExactly("step", "step", "step", "step");
    }

    private static void assertHasOnePlace(Steps in) {
        assertThatThrownBy(() -> in.both(in))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("while another one was being filled");
        in.step(true);
    }

    @Test
    void oneClassIsWrittenHoweverManyLinesAnInterfaceLeadsInto() {
        try (Pipeline<Order> line = line(1);
                Pipeline<Order> other = line(1)) {
            assertThat(line.as(Orders.class))
                    .hasSameClassAs(line.as(Orders.class))
                    .hasSameClassAs(other.as(Orders.class, MethodHandles.lookup()));
        }
    }

    @Test
    void itIsRefusedWhenTheLineIsClosed() {
        Pipeline<Order> line = line(1);
        Orders in = line.as(Orders.class);
        line.close();

        assertThatThrownBy(() -> in.buy(1, 1)).isInstanceOf(PipelineClosedException.class);
        assertThat(seen).isEmpty();
    }

    @Test
    void interfacesThatCannotBeAWayInAreRefusedWithTheReason() {
        try (Pipeline<Order> line = line(1)) {
            assertThatThrownBy(() -> line.as(Order.class))
                    .hasMessageContaining("not an interface; lines are called through one");
            assertThatThrownBy(() -> line.as(Results.class))
                    .hasMessageContaining("result")
                    .hasMessageContaining("let it be void");
            assertThatThrownBy(() -> line.as(Finalizes.class))
                    .hasMessageContaining("finalize()")
                    .hasMessageContaining("garbage collector");
            assertThatThrownBy(() -> line.as(Nothing.class)).hasMessageContaining("no method");
            assertThatThrownBy(() -> line.as(Runnable.class))
                    .hasMessageContaining("do not implement java.lang.Runnable");
            assertThatThrownBy(() -> line.as(Orders.class, MethodHandles.publicLookup()))
                    .hasMessageContaining("cannot define a class in package");
            line.as(Orders.class, MethodHandles.lookup()).buy(1, 2);
        }

        assertThat(seen).containsExactly("buy 2 at 1");
    }

    @Test
    @SuppressWarnings("NullAway") // what users may do by mistake
    void noInterfaceIsRefusedByName() {
        try (Pipeline<Order> line = line(1)) {
            assertThatThrownBy(() -> line.as(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type: the interface that the events implement");
        }
    }

    @Test
    void anInterfaceOfTheJdkWillDo() {
        int[] runs = {0};
        try (Pipeline<Runnable> line =
                Pipeline.of(() ->
                                (Runnable)
                                        new Runnable() {
                                            @Override
                                            public void run() {}
                                        })
                        .stage("one", _ -> runs[0]++)
                        .start()) {
            line.as(Runnable.class).run();
        }

        assertThat(runs[0]).isOne();
    }
}
