package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.GivingOut;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.pipeline.Pipeline;
import java.util.List;

/** This project's assembly line: a stage whose workers share the jobs, and one that adds up. */
@SystemInfo(
        name = "roundhouse-pipeline",
        guarantees = "one order for all publishers, exactly once",
        showDefault = true)
public final class RoundhousePipelinePi implements PiSystem {

    private static final int CAPACITY = 16_384; // as published for the Disruptors

    @Override
    public List<Variant> variants(PiSpec spec) {
        return GivingOut.bothWays(Variant.each("wait", RoundhouseWaits.DEFAULT, "parking"));
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        PlainTotal total = new PlainTotal();
        int steps = spec.steps();
        Pipeline<Job> line =
                Pipeline.of(Job::new)
                        .capacity(CAPACITY)
                        .waiting(RoundhouseWaits.strategy(variant.word("wait")))
                        .stage(
                                "compute",
                                job -> job.result = PiParts.job(job.number, steps),
                                with -> with.workers(spec.workers()))
                        .then("add", job -> total.add(job.result))
                        .start();
        return new Session(line, total, GivingOut.of(variant));
    }

    private static final class Job {
        int number;
        double result;
    }

    private record Session(Pipeline<Job> line, PlainTotal total, GivingOut way)
            implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            Pipeline<Job> line = this.line; // a field would be read again for each job
            switch (way) {
                case EACH ->
                        total.giveOut(jobs, number -> line.publish(job -> job.number = number));
                case BATCHES -> total.giveOutBatches(jobs, this::publish);
            }
            return total.await();
        }

        private int publish(int from, int to) {
            return line.publishBatch((batch, room) -> {
                int count = Math.min(room, to - from);
                for (int i = 0; i < count; i++) {
                    batch.get(i).number = from + i;
                }
                return count;
            });
        }

        @Override
        public String config() {
            return "slots=" + CAPACITY;
        }

        @Override
        public void close() {
            line.closeNow();
        }
    }
}
