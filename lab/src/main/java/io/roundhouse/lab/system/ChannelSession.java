package io.roundhouse.lab.system;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Channels, and threads that send and receive. For each sample the lab calls {@link #run} and
 * {@link #outcome}, by one thread. Every sender sends the values of {@link Goods#pool}, from 0 on.
 */
public interface ChannelSession extends Session {

    /**
     * Sends and receives, and waits for the end.
     *
     * @param each elements of each sender; a multiple of the setting's batch
     * @return the nanoseconds it took where the system measured them itself; empty for the lab's
     *     own clock
     */
    OptionalLong run(long each) throws Exception;

    /** How many values were received in the last run, and their sum. Not timed. */
    Tally outcome() throws Exception;

    /** What one thread does. */
    @FunctionalInterface
    interface Sending {
        /** Sends so many elements to the channel of that index. */
        void send(int channel, long count) throws Exception;
    }

    /** What the receiving thread does. */
    @FunctionalInterface
    interface Receiving {
        /** Receives so many elements. */
        Tally receive(long count) throws Exception;
    }

    /** A session of virtual threads. */
    static ChannelSession ofVirtualThreads(
            ChannelSpec spec, String config, Sending sending, Receiving receiving) {
        return new ChannelSession() {
            private Tally seen = new Tally(0, 0);

            @Override
            public OptionalLong run(long each) throws Exception {
                List<Thread> threads = new ArrayList<>();
                List<Exception> failures = new ArrayList<>();
                for (int i = 0; i < spec.allSenders(); i++) {
                    int channel = i % spec.channels();
                    threads.add(start(failures, () -> sending.send(channel, each)));
                }
                long all = each * spec.allSenders();
                threads.add(start(failures, () -> seen = receiving.receive(all)));
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
                return seen;
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

    private static Thread start(List<Exception> failures, Job job) {
        return Thread.ofVirtual()
                .start(() -> {
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
