package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CrowdParts.Common;
import io.roundhouse.lab.system.CrowdSystem.Actors;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Tally;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Many actors, made and ended together. Used by one thread. */
final class Crowd {

    private static final int WATCHED = 64;
    private static final long LONGEST_SECONDS = 60;
    private static final long PAUSE_MILLIS = 100;

    private final Actors actors;
    private final @Nullable Object[] handles;
    private Common common = new Common(1);
    private long told;
    private int size;

    /** Nobody yet, and room for that many. */
    Crowd(Actors actors, int most) {
        this.actors = actors;
        this.handles = new Object[most];
    }

    /** Makes that many actors. */
    void make(int number) {
        common = new Common(Math.max(1, number / WATCHED));
        for (int i = 0; i < number; i++) {
            handles[i] = actors.make(common);
        }
        size = number;
        told = 0;
    }

    /** Sends each a good, so many times, and waits until all have been handled. */
    void tell(int times) throws InterruptedException, WrongResult {
        for (int time = 0; time < times; time++) {
            for (int i = 0; i < size; i++) {
                actors.tell(handle(i), told++);
            }
        }
        long deadline = deadline();
        while (common.tally().count() < told && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(1); // not timed
        }
        Tally seen = common.tally();
        WrongResult.unless("the crowd", seen.count(), told, seen.sum(), Goods.sum(0, told));
    }

    /** Ends all, and waits until their memory can be had again. */
    void end() throws InterruptedException, WrongResult {
        for (int i = 0; i < size; i++) {
            actors.stop(handle(i));
            handles[i] = null;
        }
        size = 0;
        long deadline = deadline();
        while (!common.gone()) {
            if (System.nanoTime() > deadline) {
                throw new WrongResult("wrong result: an actor that was stopped is still there");
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // not timed; collections leave time to end
            System.gc();
        }
    }

    private Object handle(int index) {
        Object handle = handles[index];
        if (handle == null) {
            throw new IllegalStateException("nobody has the number " + index);
        }
        return handle;
    }

    private static long deadline() {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
    }
}
