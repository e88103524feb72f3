package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.nustaq.kontraktor.Actor;
import org.nustaq.kontraktor.Actors;
import org.nustaq.kontraktor.impl.SimpleScheduler;

/**
 * Threads to run actors on.
 *
 * <p>A thread with nothing to do spins, yields, and then sleeps up to 20 ms, whatever comes. So
 * besides all actors on one thread with the library's own figures, several threads are tried that
 * yield for longer before they sleep, as its comments propose.
 */
final class Schedulers {

    private static final int QUEUE = 4_096;
    private static final int SPINS = 10; // the default
    private static final int PARKS = 1; // the default

    private final SimpleScheduler[] schedulers;

    private Schedulers(SimpleScheduler[] schedulers) {
        this.schedulers = schedulers;
    }

    /** What is worth trying on so many threads, the default first. */
    static List<Variant> variants(int threads) {
        Variant one = Variant.of("schedulers", 1).with("yields", 10);
        return threads == 1
                ? List.of(one)
                : List.of(one, Variant.of("schedulers", threads).with("yields", 10_000));
    }

    /** Starts the threads. */
    static Schedulers start(Variant variant) {
        SimpleScheduler[] schedulers = new SimpleScheduler[variant.number("schedulers")];
        for (int i = 0; i < schedulers.length; i++) {
            schedulers[i] = new SimpleScheduler(QUEUE, true, "kontraktor-" + i);
            schedulers[i].getBackoffStrategy().setCounters(SPINS, variant.number("yields"), PARKS);
        }
        return new Schedulers(schedulers);
    }

    /** Makes the actor of that index out of so many. */
    <T extends Actor<T>> T actor(Class<T> type, int index, int of) {
        int scheduler = (int) ((long) index * schedulers.length / of);
        return Actors.AsActor(type, schedulers[scheduler], QUEUE);
    }

    /** The object behind a proxy, to be set up before anything is sent to it. */
    static <T extends Actor<T>> T behind(Class<T> type, T proxy) {
        return type.cast(proxy.getActor());
    }

    /** Ends the threads as soon as nothing is left to do. */
    void close() {
        for (SimpleScheduler scheduler : schedulers) {
            scheduler.terminateIfIdle();
        }
    }
}
