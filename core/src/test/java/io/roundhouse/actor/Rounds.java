package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Rounds of a soak, one after the other, each made by a seed that is one more than that before. */
final class Rounds {
    private static final int SHOWN = 3;
    private static final int SLOW_MILLIS = 2_000;

    private Rounds() {}

    /** One house, and what is done to it; its words say which. */
    interface Round {
        /** Runs it; returns what went wrong. */
        List<String> run();

        /** How many tokens were handled, and by whom. */
        SoakTally tally();
    }

    /** Makes a round. */
    interface Maker {
        Round make(long seed, int mostWorkers);
    }

    /**
     * In a test, for as many seconds as the property {@code soak.seconds} says, else for one. Where
     * it says something, a line at the end says what was done.
     */
    static void check(String name, Maker maker, int mostWorkers, long firstSeed) {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("soak.seconds", 1);
        long start = Long.getLong("soak.seed", firstSeed);
        long seed = start;
        SoakTally tally = new SoakTally();
        do {
            Round round = maker.make(seed++, mostWorkers);
            assertThat(round.run()).as(round.toString()).isEmpty();
            tally.add(round.tally());
        } while (System.nanoTime() - end < 0);
        if (Long.getLong("soak.seconds") != null) {
            System.out.println(
                    String.format(
                            Locale.ROOT,
                            "%s, at most %d workers, seeds %d to %d: %,d tokens: %s",
                            name,
                            mostWorkers,
                            start,
                            seed - 1,
                            tally.all(),
                            tally));
        }
    }

    /**
     * By hand: seconds, the most workers, the first seed. At the end it says how many tokens each
     * kind of actor has handled; where the property {@code soak.record} names a folder that is a
     * {@link SoakRecord} there, too. Ends the JVM.
     */
    static void main(String name, Maker maker, String... arguments) {
        long seconds = Long.parseLong(arguments[0]);
        int mostWorkers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        long firstSeed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1;
        String folder = System.getProperty("soak.record");
        if (folder != null && !Files.isDirectory(Path.of(folder))) {
            throw new IllegalArgumentException("soak.record: there is no folder " + folder);
        }
        String commit = folder == null ? "" : SoakRecord.commitHere();
        SoakTally tally = new SoakTally();
        List<String> wrong = new ArrayList<>();
        int rounds = 0;
        for (long end = System.nanoTime() + 1_000_000_000L * seconds;
                System.nanoTime() - end < 0;
                rounds++) {
            Round round = maker.make(firstSeed + rounds, mostWorkers);
            runByHand(round).stream().findFirst().ifPresent(what -> wrong.add(round + ": " + what));
            tally.add(round.tally());
        }
        System.out.println(
                rounds
                        + " rounds, "
                        + tally.all()
                        + " tokens, "
                        + wrong.size()
                        + " rounds went wrong");
        System.out.println("handled by " + tally);
        if (folder != null) {
            List<String> all =
                    Stream.of(seconds, mostWorkers, firstSeed).map(String::valueOf).toList();
            var record = new SoakRecord(name, commit, all, rounds, tally, wrong);
            System.out.println("record: " + record.write(Path.of(folder)));
        }
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private static List<String> runByHand(Round round) {
        long start = System.nanoTime();
        List<String> wrong = round.run();
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (millis > Long.getLong("soak.slow", SLOW_MILLIS)) {
            System.out.println(round + ": " + round.tally().all() + " tokens in " + millis + " ms");
        }
        if (!wrong.isEmpty()) {
            System.out.println(round + ": " + wrong.size() + " wrong");
            wrong.stream().limit(SHOWN).forEach(System.out::println);
        }
        return wrong;
    }
}
