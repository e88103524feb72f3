package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Clause;
import io.roundhouse.channel.Select;
import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Channels and selects. */
@SystemInfo(
        name = "roundhouse-channel",
        guarantees = "fifo, exactly once, bounded",
        showDefault = true)
public final class RoundhouseChannel implements SelectSystem, LatencySystem, IdleSystem {

    private static final int MASK = Goods.POOL - 1;

    // ---- channels

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        List<Channel<Long>> channels =
                IntStream.range(0, spec.channels())
                        .mapToObj(_ -> Channel.<Long>buffered(spec.capacity()))
                        .toList();
        Channel<Long> only = channels.getFirst();
        int batch = spec.batch();
        String config = batch > 1 ? "sendMany, receiveMany" : "send, receive";
        if (spec.channels() > 1) {
            return ChannelSession.ofThreads(
                    spec,
                    "prepared select",
                    (channel, count) -> send(channels.get(channel), count),
                    count -> select(channels, count));
        }
        return batch > 1
                ? ChannelSession.ofThreads(
                        spec,
                        config,
                        (_, count) -> sendMany(only, count, batch),
                        count ->
                                spec.consumers() == 1
                                        ? receiveMany(only, count, batch)
                                        : receiveManyBesideOthers(only, count, batch))
                : ChannelSession.ofThreads(
                        spec,
                        config,
                        (_, count) -> send(only, count),
                        count -> receive(only, count));
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

    private static void sendMany(Channel<Long> channel, long count, int batch)
            throws InterruptedException {
        List<List<Long>> batches = batches(batch);
        int next = 0;
        for (long sent = 0; sent < count; sent += batch) {
            channel.sendMany(batches.get(next));
            next = next + 1 == batches.size() ? 0 : next + 1;
        }
    }

    /** The goods of the pool, batch by batch, until good 0 begins one again. */
    private static List<List<Long>> batches(int batch) {
        Long[] pool = Goods.pool();
        List<List<Long>> batches = new ArrayList<>();
        int first = 0;
        do {
            Long[] elements = new Long[batch];
            for (int i = 0; i < batch; i++) {
                elements[i] = pool[(first + i) & MASK];
            }
            batches.add(new ArrayList<>(Arrays.asList(elements)));
            first = (first + batch) & MASK;
        } while (first != 0);
        return batches;
    }

    private static Tally receiveMany(Channel<Long> channel, long count, int batch)
            throws InterruptedException {
        long sum = 0;
        for (long got = 0; got < count; ) {
            List<Long> elements = channel.receiveMany(batch);
            for (long each : elements) {
                sum += each;
            }
            got += elements.size();
        }
        return new Tally(count, sum);
    }

    /** Never more than its own part: others wait for what is beyond it. */
    private static Tally receiveManyBesideOthers(Channel<Long> channel, long count, int batch)
            throws InterruptedException {
        long sum = 0;
        for (long got = 0; got < count; ) {
            List<Long> elements = channel.receiveMany((int) Math.min(batch, count - got));
            for (long each : elements) {
                sum += each;
            }
            got += elements.size();
        }
        return new Tally(count, sum);
    }

    private static Tally select(List<Channel<Long>> channels, long count)
            throws InterruptedException {
        long[] sum = {0};
        Select select =
                Select.of(
                        channels.stream()
                                .map(channel -> channel.whenReceived(got -> sum[0] += got))
                                .toArray(Clause[]::new));
        for (long i = 0; i < count; i++) {
            select.await();
        }
        return new Tally(count, sum[0]);
    }

    // ---- single goods

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Variant.each("room", "1024", "0");
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(Channel.buffered(variant.number("room")));
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new Line(Channel.buffered(1024));
    }

    private record Line(Channel<Long> channel) implements OneWayLine {

        @Override
        public Sender sender(int index) {
            return channel::send;
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0; got < count; got++) {
                    arrival.arrived(channel.receive());
                }
            };
        }

        @Override
        public String config() {
            return "send, receive; platform threads";
        }
    }
}
