package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.railway.Kind.In;
import io.roundhouse.railway.Kind.Out;
import io.roundhouse.railway.Kind.Rail;
import io.roundhouse.waiting.Strategies;
import io.roundhouse.waiting.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every good arrives, once, in its loader's order: kinds of goods × trains × capacity × shapes ×
 * wait strategies × platform and virtual threads.
 */
@Timeout(120)
class TransportTest {
    private static final int[][] SIZES = {{1, 1}, {1, 2}, {2, 1}, {3, 5}, {8, 256}, {1, 1000}};
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration MOMENT = Duration.ofNanos(50_000);

    /** Which stations load, which unload, and what a station in the middle does. */
    enum Shape {
        ONE_TO_ONE(2, 1, of -> {}),
        ONE_TO_TWO(3, 1, of -> {}),
        ONE_TO_SEVEN(8, 1, of -> {}),
        THREE_TO_ONE(4, 3, of -> of.loading(0, 1, 2)),
        TWO_MIXED(2, 2, of -> of.loading(0, 1).unloading(0, 1)),
        RING_OF_THREE(3, 3, of -> of.route(0, 1).route(1, 2).route(2, 0));

        final int stations;
        final int loaders;
        final Consumer<RailwayBuilder<?>> description;

        Shape(int stations, int loaders, Consumer<RailwayBuilder<?>> description) {
            this.stations = stations;
            this.loaders = loaders;
            this.description = description;
        }
    }

    record Case(
            Kind kind,
            int trains,
            int capacity,
            Shape shape,
            WaitStrategy waiting,
            boolean virtual) {
        Rail build() {
            return kind.build(
                    shape.stations,
                    of -> {
                        shape.description.accept(of);
                        of.trains(trains)
                                .capacity(Math.max(capacity, shape.loaders))
                                .waiting(waiting);
                    });
        }

        /**
         * How many goods each loader loads. Few, where busy threads without cores hand over one by
         * one, as fast as the operating system switches between them.
         */
        int goods() {
            int room = trains * capacity;
            boolean burning = !virtual && waiting.toString().matches("busy-spin|yielding");
            boolean crowded = shape.stations > PROCESSORS;
            return 2 * room + (burning && crowded ? 11 : 150);
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int[] size : SIZES) {
                for (Shape shape : Shape.values()) {
                    for (WaitStrategy waiting : Strategies.all()) {
                        for (boolean virtual : new boolean[] {false, true}) {
                            cases.add(new Case(kind, size[0], size[1], shape, waiting, virtual));
                        }
                    }
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyGoodArrivesOnceAndInOrder(Case with) throws Exception {
        Rail rail = with.build();
        int goods = with.goods();
        long sent = 0;
        long received;
        try (Crew crew = Crew.of(with.virtual)) {
            Receipt[] receipts = new Receipt[with.shape.stations];
            Arrays.setAll(receipts, _ -> new Receipt());
            switch (with.shape) {
                case TWO_MIXED -> {
                    for (int station = 0; station < 2; station++) {
                        int me = station;
                        crew.start(
                                "mixed " + me,
                                () -> mixed(rail.in(me), rail.out(me), me, goods, receipts[me]));
                    }
                    sent = checksum(0, goods) + checksum(1, goods);
                }
                case RING_OF_THREE -> {
                    crew.start(
                            "first", () -> mixed(rail.in(0), rail.out(0), 0, goods, receipts[0]));
                    crew.start("second", () -> forward(rail.out(1), rail.in(1)));
                    crew.start("third", () -> forward(rail.out(2), rail.in(2)));
                    sent = checksum(0, goods);
                }
                default -> {
                    int loaders = with.shape.loaders;
                    for (int station = 0; station < loaders; station++) {
                        int me = station;
                        crew.start("loader " + me, () -> loadAll(rail.in(me), me, goods));
                        sent += checksum(me, goods);
                    }
                    for (int station = loaders; station < with.shape.stations; station++) {
                        int me = station;
                        crew.start(
                                "unloader " + me, () -> unloadAll(rail.out(me), me, receipts[me]));
                    }
                    sent *= with.shape.stations - loaders;
                }
            }
            crew.join();
            received = Arrays.stream(receipts).mapToLong(receipt -> receipt.sum).sum();
        }

        assertThat(received).isEqualTo(sent);
        assertThat(rail.railway().undelivered()).isZero();
        for (StationCounters station : rail.railway().counters()) {
            assertThat(station.waiting()).isZero();
            assertThat(station.loaded()).isIn(0L, (long) goods);
        }
    }

    // ---- stations -----------------------------------------------------------------------------

    /** Loads by every method in turn. */
    private static void loadAll(In in, int station, int goods) {
        int[] next = {0};
        for (int turn = station; next[0] < goods; turn++) {
            int left = goods - next[0];
            switch (turn % 5) {
                case 0 -> in.load(good(station, next[0]++));
                case 1 -> in.loadMany(Math.min(left, 7), () -> good(station, next[0]++));
                case 2 -> {
                    if (in.tryLoad(good(station, next[0]))) {
                        next[0]++;
                    }
                }
                case 3 -> {
                    assertThat(in.tryLoad(good(station, next[0]++), LONG)).isTrue();
                }
                default -> in.loadMany(left, () -> good(station, next[0]++));
            }
        }
        in.close();
    }

    /** Unloads by every method in turn, until the end. */
    private static void unloadAll(Out out, int station, Receipt receipt) {
        for (int turn = station; ; turn++) {
            switch (turn % 5) {
                case 0 -> {
                    try {
                        receipt.accept(out.unload());
                    } catch (RailwayClosedException end) {
                        return;
                    }
                }
                case 1 -> {
                    if (out.unloadMany(receipt) == 0) {
                        return;
                    }
                }
                case 2 -> out.tryUnload(receipt);
                case 3 -> {
                    if (!out.tryUnload(receipt, LONG)) {
                        return;
                    }
                }
                default -> out.tryUnloadMany(receipt);
            }
        }
    }

    /** Loads and unloads; never waits for room, since then nobody might unload. */
    private static void mixed(In in, Out out, int station, int goods, Receipt receipt) {
        int[] next = {0};
        while (next[0] < goods) {
            boolean moved = in.tryLoadMany(goods - next[0], () -> good(station, next[0]++)) > 0;
            moved |= out.tryUnloadMany(receipt) > 0;
            if (next[0] < goods) {
                moved |= in.tryLoad(good(station, next[0])) && next[0]++ >= 0;
            }
            moved |= out.tryUnload(receipt);
            if (!moved) {
                out.tryUnload(receipt, MOMENT);
            }
        }
        in.close();
        out.forEach(receipt);
    }

    private static void forward(Out out, In in) {
        out.forEach(in::load);
        in.close();
    }

    private static long good(int station, int number) {
        return station * 1_000_000L + number;
    }

    private static long checksum(int station, int goods) {
        long sum = 0;
        for (int i = 0; i < goods; i++) {
            sum += good(station, i);
        }
        return sum;
    }

    /** What one station has unloaded: refuses what is not its loader's next good. */
    private static final class Receipt implements java.util.function.LongConsumer {
        private final int[] next = new int[3];
        private long sum;

        @Override
        public void accept(long good) {
            int station = (int) (good / 1_000_000);
            if (good != good(station, next[station])) {
                throw new AssertionError(
                        "got " + good + " instead of " + good(station, next[station]));
            }
            next[station]++;
            sum += good;
        }
    }
}
