package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.ChildJvm;
import io.roundhouse.Roundhouse;
import io.roundhouse.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wherever memory or the stack ends, who rests until there is room is in the list, or goes on. */
@Timeout(60)
final class PressureTest {
    private static final int LEVELS = 60;

    @Test
    void nobodyIsForgottenWhereMemoryEnds() throws Exception {
        List<String> flags = List.of("-XX:+UseSerialGC", "-Xmx16m", "-Xint");
        assertThat(ChildJvm.run(40, flags, PressureTest.class)).containsExactly("all are there");
    }

    @Test
    void norWhereTheStackDoes() throws Exception {
        StackEnd.assertGoesOn(40, PressureTest.class, "stack");
    }

    /** Argument: whether it is the stack that ends. */
    public static void main(String[] arguments) throws InterruptedException {
        try (var house = Roundhouse.open()) {
            List<Bounded> actors = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                actors.add(actor(house, i));
            }
            if (arguments.length > 0) {
                StackEnd.run(end -> theStackEnds(end, actors.subList(0, 3)));
            } else {
                System.out.print(areAllThere(actors) ? "all are there" : "some are forgotten");
                System.out.flush();
                Runtime.getRuntime().halt(0); // its threads may have found no memory
            }
        }
    }

    /** On a thread of its own: to go on is to be woken, and does no harm. */
    private static Bounded actor(Roundhouse house, int number) {
        if (number >= 3) {
            return ((Handle) house.actor(LongConsumer.class, () -> _ -> {})).actor();
        }
        return ((Handle) house.actor(LongConsumer.class, () -> _ -> {}, with -> with.pinned()))
                .actor();
    }

    // ---- memory

    /** As many as there is memory for. */
    private static boolean areAllThere(List<Bounded> actors) {
        Pressure pressure = new Pressure();
        pressure.add(actors.getFirst());
        pressure.remove(actors.getFirst()); // whatever is done only once
        Object[] all = new Object[1];
        int added = 0;
        try {
            takeAll(all);
            for (Bounded each : actors) {
                pressure.add(each);
                added++;
            }
        } catch (OutOfMemoryError none) {
            // the rest could not rest
        }
        all[0] = null;
        for (int i = 0; i < added; i++) {
            if (!pressure.remove(actors.get(i))) {
                return false;
            }
        }
        return added < actors.size() && !pressure.isAny();
    }

    /** All memory but for some that is too little for an array. */
    private static void takeAll(Object[] kept) {
        for (int size = 1 << 16; size >= 32; size /= 2) {
            try {
                while (true) {
                    Object[] next = new Object[size];
                    next[0] = kept[0];
                    kept[0] = next;
                }
            } catch (OutOfMemoryError none) {
                // smaller ones
            }
        }
    }

    // ---- the stack

    private static void theStackEnds(StackEnd end, List<Bounded> actors)
            throws InterruptedException {
        end.isCut(0, 0, () -> goOn(actors)); // whatever is done only once
        int[] forgotten = new int[1];
        end.atEachOf(
                LEVELS,
                (level, shift) -> {
                    Pressure pressure = resting(actors);
                    boolean cut = end.isCut(level, shift, pressure::relieve);
                    for (Bounded each : actors) {
                        if (!pressure.remove(each) && each.isWaiting()) {
                            forgotten[0]++;
                        }
                    }
                    return cut;
                });
        if (forgotten[0] > 0) {
            throw new AssertionError("somebody is forgotten, " + forgotten[0] + " times");
        }
    }

    private static void goOn(List<Bounded> actors) {
        resting(actors).relieve();
    }

    private static Pressure resting(List<Bounded> actors) {
        Pressure pressure = new Pressure();
        for (Bounded each : actors) {
            each.waitsFor(each, Awaited.ROOM);
            pressure.add(each);
        }
        return pressure;
    }
}
