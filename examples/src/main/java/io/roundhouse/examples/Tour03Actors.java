package io.roundhouse.examples;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorContext;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.Lifecycle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

/** What actors can do beyond calling each other: see the guide's page on actors. */
final class Tour03Actors {
    private Tour03Actors() {}

    // @start region="hello"
    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    static void hello() {
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, () -> ball -> System.out.println("got " + ball));
            Ping bob = house.actor(Ping.class, () -> (from, ball) -> from.pong(ball + 1));
            bob.ping(alice, 1); // returns at once; a worker runs Bob, who calls Alice
        } // all that was sent, and what follows from it, is handled; then the threads end
    }

    // @end

    // @start region="account"
    interface Account {
        void deposit(long cents); // sends and goes on

        long balance(); // waits; runs here and now if the account is idle

        CompletableFuture<Long> withdraw(long cents); // answers later
    }

    static final class Book implements Account {
        private long cents; // one thread at a time: no lock

        @Override
        public void deposit(long more) {
            cents += more;
        }

        @Override
        public long balance() {
            return cents;
        }

        @Override
        public CompletableFuture<Long> withdraw(long wanted) {
            long got = Math.min(wanted, cents);
            cents -= got;
            return CompletableFuture.completedFuture(got);
        }
    }

    static void account() {
        try (var house = Roundhouse.open()) {
            Account account = house.actor(Account.class, Book::new);
            account.deposit(100);
            account.withdraw(70).thenAccept(got -> System.out.println("got " + got)).join();
            System.out.println("left " + account.balance());
        }
    }

    // @end

    // @start region="family"
    interface Work {
        void work(String what);
    }

    static final class Worker implements Work, Lifecycle {
        private final ActorContext context = ActorContext.current();

        @Override
        public void started() {
            System.out.println(context.name() + " started");
        }

        @Override
        public void work(String what) {
            if (what.contains(",")) { // a child for each piece
                for (String each : what.split(",")) {
                    context.actor(Work.class, Worker::new, with -> with.named(each)).work(each);
                }
            }
        }

        @Override
        public void stopped() {
            System.out.println(context.name() + " stopped");
        }
    }

    static void family() {
        try (var house = Roundhouse.open(HouseOptions::stepping)) { // in the same order each time
            Work parent = house.actor(Work.class, Worker::new, with -> with.named("parent"));
            parent.work("a,b");
            house.awaitQuiescence();
            house.stop(parent);
        }
    }

    // @end

    // @start region="self"
    interface Bakery {
        void bake(String what, Guest whom);
    }

    interface Guest {
        void orders(String what);

        void gets(String bread);
    }

    static final class Baker implements Bakery {
        @Override
        public void bake(String what, Guest whom) {
            whom.gets("fresh " + what); // a call, like any other
        }
    }

    static final class Regular implements Guest {
        private final Guest self = ActorContext.current().self(Guest.class); // the handle of this
        private final Bakery bakery;
        private int loaves; // no lock, as others have the handle only

        Regular(Bakery bakery) {
            this.bakery = bakery;
        }

        @Override
        public void orders(String what) {
            bakery.bake(what, self); // not this, nor a lambda that uses it
        }

        @Override
        public void gets(String bread) {
            loaves++;
            System.out.println(bread + ", number " + loaves);
        }
    }

    static void self() {
        try (var house = Roundhouse.open()) {
            Bakery bakery = house.actor(Bakery.class, Baker::new);
            Guest guest = house.actor(Guest.class, () -> new Regular(bakery));
            guest.orders("bread");
            guest.orders("rolls");
        }
    }

    // @end

    // @start region="shelf"
    interface Shelf {
        String take(); // waits until there is something

        void put(String good);
    }

    static final class Goods implements Shelf {
        private final Queue<String> goods = new ArrayDeque<>();
        private final Queue<CompletableFuture<String>> takers = new ArrayDeque<>();

        @Override
        public String take() {
            if (goods.isEmpty()) {
                takers.add(
                        ActorContext.current()
                                .answer()); // given later; what is returned is ignored
                return "";
            }
            return goods.remove();
        }

        @Override
        public void put(String good) {
            CompletableFuture<String> taker = takers.poll();
            if (taker == null) {
                goods.add(good);
            } else {
                taker.complete(good);
            }
        }
    }

    static void shelf() throws InterruptedException {
        try (var house = Roundhouse.open()) {
            Shelf shelf = house.actor(Shelf.class, Goods::new);
            Thread taker = Thread.startVirtualThread(() -> System.out.println(shelf.take()));
            shelf.put("bread");
            taker.join();
        }
    }

    // @end

    // @start region="interfaces"
    interface Writes {
        void write(String line);
    }

    interface Reads {
        List<String> lines();
    }

    static final class Notes implements Writes, Reads {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void write(String line) {
            lines.add(line);
        }

        @Override
        public List<String> lines() {
            return List.copyOf(lines);
        }
    }

    static void interfaces() {
        try (var house = Roundhouse.open()) {
            house.register(Writes.class, Notes::new, with -> with.also(Reads.class));
            Writes writes = house.actor(Writes.class); // a new actor
            Reads reads = house.as(writes, Reads.class); // the same actor, for who may only read
            writes.write("one");
            writes.write("two");
            System.out.println(reads.lines());
        }
    }

    // @end

    // @start region="executor"
    static void onAnExecutor() {
        try (var house = Roundhouse.open()) {
            Account account =
                    house.actor(
                            Account.class, Book::new, with -> with.on(ForkJoinPool.commonPool()));
            account.deposit(5);
            System.out.println("left " + account.balance());
        }
    }

    // @end

    // @start region="steps"
    static void steps() {
        try (var house = Roundhouse.open(with -> with.stepping(7))) { // 7: in this order each time
            List<String> seen = new ArrayList<>();
            for (String name : List.of("a", "b")) {
                Work actor = house.actor(Work.class, () -> what -> seen.add(name + what));
                actor.work("1");
                actor.work("2");
            }
            while (house.step()) { // one call, on this thread
                System.out.println(seen.getLast());
            }
        }
    }
    // @end
}
