package io.roundhouse.examples;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

import io.roundhouse.queue.ClosableBlockingQueue;
import io.roundhouse.queue.ClosableQueue;
import io.roundhouse.queue.LongQueue;
import io.roundhouse.queue.QueueClosedException;
import io.roundhouse.queue.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Queues: the one line to change, closing, many at a time, numbers. */
public final class Tour04Queues {
    private Tour04Queues() {}

    // ---- 1. one line --------------------------------------------------------------------------

    // @start region="blocking"
    static void blocking() throws InterruptedException {
        // was: new ArrayBlockingQueue<>(4096)
        BlockingQueue<String> orders = Queues.blocking(MANY_PRODUCERS, ONE_CONSUMER, 1 << 12);

        Thread kitchen =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                System.out.println("cooks " + orders.take() + ", " + orders.take());
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        orders.put("soup");
        orders.put("fish");
        kitchen.join();
    }

    // @end

    // ---- 2. closing ---------------------------------------------------------------------------

    // @start region="closing"
    static void closing() throws InterruptedException {
        ClosableBlockingQueue<String> letters = Queues.blocking(ONE_PRODUCER, MANY_CONSUMERS, 64);
        letters.put("a");
        letters.put("b");
        letters.close();

        System.out.println("accepted: " + letters.offer("c"));
        try {
            while (true) {
                System.out.println("still there: " + letters.take());
            }
        } catch (QueueClosedException e) {
            System.out.println(e.getMessage());
        }
    }

    // @end

    // ---- 3. many at a time, without waiting -----------------------------------------------------

    // @start region="many"
    static void many() {
        ClosableQueue<Integer> numbers =
                Queues.of(ONE_PRODUCER, ONE_CONSUMER).growing(16, 1_000_000).build();

        System.out.println("put " + numbers.offerMany(List.of(1, 2, 3, 4, 5)));
        numbers.remove((Object) 2); // from the middle: work of a consumer
        List<Integer> taken = new ArrayList<>();
        System.out.println("took " + numbers.drain(taken::add, 3) + ": " + taken);
        System.out.println("left " + numbers);
    }

    // @end

    // ---- 4. many at a time, waiting -------------------------------------------------------------

    // @start region="batches"
    static void batches() throws InterruptedException {
        ClosableBlockingQueue<String> rows = Queues.blocking(MANY_PRODUCERS, ONE_CONSUMER, 1 << 12);

        Thread writer =
                Thread.ofVirtual()
                        .start(() -> {
                            List<String> batch = new ArrayList<>();
                            try { // waits for a first row, and takes what has come with it
                                boolean isOpen = true;
                                while (isOpen) {
                                    isOpen = !rows.isClosed(); // before the look
                                    while (rows.drain(batch::add, 500, 1, TimeUnit.MINUTES) > 0) {
                                        batch.forEach(row -> System.out.println("writes " + row));
                                        batch.clear();
                                    }
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        rows.put("a");
        rows.put("b");
        rows.close(); // what is left is drained, and then 0 is returned at once
        writer.join();
    }

    // @end

    // ---- 5. numbers ---------------------------------------------------------------------------

    // @start region="longs"
    static void longs() {
        LongQueue prices = Queues.of(MANY_PRODUCERS, ONE_CONSUMER).bounded(1_024).buildLongs();
        prices.offer(101);
        prices.offer(99);

        long[] sum = {0};
        int count = prices.drain(price -> sum[0] += price, 100);
        System.out.println(count + " prices, " + sum[0] + " together; then " + prices.poll(-1));
    }
    // @end
}
