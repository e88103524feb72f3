package io.roundhouse.railway;

import io.roundhouse.StackEnd;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A load or an unload at the very end of the stack may be cut short anywhere, most of all where a
 * train is full: its good is there or not, no other one is lost or moved, and both handles go on.
 */
final class StackEndTest {
    private static final int LEVELS = 120;
    private static final int WINDOW = Lane.PLATFORM;

    /** Goods of a window that come before the one that may be cut short. */
    private static final int[] BEFORE = {WINDOW - 1, 0, 1};

    @ParameterizedTest
    @CsvSource({
        "1024, 1, false",
        "2, 512, false",
        "16, 4, false",
        "3, 1, false",
        "1024, 1, true",
        "16, 4, true"
    })
    @Timeout(120)
    void theRailwayGoesOnWhereACallWasCutShort(int trains, int capacity, boolean rings)
            throws Exception {
        StackEnd.assertGoesOn(
                100,
                StackEndTest.class,
                String.valueOf(trains),
                String.valueOf(capacity),
                String.valueOf(rings));
    }

    /** Arguments: trains, their capacity, and whether the bell is rung behind each good. */
    public static void main(String[] arguments) throws InterruptedException {
        int trains = Integer.parseInt(arguments[0]);
        int capacity = Integer.parseInt(arguments[1]);
        LongRailway railway = LongRailway.stations(2).trains(trains).capacity(capacity).build();
        if (Boolean.parseBoolean(arguments[2])) {
            railway.loader(0).bell.listen();
        }
        StackEnd.run(end -> {
            for (int before : BEFORE) {
                Trials trials = new Trials(railway, trains * capacity, before, end);
                end.atEachOf(LEVELS, trials::load);
                end.atEachOf(LEVELS, trials::unload);
            }
        });
    }

    private static final class Trials {
        private final LongRailway railway;
        private final LongLoader loader;
        private final LongUnloader unloader;
        private final int room;
        private final int before;
        private final StackEnd end;
        private final ArrayDeque<Long> list = new ArrayDeque<>();
        private long next = 1;
        private long got;

        Trials(LongRailway railway, int room, int before, StackEnd end) {
            this.railway = railway;
            this.loader = railway.loader(0);
            this.unloader = railway.unloader(1);
            this.room = room;
            this.before = before;
            this.end = end;
            loader.handOver();
            unloader.handOver();
        }

        boolean load(int level, int shift) throws InterruptedException {
            unloadAll();
            goToBefore();
            long good = next++;
            boolean cut = end.isCut(level, shift, () -> loader.load(good));
            list.add(good);
            loadSome();
            unloadWithout(cut ? good : 0);
            return cut;
        }

        boolean unload(int level, int shift) throws InterruptedException {
            unloadAll();
            goToBefore();
            loadSome();
            while (list.size() > 1 && railway.counters().getLast().unloaded() % WINDOW != before) {
                unloadOne();
            }
            got = 0;
            boolean cut = end.isCut(level, shift, () -> got = unloader.unload());
            long first = list.getFirst();
            if (!cut && got != first) {
                throw new AssertionError("unloaded " + got + ", not " + first);
            }
            if (!cut) {
                list.remove();
            }
            loadSome();
            unloadWithout(cut ? first : 0);
            return cut;
        }

        private void goToBefore() {
            while (railway.counters().getFirst().loaded() % WINDOW != before) {
                loadOne();
                if (list.size() == room) {
                    unloadAll();
                }
            }
            if (list.size() == room) {
                unloadAll();
            }
        }

        private void loadSome() {
            int many = Math.min(room - list.size(), WINDOW + WINDOW / 2);
            for (int i = 0; i < many; i++) {
                loadOne();
            }
        }

        private void loadOne() {
            list.add(next);
            loader.load(next++);
        }

        private void unloadAll() {
            while (!list.isEmpty()) {
                unloadOne();
            }
        }

        private void unloadOne() {
            long good = unloader.unload();
            if (good != list.remove()) {
                throw new AssertionError("unloaded " + good);
            }
        }

        /** All that is there; one of them may be gone. */
        private void unloadWithout(long perhapsGone) {
            while (!list.isEmpty()) {
                long due = list.remove();
                if (due == perhapsGone) {
                    long[] there = new long[1];
                    boolean any = unloader.tryUnload(good -> there[0] = good);
                    if (!any || there[0] == due) {
                        continue;
                    }
                    due = list.remove();
                    if (there[0] != due) {
                        throw new AssertionError("unloaded " + there[0] + ", not " + due);
                    }
                } else if (unloader.unload() != due) {
                    throw new AssertionError("not " + due);
                }
            }
        }
    }
}
