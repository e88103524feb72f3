package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Scope;
import io.roundhouse.channel.Sender;
import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * Processes of a scope, as one would write them in Go: one gives out jobs through a buffered
 * channel, the workers send results through another, and whoever opened the scope adds them up.
 */
@SystemInfo(name = "roundhouse-csp", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseCspPi implements PiSystem {

    @Override
    public List<Variant> variants(PiSpec spec) {
        return Variant.each("room", "1024", "16384");
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        return new Session(spec, variant.number("room"), new PlainTotal());
    }

    private record Session(PiSpec spec, int room, PlainTotal total) implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            try (Scope scope = Scope.open()) {
                Channel<Integer> work = scope.<Integer>channel("work").buffered(room);
                Channel<Double> results = scope.<Double>channel("results").buffered(room);
                scope.go(() -> {
                    total.giveOut(jobs, job -> send(work, job));
                    work.close();
                });
                for (int worker = 0; worker < spec.workers(); worker++) {
                    scope.go(() -> work(work, results));
                }
                for (int i = 0; i < jobs; i++) {
                    total.add(results.receive());
                }
                scope.join();
            }
            return total.await();
        }

        private void work(Channel<Integer> work, Sender<Double> results)
                throws InterruptedException {
            for (int job : work) {
                results.send(PiParts.job(job, spec.steps()));
            }
        }

        private static void send(Sender<Integer> work, int job) {
            try {
                work.send(job);
            } catch (InterruptedException e) {
                throw new IllegalStateException("the scope was closed while jobs were left", e);
            }
        }
    }
}
