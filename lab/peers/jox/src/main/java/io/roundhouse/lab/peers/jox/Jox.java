package io.roundhouse.lab.peers.jox;

import static com.softwaremill.jox.Select.select;

import com.softwaremill.jox.Channel;
import com.softwaremill.jox.SelectClause;
import io.roundhouse.lab.system.BlockedSpec;
import io.roundhouse.lab.system.BlockedSystem;
import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.system.WaitingThreads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/** Jox: channels for virtual threads after Kotlin's. */
@SystemInfo(name = "jox", guarantees = "fifo, exactly once, bounded", artifact = "channels")
public final class Jox implements SelectSystem, BlockedSystem {

    private static final int MASK = Goods.POOL - 1;

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return spec.batch() > 1 ? Optional.of("it hands over one by one") : Optional.empty();
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        List<Channel<Long>> channels =
                IntStream.range(0, spec.channels())
                        .mapToObj(_ -> Jox.channel(spec.capacity()))
                        .toList();
        Channel<Long> only = channels.getFirst();
        return ChannelSession.ofThreads(
                spec,
                "",
                (channel, count) -> send(channels.get(channel), count),
                count -> channels.size() == 1 ? receive(only, count) : selected(channels, count));
    }

    // ---- many that wait

    @Override
    public BlockedSession open(BlockedSpec spec, Variant variant) {
        return new Blocked(spec.sends());
    }

    /** Plain virtual threads. */
    private static final class Blocked implements BlockedSession {
        private final boolean sends;
        private List<Thread> threads = List.of();
        private Channel<Integer> channel = Channel.newRendezvousChannel();

        Blocked(boolean sends) {
            this.sends = sends;
        }

        @Override
        public void block(int processes, CountDownLatch woken) {
            Channel<Integer> shared = Channel.newRendezvousChannel();
            channel = shared;
            threads =
                    WaitingThreads.start(
                            processes,
                            () -> {
                                try {
                                    shared.receiveOrClosed();
                                    woken.countDown();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
        }

        @Override
        public void wake() throws InterruptedException {
            if (!sends) {
                channel.done();
                return;
            }
            for (int i = 0; i < threads.size(); i++) {
                channel.send(i);
            }
        }

        @Override
        public void end() throws InterruptedException {
            for (Thread each : threads) {
                each.join();
            }
            threads = List.of();
            channel = Channel.newRendezvousChannel();
        }
    }

    // ---- channels

    private static Channel<Long> channel(int capacity) {
        return capacity == 0
                ? Channel.newRendezvousChannel()
                : Channel.newBufferedChannel(capacity);
    }

    private static void send(Channel<Long> channel, long count) throws InterruptedException {
        Long[] pool = Goods.pool();
        for (long i = 0; i < count; i++) {
            channel.send(pool[(int) i & MASK]);
        }
    }

    private static Tally receive(Channel<Long> channel, long count) throws InterruptedException {
        long sum = 0;
        for (long i = 0; i < count; i++) {
            sum += channel.receive();
        }
        return new Tally(count, sum);
    }

    /** The clauses are made once. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Tally selected(List<Channel<Long>> channels, long count)
            throws InterruptedException {
        SelectClause<Long>[] clauses =
                channels.stream().map(Channel::receiveClause).toArray(SelectClause[]::new);
        long sum = 0;
        for (long i = 0; i < count; i++) {
            sum += select(clauses);
        }
        return new Tally(count, sum);
    }
}
