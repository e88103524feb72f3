package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Clause;
import io.roundhouse.channel.Select;
import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Channels and selects; as actors, a virtual thread and a channel each, as in Go. */
@SystemInfo(name = "roundhouse-csp", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseCsp
        implements SelectSystem, RingSystem, PingPongSystem, LatencySystem {

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
            return ChannelSession.ofVirtualThreads(
                    spec,
                    "prepared select",
                    (channel, count) -> send(channels.get(channel), count),
                    count -> select(channels, count));
        }
        return batch > 1
                ? ChannelSession.ofVirtualThreads(
                        spec,
                        config,
                        (_, count) -> sendMany(only, count, batch),
                        count -> receiveMany(only, count, batch))
                : ChannelSession.ofVirtualThreads(
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
        Long[] pool = Goods.pool();
        List<Long> elements = new ArrayList<>(Arrays.asList(pool).subList(0, batch));
        for (long sent = 0; sent < count; sent += batch) {
            for (int i = 0; i < batch; i++) {
                elements.set(i, pool[(int) (sent + i) & MASK]);
            }
            channel.sendMany(elements);
        }
    }

    private static Tally receiveMany(Channel<Long> channel, long count, int batch)
            throws InterruptedException {
        Long[] elements = new Long[batch];
        long sum = 0;
        for (long got = 0; got < count; ) {
            int more = channel.receiveMany(elements);
            for (int i = 0; i < more; i++) {
                sum += elements[i];
            }
            got += more;
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

    // ---- actors

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return spec.threads() != spec.cores()
                ? Optional.of("the scheduler of virtual threads has one thread a core")
                : Optional.empty();
    }

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Variant.each("room", "unbounded");
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return RingSession.over(binder(variant), spec, () -> {});
    }

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return Variant.each("room", "unbounded", "1", "0");
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        return PingPongSession.over(binder(variant), () -> {});
    }

    private static MailboxBinder binder(Variant variant) {
        String room = variant.word("room");
        return new MailboxBinder(() ->
                ChannelMailbox.start(
                        room.equals("unbounded")
                                ? Channel.unbounded()
                                : Channel.buffered(Integer.parseInt(room))));
    }
}
