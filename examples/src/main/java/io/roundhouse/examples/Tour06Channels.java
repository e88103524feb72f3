package io.roundhouse.examples;

import io.roundhouse.Roundhouse;
import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Clause;
import io.roundhouse.channel.DeadlockException;
import io.roundhouse.channel.Receiver;
import io.roundhouse.channel.Scope;
import io.roundhouse.channel.ScopeFailedException;
import io.roundhouse.channel.Select;
import io.roundhouse.channel.Sender;
import io.roundhouse.pipeline.Pipeline;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Channels for people who come from Go: sieve, fan-in, rate limiter, scopes, actors. */
public final class Tour06Channels {
    private Tour06Channels() {}

    // ---- 1. a channel -------------------------------------------------------------------------

    // @start region="first"
    static void first() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            Channel<String> orders = scope.<String>channel("orders").buffered(2);
            scope.go(() -> {
                for (String each : List.of("soup", "fish", "cake")) {
                    orders.send(each); // waits while two are in it
                }
                orders.close();
            });
            for (String order : orders) { // until it is closed and nothing is left
                System.out.println("cooks " + order);
            }
            scope.join();
        }
    }

    // @end

    // ---- 2. the prime sieve -------------------------------------------------------------------

    // @start region="sieve"
    static void generate(Sender<Integer> out) throws InterruptedException {
        for (int i = 2; ; i++) {
            out.send(i);
        }
    }

    static void filter(Receiver<Integer> in, Sender<Integer> out, int prime)
            throws InterruptedException {
        while (true) {
            int number = in.receive();
            if (number % prime != 0) {
                out.send(number);
            }
        }
    }

    static void sieve() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            Channel<Integer> numbers = Channel.rendezvous();
            Sender<Integer> first = numbers;
            scope.go(() -> generate(first));
            for (int i = 0; i < 8; i++) {
                Receiver<Integer> in = numbers;
                int prime = in.receive();
                System.out.print(prime + " ");
                Channel<Integer> next = Channel.rendezvous();
                scope.go(() -> filter(in, next, prime));
                numbers = next;
            }
            System.out.println();
        } // those that still wait are canceled, and have ended here
    }

    // @end

    // ---- 3. fan-in ----------------------------------------------------------------------------

    // @start region="fan-in"
    static void fanIn() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            Channel<String> left = scope.<String>channel("left").rendezvous();
            Channel<String> right = scope.<String>channel("right").rendezvous();
            for (Channel<String> each : List.of(left, right)) {
                scope.go(() -> {
                    each.send(each + " 1");
                    each.send(each + " 2");
                    each.close();
                });
            }
            var got = new TreeSet<String>();
            Select select = Select.of(left.whenReceived(got::add), right.whenReceived(got::add));
            while (select.await()) { // false when both are closed
                System.out.print(".");
            }
            System.out.println(" " + got);
            scope.join();
        }
    }

    // @end

    // ---- 4. a rate limiter --------------------------------------------------------------------

    // @start region="rate"
    /** Tokens for requests: so many at once, and one more whenever the clock ticks. */
    static Receiver<Integer> tokens(
            Scope scope, int atOnce, Receiver<Integer> stop, Function<Runnable, Clause> clock)
            throws InterruptedException {
        Channel<Integer> tokens = Channel.buffered(atOnce);
        tokens.sendMany(Collections.nCopies(atOnce, 0));
        scope.go(() -> {
            boolean[] on = {true};
            Select tick =
                    Select.of(
                            stop.whenReceived(_ -> on[0] = false),
                            clock.apply(() -> tokens.trySend(0))); // no more than there is room for
            while (on[0]) {
                tick.await();
            }
        });
        return tokens;
    }

    static void rate() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            Channel<Integer> stop = Channel.rendezvous();
            Duration pause = Duration.ofMillis(1);
            Receiver<Integer> tokens = tokens(scope, 2, stop, then -> Select.after(pause, then));
            for (int request = 1; request <= 4; request++) {
                tokens.receive(); // the first two at once
                System.out.println("request " + request);
            }
            stop.send(0);
            scope.join();
        }
    }

    // @end

    // ---- 5. what goes wrong -------------------------------------------------------------------

    // @start region="failing"
    static void failing() throws InterruptedException {
        try (Scope scope = Scope.open(Duration.ofSeconds(30))) {
            Channel<Integer> never = Channel.rendezvous();
            scope.go(never::receive); // is canceled
            scope.go(() -> {
                throw new IllegalStateException("no more fish");
            });
            scope.join();
        } catch (ScopeFailedException e) {
            System.out.println(e.getMessage());
        }
    }

    // @end

    // @start region="deadlock"
    static void deadlock() throws InterruptedException {
        try (Scope scope = Scope.open()) {
            Channel<Integer> ping = scope.<Integer>channel("ping").rendezvous();
            Channel<Integer> pong = scope.<Integer>channel("pong").rendezvous();
            scope.go(() -> pong.send(ping.receive()));
            scope.go(() -> ping.send(pong.receive()));
            scope.join();
        } catch (DeadlockException e) {
            System.out.println(String.valueOf(e.getMessage()).replaceAll("lambda\\S*", "…"));
        }
    }

    // @end

    // ---- 6. actors ----------------------------------------------------------------------------

    // @start region="actors"
    interface Kitchen {
        void cook(String dish);

        CompletionStage<Integer> cooked();
    }

    static final class Stove implements Kitchen {
        private int count;

        @Override
        public void cook(String dish) {
            count++;
        }

        @Override
        public CompletionStage<Integer> cooked() {
            return CompletableFuture.completedFuture(count);
        }
    }

    static void actors() throws InterruptedException {
        try (Roundhouse house = Roundhouse.open();
                Scope scope = Scope.open()) {
            Kitchen kitchen = house.actor(Kitchen.class, Stove::new);
            Channel<String> orders = Channel.unbounded();
            orders.sendMany(List.of("soup", "fish"));
            orders.close();
            scope.go(() -> orders.forEach(kitchen::cook)); // a channel feeds an actor's method
            scope.join();

            Channel<String> late = Channel.buffered(1);
            late.send("cake");
            late.close();
            Select fill =
                    Select.of(
                            late.whenReceived(kitchen::cook), // a clause calls an actor's method
                            Select.after(Duration.ofSeconds(30), () -> {}));
            while (fill.await()) {}

            Select.of( // an actor's method is a clause
                            Select.asking(kitchen::cooked, n -> System.out.println(n + " dishes")),
                            Select.after(Duration.ofSeconds(30), () -> System.out.println("late")))
                    .await();
        }
    }

    // @end

    // @start region="rendezvous"
    static void rendezvous() {
        try (Roundhouse house = Roundhouse.open()) {
            Kitchen kitchen = house.actor(Kitchen.class, Stove::new, with -> with.rendezvous());
            kitchen.cook("soup"); // comes back when the stove has begun with it
            kitchen.cook("fish"); // and this one when the soup is ready
            System.out.println(kitchen.cooked().toCompletableFuture().join() + " dishes");
        }
    }

    // @end

    // @start region="calls"
    interface Till {
        void open();

        int count();
    }

    static final class Drawer implements Till {
        private int opened;

        @Override
        public void open() {
            opened++;
        }

        @Override
        public int count() {
            return opened;
        }
    }

    static void calls() throws InterruptedException {
        try (Roundhouse house = Roundhouse.open()) {
            Till busy = house.actor(Till.class, Drawer::new, with -> with.bounded(1));
            Till other = house.actor(Till.class, Drawer::new, with -> with.rendezvous());
            Select open =
                    Select.of( // whichever is free
                            Select.whenAccepted(busy::open, () -> System.out.print(".")),
                            Select.whenAccepted(other::open, () -> System.out.print(".")));
            for (int i = 0; i < 4; i++) {
                open.await();
            }
            int[] sum = {0};
            Select count =
                    Select.of( // its answer, if that comes in time
                            Select.whenReturned(busy::count, n -> sum[0] += n),
                            Select.after(Duration.ofSeconds(30), () -> System.out.println("late")));
            count.await();
            System.out.println(" " + (sum[0] + other.count()));
        }
    }

    // @end

    // @start region="pipeline"
    static final class Trade {
        long price;
    }

    static void pipeline() throws InterruptedException {
        Channel<Long> alarms = Channel.buffered(16);
        try (Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage(
                                "watch",
                                trade -> {
                                    if (trade.price > 100 && !alarms.trySend(trade.price)) {
                                        System.out.println("nobody listens");
                                    }
                                })
                        .start()) {
            for (long price = 98; price <= 102; price++) {
                long now = price;
                line.publish(trade -> trade.price = now);
            }
        } // all have passed the stage
        alarms.close();
        System.out.println("alarms " + alarms.stream().toList());
    }

    // @end

    // ---- 7. what may be lost ------------------------------------------------------------------

    // @start region="losing"
    static void losing() throws InterruptedException {
        Channel<String> prices = Channel.latestPerKey(price -> price.charAt(0));
        prices.sendMany(List.of("A 1", "B 7", "A 2", "A 3")); // never waits
        prices.close();
        System.out.println(prices.stream().toList());

        Channel<Integer> log =
                Channel.<Integer>builder()
                        .undelivered(lost -> System.out.println("dropped " + lost))
                        .droppingOldest(2);
        log.sendMany(List.of(1, 2, 3));
        log.cancel();
    }
    // @end
}
