package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.Pause;
import java.util.List;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscBlockingConsumerArrayQueue;

/** JCTools' queues for single goods; for long waits its one queue whose consumer can block. */
@SystemInfo(name = "jctools", artifact = "jctools-core-jdk11", guarantees = "fifo, exactly once")
public final class JCToolsLine implements LatencySystem, IdleSystem {

    private static final int SLOTS = 1024;

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Access.ofEach(Pause.variants(spec.crowded()));
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Polled(
                Access.of(variant).bounded(spec.producers() == 1, true, SLOTS), Pause.of(variant));
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new Blocking(new MpscBlockingConsumerArrayQueue<>(SLOTS));
    }

    private record Polled(MessagePassingQueue<Long> queue, Pause pause) implements OneWayLine {

        @Override
        public Sender sender(int index) {
            return good -> {
                while (!queue.offer(good)) {
                    pause.pause();
                }
            };
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0; got < count; got++) {
                    Long value = queue.poll();
                    while (value == null) {
                        pause.pause();
                        value = queue.poll();
                    }
                    arrival.arrived(value);
                }
            };
        }

        @Override
        public String config() {
            return "%s slots=%d".formatted(queue.getClass().getSimpleName(), SLOTS);
        }
    }

    private record Blocking(MpscBlockingConsumerArrayQueue<Long> queue) implements OneWayLine {

        @Override
        public Sender sender(int index) {
            return good -> {
                while (!queue.offer(good)) {
                    Thread.yield();
                }
            };
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0; got < count; got++) {
                    arrival.arrived(queue.take());
                }
            };
        }

        @Override
        public String config() {
            return "%s slots=%d take, which parks; a sender without room yields"
                    .formatted(queue.getClass().getSimpleName(), SLOTS);
        }
    }
}
