package io.roundhouse.examples;

import io.roundhouse.Roundhouse;
import io.roundhouse.pipeline.FailedEvent;
import io.roundhouse.pipeline.Handler;
import io.roundhouse.pipeline.LineCounters;
import io.roundhouse.pipeline.Pipeline;
import io.roundhouse.pipeline.PipelineClosedException;
import io.roundhouse.pipeline.PipelineGraph;
import io.roundhouse.pipeline.StageCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** The assembly line: an order book with journal, replica and matcher; workers, filters, ends. */
public final class Tour05Pipeline {
    private Tour05Pipeline() {}

    // ---- 1. an order book ---------------------------------------------------------------------

    // @start region="event"
    static final class Order {
        boolean buys;
        long price;
        long size;
        long filled; // written by the matcher

        Order() {}

        Order(Order other) {
            buys = other.buys;
            price = other.price;
            size = other.size;
            filled = other.filled;
        }
    }

    // @end

    // @start region="journal"
    static final class Journal implements Handler<Order> {
        private final StringBuilder disk = new StringBuilder();
        private final StringBuilder buffer = new StringBuilder();

        @Override
        public void handle(Order order) {
            buffer.append(order.buys ? "+" : "-").append(order.size).append(' ');
        }

        @Override
        public void endBatch() { // one write a batch, and the matcher sees no order before it
            disk.append(buffer);
            buffer.setLength(0);
        }
    }

    // @end

    /** The other machine. */
    static final class Replica {
        private long received;

        void send(Order order) {
            received += order.size;
        }
    }

    /** A book of one side at a time: what meets is filled, the rest waits at its price. */
    static final class Matcher {
        private final TreeMap<Long, Long> asks = new TreeMap<>();

        void match(Order order) {
            order.filled = 0;
            if (!order.buys) {
                asks.merge(order.price, order.size, Long::sum);
                return;
            }
            while (order.filled < order.size && !asks.isEmpty() && asks.firstKey() <= order.price) {
                take(order, asks.firstKey());
            }
        }

        private void take(Order order, long price) {
            long there = asks.getOrDefault(price, 0L);
            long taken = Math.min(there, order.size - order.filled);
            order.filled += taken;
            if (taken == there) {
                asks.remove(price);
            } else {
                asks.put(price, there - taken);
            }
        }
    }

    // @start region="book"
    static void orderBook() {
        Journal journal = new Journal();
        Replica replica = new Replica();
        Matcher matcher = new Matcher();
        long[] traded = {0};

        try (var line =
                Pipeline.of(Order::new)
                        .capacity(1 << 14)
                        .stage("journal", journal)
                        .beside("replicate", replica::send)
                        .then("match", matcher::match)
                        .then("report", order -> traded[0] += order.filled)
                        .start()) {
            for (long i = 10; i < 13; i++) {
                long size = i;
                line.publish(order -> sell(order, 100 + size, size));
            }
            line.publish(order -> buy(order, 111, 15));
        } // everything that was published has been handled, and the threads have ended

        System.out.println("journal " + journal.disk);
        System.out.println("replica " + replica.received + ", traded " + traded[0]);
    }

    static void sell(Order order, long price, long size) {
        order.buys = false;
        order.price = price;
        order.size = size;
    }

    static void buy(Order order, long price, long size) {
        order.buys = true;
        order.price = price;
        order.size = size;
    }

    // @end

    // ---- 2. graphs ----------------------------------------------------------------------------

    // @start region="graph"
    static void graph() {
        List<Long> large = new ArrayList<>();
        long[] seen = {0};

        PipelineGraph<Order> graph =
                Pipeline.of(Order::new)
                        .stage("check", order -> order.price = Math.max(order.price, 1))
                        .then("large", Handler.keeping(order -> order.size > 2))
                        .beside("count", _ -> seen[0]++)
                        .then("store", order -> large.add(order.size), with -> with.after("large"));

        try (var line = graph.start()) {
            for (long size = 1; size <= 4; size++) {
                long its = size;
                line.publish(order -> buy(order, 100, its));
            }
        }
        System.out.println("seen " + seen[0] + ", large " + large);
    }

    // @end

    // @start region="workers"
    static void workers() {
        long[] sum = {0};
        long[][] byWorker = new long[2][8];

        try (var line =
                Pipeline.of(Order::new)
                        .stage( // each order goes to one of four, whoever is free
                                "price",
                                order -> order.price = order.size * order.size,
                                with -> with.workers(4))
                        .then( // orders of one size always go to the same one, in order
                                "book",
                                Handler.perWorker(
                                        me -> order -> byWorker[me][(int) order.size % 8]++),
                                with ->
                                        with.workers(2)
                                                .partitionedBy(order -> (int) order.size % 8))
                        .then("sum", order -> sum[0] += order.price) // in order again
                        .start()) {
            for (long size = 1; size <= 100; size++) {
                long its = size;
                line.publish(order -> order.size = its);
            }
        }
        long shared = 0;
        for (int size = 0; size < 8; size++) {
            shared += byWorker[0][size] > 0 && byWorker[1][size] > 0 ? 1 : 0;
        }
        System.out.println("sum " + sum[0] + ", sizes in two places " + shared);
    }

    // @end

    // ---- 3. failing and closing ---------------------------------------------------------------

    // @start region="siding"
    static void siding() {
        List<String> failed = new ArrayList<>();
        Pipeline<Order> line =
                Pipeline.of(Order::new)
                        .stage(
                                "check",
                                order -> {
                                    if (order.size == 0) {
                                        throw new IOException("no size");
                                    }
                                },
                                with ->
                                        with.retry(2)
                                                .skipTo(
                                                        Order::new,
                                                        each -> failed.add(words(each))))
                        .start();
        try (line) {
            line.publish(order -> buy(order, 100, 5));
            line.publish(order -> buy(order, 101, 0));
            line.publish(order -> buy(order, 102, 7));
        }
        System.out.println(failed);
        LineCounters counters = line.counters();
        System.out.println(counters.delivered() + " delivered, " + counters.failed() + " failed");
    }

    static String words(FailedEvent<Order> failed) {
        return failed.stage()
                + ": "
                + failed.failure().getMessage()
                + " at "
                + failed.event().price;
    }

    // @end

    // @start region="stop"
    static void stop() {
        Pipeline<Order> line =
                Pipeline.of(Order::new)
                        .stage(
                                "check",
                                order -> {
                                    if (order.size == 0) {
                                        throw new IOException("no size");
                                    }
                                })
                        .start();
        line.publish(order -> buy(order, 100, 0));
        try {
            line.close();
        } catch (PipelineClosedException e) {
            System.out.println(e.getMessage() + ": " + e.getCause());
        }
        System.out.println("left " + line.closeNow().size());
    }

    // @end

    // @start region="queues"
    static void queues() throws InterruptedException {
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L, 2L, 3L));
        BlockingQueue<String> out = new LinkedBlockingQueue<>();

        try (var line =
                Pipeline.of(Order::new)
                        .stage("square", order -> order.price = order.size * order.size)
                        .then("out", Handler.into(out, order -> "price " + order.price))
                        .start()) {
            line.feedFrom(in, (order, size) -> order.size = size);
            System.out.println(out.take() + ", " + out.take() + ", " + out.take());
        }
    }

    // @end

    // ---- 6. an interface as the way in -------------------------------------------------------

    // @start region="entry"
    interface Tickets {
        void sold(int seats, long price);
    }

    static final class Ticket implements Tickets {
        int seats;
        long price;

        @Override
        public void sold(int seats, long price) {
            this.seats = seats;
            this.price = price;
        }
    }

    static void entry() {
        long[] turnover = {0};

        try (var line =
                Pipeline.of(Ticket::new)
                        .stage("turnover", ticket -> turnover[0] += ticket.seats * ticket.price)
                        .start()) {
            Tickets office = line.as(Tickets.class);
            office.sold(2, 15); // fills the next event and publishes it
            office.sold(1, 20);
        }
        System.out.println("turnover " + turnover[0]);
    }

    // @end

    // ---- 7. actors behind stages -------------------------------------------------------------

    // @start region="actors"
    interface Ledger {
        void book(long price, long size); // sends, and goes on

        long fee(long price, long size); // waits for the answer
    }

    static final class Books implements Ledger {
        private long booked;

        @Override
        public void book(long price, long size) {
            booked += price * size;
        }

        @Override
        public long fee(long price, long size) {
            return price * size / 100;
        }
    }

    static void actors() {
        Books books = new Books();
        long[] fees = {0};

        try (var house = Roundhouse.open()) {
            Ledger ledger = house.actor(Ledger.class, () -> books);
            try (var line =
                    Pipeline.of(Order::new)
                            .stage(
                                    "fee",
                                    order -> order.filled = ledger.fee(order.price, order.size))
                            .beside("book", order -> ledger.book(order.price, order.size))
                            .then("sum", order -> fees[0] += order.filled)
                            .start()) {
                line.publish(order -> buy(order, 100, 5));
                line.publish(order -> buy(order, 200, 10));
            } // the fees are summed up; the ledger may not have booked everything yet
            System.out.println("fees " + fees[0]);
        } // now it has
        System.out.println("booked " + books.booked);
    }

    // @end

    // ---- 8. what a handler may want to know --------------------------------------------------

    // @start region="lifecycle"
    static final class Store implements Handler<Order> {
        private final List<String> log = new ArrayList<>();
        private int most;

        @Override
        public void started() { // in the stage's thread, before the first batch
            log.add("open");
        }

        @Override
        public void beginBatch(long sequence, int events, long backlog) {
            most = Math.max(most, events);
        }

        @Override
        public void handle(Order order) {
            log.add("" + order.size);
        }

        @Override
        public void stopped() { // in the stage's thread, after the last batch
            log.add("close");
        }
    }

    static void lifecycle() {
        Store store = new Store();

        try (var line =
                Pipeline.of(Order::new).stage("store", store, with -> with.batch(2)).start()) {
            for (long size = 1; size <= 5; size++) {
                long its = size;
                line.publish(order -> buy(order, 100, its));
            }
        }
        System.out.println(store.log + ", batches of two at most: " + (store.most <= 2));
    }

    // @end

    // @start region="checkpoint"
    static void checkpoint() {
        List<Long> journal = new ArrayList<>();

        try (var line =
                Pipeline.of(Order::new)
                        .named("orders") // for messages, and the names of its threads
                        .stage("check", _ -> {})
                        .then("journal", order -> journal.add(order.price))
                        .start()) {
            line.publish(order -> buy(order, 100, 5));
            line.publish(order -> buy(order, 101, 3));
            line.awaitDelivery();
            System.out.println(journal + ", and the line is open: " + line.isOpen());
        }
    }

    // @end

    // ---- 9. figures --------------------------------------------------------------------------

    // @start region="figures"
    static void figures() {
        CountDownLatch fetched = new CountDownLatch(1);

        try (var line =
                Pipeline.of(Order::new)
                        .capacity(8)
                        .stage("check", _ -> {})
                        .then("fetch", _ -> fetched.await()) // slow today
                        .then("store", _ -> {})
                        .start()) {
            for (int i = 0; i < 8; i++) {
                line.publish(order -> buy(order, 100, 1));
            }
            while (line.stages().get(1).waiting() < 8) {
                Thread.onSpinWait();
            }
            for (StageCounters each : line.stages()) {
                System.out.println(
                        each.stage()
                                + " "
                                + each.fill()
                                + " %"
                                + (each.limits() ? ", limits" : ""));
            }
            fetched.countDown();
        }
    }
    // @end
}
