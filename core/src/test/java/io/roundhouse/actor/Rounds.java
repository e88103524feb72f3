package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Rounds of a soak, one after the other, each made by a seed that is one more than that before. */
final class Rounds {
    private static final int SHOWN = 3;
    private static final int SLOW_MILLIS = 2_000;

    private Rounds() {}

    /** One house, and what is done to it; its words say which. */
    interface Round {
        /** Runs it; returns what went wrong. */
        List<String> run();

        /** How many tokens were handled. */
        long tokens();
    }

    /** Makes a round. */
    interface Maker {
        Round make(long seed, int mostWorkers);
    }

    /** In a test, for as many seconds as the property {@code soak.seconds} says, else for one. */
    static void check(Maker maker, int mostWorkers, long firstSeed) {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("soak.seconds", 1);
        long seed = Long.getLong("soak.seed", firstSeed);
        do {
            Round round = maker.make(seed++, mostWorkers);
            assertThat(round.run()).as(round.toString()).isEmpty();
        } while (System.nanoTime() - end < 0);
    }

    /** By hand: seconds, the most workers, the first seed. Ends the JVM. */
    static void main(Maker maker, String... arguments) {
        long end = System.nanoTime() + 1_000_000_000L * Long.parseLong(arguments[0]);
        int mostWorkers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        int rounds = 0;
        long tokens = 0;
        int bad = 0;
        for (; System.nanoTime() < end; seed += Long.getLong("soak.step", 1), rounds++) {
            Round round = maker.make(seed, mostWorkers);
            long start = System.nanoTime();
            List<String> wrong = round.run();
            long millis = (System.nanoTime() - start) / 1_000_000;
            if (millis > Long.getLong("soak.slow", SLOW_MILLIS)) {
                System.out.println(round + ": " + round.tokens() + " tokens in " + millis + " ms");
            }
            tokens += round.tokens();
            if (!wrong.isEmpty()) {
                bad++;
                System.out.println(round + ": " + wrong.size() + " wrong");
                wrong.stream().limit(SHOWN).forEach(System.out::println);
            }
        }
        System.out.println(
                rounds + " rounds, " + tokens + " tokens, " + bad + " rounds went wrong");
        System.exit(bad == 0 ? 0 : 1);
    }
}
