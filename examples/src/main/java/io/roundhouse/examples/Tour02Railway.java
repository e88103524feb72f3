package io.roundhouse.examples;

import io.roundhouse.railway.Loader;
import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import io.roundhouse.railway.Railway;
import io.roundhouse.railway.RailwayClosedException;
import io.roundhouse.railway.Unloader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The railway: numbers, references, goods that stay in place, rings, and how it ends. */
public final class Tour02Railway {
    private Tour02Railway() {}

    // ---- 1. numbers, many at a time -----------------------------------------------------------

    // @start region="longs"
    static void numbers() throws InterruptedException {
        LongRailway railway = LongRailway.stations(2).trains(8).capacity(1_024).build();
        Thread loading = Thread.ofPlatform().start(() -> loadNumbers(railway.loader(0)));
        sumNumbers(railway.unloader(1));
        loading.join();
    }

    static void loadNumbers(LongLoader station) {
        long[] next = {1};
        while (next[0] <= 1_000_000) {
            station.load((train, from, to) -> { // part of a train, in our hands until we return
                int slot = from;
                while (slot < to && next[0] <= 1_000_000) {
                    train[slot++] = next[0]++;
                }
                return slot - from; // so many leave, all at once
            });
        }
        station.close(); // the last good is loaded
    }

    static void sumNumbers(LongUnloader station) {
        long[] sum = {0};
        LongUnloader.Visit visit =
                (train, from, to) -> {
                    for (int slot = from; slot < to; slot++) {
                        sum[0] += train[slot];
                    }
                };
        while (station.unload(visit) > 0) {} // 0 is the end
        System.out.println("sum " + sum[0]);
    }

    // @end

    // ---- 2. references ------------------------------------------------------------------------

    // @start region="references"
    record Order(int number, String what) {}

    static void references() throws InterruptedException {
        Railway<Order> railway = Railway.<Order>stations(3).trains(4).capacity(64).build();
        List<String> kitchen = new ArrayList<>();
        List<String> till = new ArrayList<>();
        Thread cook =
                Thread.ofVirtual()
                        .start(() -> railway.unloader(1).forEach(each -> kitchen.add(each.what())));
        Thread cashier =
                Thread.ofVirtual()
                        .start(() ->
                                railway.unloader(2)
                                        .forEach(each -> till.add("no. " + each.number())));

        try (Loader<Order> waiter = railway.loader(0)) {
            waiter.load(new Order(1, "soup"));
            waiter.load(new Order(2, "fish"));
        }
        cook.join();
        cashier.join();
        System.out.println(kitchen + " " + till); // each station has seen every order
    }

    // @end

    // ---- 3. goods that stay in place ----------------------------------------------------------

    // @start region="in-place"
    static final class Trade {
        long price;
        int size;
    }

    static void inPlace() throws InterruptedException {
        Railway<Trade> railway =
                Railway.stations(2).inPlace(Trade::new).trains(4).capacity(64).build();
        Thread exchange =
                Thread.ofPlatform()
                        .start(() -> {
                            try (Loader<Trade> station = railway.loader(0)) {
                                for (int i = 0; i < 100_000; i++) {
                                    station.fill(Tour02Railway::quote);
                                }
                            }
                        });
        long[] turnover = {0};
        Unloader.Visit<Trade> visit =
                (train, size) -> {
                    for (int i = 0; i < size; i++) {
                        turnover[0] += train.get(i).price * train.get(i).size;
                    }
                };
        while (railway.unloader(1).unload(visit) > 0) {}
        exchange.join();
        System.out.println("turnover " + turnover[0]); // 256 trades have been made in all
    }

    static void quote(Trade trade) {
        trade.price = 101; // the trade is one that was unloaded before: set all of it
        trade.size = 5;
    }

    // @end

    // ---- 4. a ring of stations that both unload and load --------------------------------------

    // @start region="ring"
    static void ring() throws InterruptedException {
        LongRailway ring =
                LongRailway.stations(3).route(0, 1).route(1, 2).route(2, 0).capacity(16).build();
        Thread doubling = Thread.ofPlatform().start(() -> forward(ring, 1, 2));
        Thread tripling = Thread.ofPlatform().start(() -> forward(ring, 2, 3));

        for (long good = 1; good <= 5; good++) {
            ring.loader(0).load(good);
        }
        ring.loader(0).close();
        StringBuilder results = new StringBuilder("round the ring:");
        ring.unloader(0).forEach(good -> results.append(' ').append(good));
        System.out.println(results);
        doubling.join();
        tripling.join();
    }

    static void forward(LongRailway ring, int station, long factor) {
        LongLoader next = ring.loader(station);
        ring.unloader(station).forEach(good -> next.load(good * factor));
        next.close(); // the end travels on
    }

    // @end

    // ---- stations that share the work ---------------------------------------------------------

    // @start region="sharing"
    static void sharing() throws InterruptedException {
        LongRailway railway = LongRailway.stations(4).sharing(1, 2, 3).capacity(64).build();
        AtomicLong sum = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int station = 1; station <= 3; station++) {
            LongUnloader unloader = railway.unloader(station);
            threads.add(Thread.ofPlatform().start(() -> unloader.forEach(sum::addAndGet)));
        }

        for (long good = 1; good <= 1_000; good++) {
            railway.loader(0).load(good);
        }
        railway.loader(0).close();
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("together " + sum);
    }

    // @end

    // ---- 5. everybody loads and unloads, one by one -------------------------------------------

    // @start region="mixed"
    static void mixed() throws InterruptedException {
        LongRailway railway =
                LongRailway.stations(3)
                        .loading(0, 1, 2)
                        .unloading(0, 1, 2)
                        .trains(1)
                        .capacity(3) // room for one good of each station
                        .build();
        long[] sums = new long[3];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int station = i;
            threads.add(
                    Thread.ofPlatform()
                            .start(() ->
                                    talkAndListen(
                                            railway.loader(station),
                                            railway.unloader(station),
                                            good -> sums[station] += good)));
        }
        for (Thread each : threads) {
            each.join();
        }
        System.out.println("each has heard the two others: " + Arrays.toString(sums));
    }

    static void talkAndListen(LongLoader out, LongUnloader in, LongConsumer taker) {
        for (long good = 1; good <= 1_000; good++) {
            while (!out.tryLoad(good)) { // not load(good): that would wait and unload nothing
                in.tryUnload(taker, Duration.ofMillis(1)); // makes room for others
            }
        }
        out.close();
        in.forEach(taker); // to the end
    }

    // @end

    // ---- 5. closing ---------------------------------------------------------------------------

    // @start region="closing"
    static void closing() {
        LongRailway railway = LongRailway.stations(2).trains(1).capacity(4).build();
        LongLoader loader = railway.loader(0);
        LongUnloader unloader = railway.unloader(1);
        loader.load(1);
        loader.load(2);
        loader.load(3);

        railway.close(); // or railway.fail(cause): from any thread
        try {
            loader.load(4);
        } catch (RailwayClosedException refused) {
            System.out.println(refused.getMessage());
        }
        System.out.println("still delivered: " + unloader.unload());
        unloader.close(); // this station has seen enough
        System.out.println("undelivered: " + railway.undelivered());
        railway.handBack(good -> System.out.println("handed back: " + good));
    }
    // @end
}
