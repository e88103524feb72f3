package io.roundhouse.examples;

import io.roundhouse.Roundhouse;
import java.util.function.LongConsumer;

/** Two actors, plain objects behind plain interfaces, play a thousand balls. */
public final class PingPong {
    private PingPong() {}

    // @start region="players"
    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    static final class Alice implements Pong {
        private long balls;

        @Override
        public void pong(long ball) {
            balls++;
            if (ball == 1_000) {
                System.out.println("Alice got " + balls + " balls");
            }
        }
    }

    static final class Bob implements Ping {
        @Override
        public void ping(Pong from, long ball) {
            from.pong(ball);
        }
    }

    // @end

    // @start region="play"
    public static void main(String[] args) {
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, Alice::new);
            Ping bob = house.actor(Ping.class, Bob::new);
            for (long ball = 1; ball <= 1_000; ball++) {
                bob.ping(alice, ball); // returns at once; a worker runs Bob, who calls Alice
            }
        } // everything sent, and what follows from it, is handled; then the threads end
    }

    // @end

    // @start region="options"
    static void smallMailbox() {
        try (var house = Roundhouse.open()) {
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () -> n -> System.out.println("handled " + n),
                            with -> with.bounded(2).named("slow"));
            for (long n = 1; n <= 4; n++) {
                slow.accept(n); // the third waits until the first has been handled
            }
        }
    }

    // @end

    // @start region="failures"
    static void failures() {
        try (var house =
                Roundhouse.open(with ->
                        with.onFailure((call, thrown) ->
                                        System.out.println(call + " failed: " + thrown))
                                .onDeadLetter(
                                        call -> System.out.println("dead letter: " + call)))) {
            LongConsumer picky =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n < 0) {
                                            throw new IllegalArgumentException("negative");
                                        }
                                        System.out.println("fine: " + n);
                                    },
                            with -> with.named("picky"));
            picky.accept(-1);
            picky.accept(1);
            house.awaitQuiescence();
            house.stop(picky);
            picky.accept(2);
        }
    }
    // @end
}
