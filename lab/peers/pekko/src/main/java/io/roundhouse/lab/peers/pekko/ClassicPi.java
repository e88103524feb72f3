package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.routing.RoundRobinPool;

/**
 * A master that gives the jobs to a round-robin router over the workers and adds up what they send
 * back, and a listener, as published. Mailboxes have no bound, and all jobs are given out at once.
 */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicPi implements PiSystem {

    @Override
    public List<Variant> variants(PiSpec spec) {
        return Tuning.classic();
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.workers()));
        PlainTotal total = new PlainTotal();
        Semaphore heard = new Semaphore(0);
        ActorRef listener = system.actorOf(Props.create(Listener.class, () -> new Listener(heard)));
        ActorRef master =
                system.actorOf(Props.create(Master.class, () -> new Master(spec, total, listener)));
        return new Session(system, master, total, heard, Tuning.words(spec.workers()));
    }

    /** Do all jobs. */
    private record Calculate(int jobs) {}

    private record Job(int number) {}

    private record Result(double value) {}

    /** It is done. */
    private enum Done {
        DONE
    }

    private static final class Master extends UntypedAbstractActor {

        private final PlainTotal total;
        private final ActorRef listener;
        private final ActorRef router;
        private int missing;

        Master(PiSpec spec, PlainTotal total, ActorRef listener) {
            this.total = total;
            this.listener = listener;
            int steps = spec.steps();
            Props workers = Props.create(Worker.class, () -> new Worker(steps));
            router = getContext().actorOf(new RoundRobinPool(spec.workers()).props(workers));
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Result result) {
                total.add(result.value);
                if (--missing == 0) {
                    listener.tell(Done.DONE, getSelf());
                }
            } else if (message instanceof Calculate calculate) {
                missing = calculate.jobs;
                total.giveOut(calculate.jobs, number -> router.tell(new Job(number), getSelf()));
            } else {
                unhandled(message);
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {

        private final int steps;

        Worker(int steps) {
            this.steps = steps;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Job job) {
                getSender().tell(new Result(PiParts.job(job.number, steps)), getSelf());
            } else {
                unhandled(message);
            }
        }
    }

    private static final class Listener extends UntypedAbstractActor {

        private final Semaphore heard;

        Listener(Semaphore heard) {
            this.heard = heard;
        }

        @Override
        public void onReceive(Object message) {
            heard.release();
        }
    }

    private record Session(
            ActorSystem system, ActorRef master, PlainTotal total, Semaphore heard, String config)
            implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            master.tell(new Calculate(jobs), ActorRef.noSender());
            heard.acquire();
            return total.await();
        }

        @Override
        public void close() {
            Closing.close(system);
        }
    }
}
