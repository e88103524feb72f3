package io.roundhouse.lab.systems;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.lab.system.Course;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;

/** This project's typed actors, of which one asks the other: its answer is the ball played back. */
@SystemInfo(name = "roundhouse-ask", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseAsk implements PingPongSystem {

    private static final Variant WORKERS = Variant.of("dispatcher", "workers");
    private static final Variant PINNED = Variant.of("dispatcher", "pinned");

    @Override
    public List<Variant> variants() {
        return List.of(WORKERS, PINNED);
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        PlainAnswering two = new PlainAnswering();
        Answering answering = house.actor(Answering.class, () -> two, with -> on(with, variant));
        PlainAsking one = new PlainAsking(answering);
        Asking asking = house.actor(Asking.class, () -> one, with -> on(with, variant));
        return new Session(house, asking, one, two);
    }

    private static void on(ActorOptions with, Variant variant) {
        if (variant.equals(PINNED)) {
            with.pinned();
        }
    }

    /** Begins a game with that number. */
    interface Asking {
        void play(long left);
    }

    /** Plays a number back, one less; -1 at the end. */
    interface Answering {
        long ball(long left);
    }

    private static final class PlainAsking implements Asking {

        private final Semaphore over = new Semaphore(0);
        private final Course course = new Course();
        private final Answering other;
        private long count;
        private long sum;

        PlainAsking(Answering other) {
            this.other = other;
        }

        @Override
        public void play(long first) {
            for (long left = first; left >= 0; left = left > 0 ? other.ball(left - 1) : -1) {
                course.done(++count);
                sum += left;
            }
            over.release();
        }
    }

    private static final class PlainAnswering implements Answering {

        private long count;
        private long sum;

        @Override
        public long ball(long left) {
            count++;
            sum += left;
            return left - 1;
        }
    }

    private record Session(Roundhouse house, Asking asking, PlainAsking one, PlainAnswering two)
            implements PingPongSession {

        @Override
        public OptionalLong run(long messages) throws InterruptedException {
            one.count = 0;
            one.sum = 0;
            two.count = 0;
            two.sum = 0;
            one.course.expect((messages + 1) / 2);
            asking.play(messages - 1);
            one.over.acquire();
            return OptionalLong.empty();
        }

        @Override
        public Tally outcome() {
            return new Tally(one.count + two.count, one.sum + two.sum);
        }

        @Override
        public List<Long> course() {
            return one.course.nanos();
        }

        @Override
        public void close() {
            house.close();
        }
    }
}
