package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import java.util.List;
import java.util.stream.IntStream;

/**
 * This project's railway for single goods; it waits in the same way for a short time and a long
 * one.
 */
@SystemInfo(name = "roundhouse-railway", guarantees = "fifo, exactly once", showDefault = true)
public final class RoundhouseRailwayLine implements LatencySystem, IdleSystem {

    private static final int TRAINS = 8;
    private static final int CAPACITY = 128;

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return RoundhouseWaits.variants(spec.crowded());
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec.producers(), variant.word("wait"));
    }

    @Override
    public List<Variant> variants(IdleSpec spec) {
        return List.of(Variant.of("wait", RoundhouseWaits.DEFAULT));
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new Line(1, variant.word("wait"));
    }

    private static final class Line implements OneWayLine {

        private final LongRailway railway;
        private final int senders;

        Line(int senders, String wait) {
            this.senders = senders;
            railway =
                    LongRailway.stations(senders + 1)
                            .loading(IntStream.range(0, senders).toArray())
                            .trains(TRAINS)
                            .capacity(CAPACITY * senders)
                            .waiting(RoundhouseWaits.strategy(wait))
                            .build();
        }

        @Override
        public Sender sender(int index) {
            LongLoader out = railway.loader(index);
            return new Sender() {
                @Override
                public void begins() {
                    out.handOver();
                }

                @Override
                public void send(long good) {
                    out.load(good);
                }
            };
        }

        @Override
        public Receiver receiver() {
            LongUnloader in = railway.unloader(senders);
            return (count, arrival) -> {
                in.handOver();
                for (long got = 0; got < count; got++) {
                    arrival.arrived(in.unload());
                }
            };
        }

        @Override
        public String config() {
            return "trains=%d capacity=%d".formatted(TRAINS, CAPACITY * senders);
        }

        @Override
        public void close() {
            railway.close();
        }
    }
}
