package io.roundhouse.lab.system;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Channels, and threads that send and receive. For each sample the lab calls {@link #run} and
 * {@link #outcome}, by one thread. Every producer sends the values of {@link Goods#pool}, from 0
 * on.
 */
public interface ChannelSession extends Session {

    /**
     * Sends and receives, and waits for the end.
     *
     * @param each elements of each producer; a multiple of the setting's batch
     * @return the nanoseconds it took where the system measured them itself; empty for the lab's
     *     own clock
     */
    OptionalLong run(long each) throws Exception;

    /**
     * How many values all consumers together received in the last run, and their sum. Not timed.
     */
    Tally outcome() throws Exception;

    /** What one thread does. */
    @FunctionalInterface
    interface Sending {
        /** Sends so many elements to the channel of that index. */
        void send(int channel, long count) throws Exception;
    }

    /** What a thread that receives does. */
    @FunctionalInterface
    interface Receiving {
        /** Receives so many elements. */
        Tally receive(long count) throws Exception;
    }

    /** A session of virtual or platform threads. */
    static ChannelSession ofThreads(
            ChannelSpec spec, String config, Sending sending, Receiving receiving) {
        return new ChannelSession() {
            private final Tally[] seen = new Tally[spec.consumers()];

            @Override
            public OptionalLong run(long each) throws Exception {
                List<Thread> threads = new ArrayList<>();
                List<Exception> failures = new ArrayList<>();
                for (int i = 0; i < spec.allProducers(); i++) {
                    int channel = i % spec.channels();
                    threads.add(start(spec, failures, () -> sending.send(channel, each)));
                }
                long all = each * spec.allProducers();
                for (int i = 0; i < seen.length; i++) {
                    int consumer = i;
                    long share = spec.share(consumer, all);
                    threads.add(
                            start(spec, failures, () -> seen[consumer] = receiving.receive(share)));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                for (Exception failure : failures) {
                    throw failure;
                }
                return OptionalLong.empty();
            }

            @Override
            public Tally outcome() {
                return Tally.all(seen);
            }

            @Override
            public String config() {
                return config;
            }
        };
    }

    /** Something to run. */
    @FunctionalInterface
    interface Job {
        /** Runs once. */
        void run() throws Exception;
    }

    private static Thread start(ChannelSpec spec, List<Exception> failures, Job job) {
        Thread.Builder builder = spec.virtual() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        return builder.start(() -> {
            try {
                job.run();
            } catch (Exception e) {
                synchronized (failures) {
                    failures.add(e);
                }
            }
        });
    }
}
