package io.roundhouse.railway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.internal.Bell;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is loaded in a lane arrives although other lanes always have whole blocks ready. */
class QuietLaneTest {
    private static final int BLOCK = 64;
    private static final int TURNS = 1_000;

    @Test
    void oneRecordArrivesBesideAStream() {
        assertThat(isSeen(new Lane(), new Lane())).isTrue();
    }

    @Test
    void oneRecordArrivesBetweenStreams() {
        assertThat(isSeen(new Lane(), new Lane(), new Lane(), new Lane())).isTrue();
    }

    /** All lanes but the last one are busy. */
    private static boolean isSeen(Lane... lanes) {
        Lane quiet = lanes[lanes.length - 1];
        Lane[] busy = Arrays.copyOf(lanes, lanes.length - 1);
        All unloader = new All(lanes);
        boolean loaded = false;
        for (int i = 0; i < TURNS; i++) {
            for (Lane each : busy) {
                each.loader.load(2 * BLOCK, each.departed);
            }
            if (i == TURNS / 2) { // by now the unloader is used to a stream
                quiet.loader.loadOne();
                loaded = true;
            }
            unloader.unload();
        }
        assertThat(loaded).isTrue();
        return quiet.unloaded.acquire() == 1;
    }

    private static final class Lane {
        final Busy loader = new Busy();
        final Sequence departed = new Sequence();
        final Sequence unloaded = new Sequence();
        final Inbound inbound =
                new Inbound(
                        loader, departed, unloaded, new Sequence(), BLOCK, new Bell(), new Bell());
    }

    private static final class Busy extends Cursor {
        void load(int records, Sequence departed) {
            publishPosition(position + records);
            departed.publish(position);
        }

        void loadOne() {
            publishPosition(position + 1);
        }
    }

    private static final class All extends Unloading {
        All(Lane... lanes) {
            super(
                    Arrays.stream(lanes).map(lane -> lane.inbound).toArray(Inbound[]::new),
                    WaitStrategy.adaptive().newWaiter());
        }

        void unload() {
            if (lookForMore(true)) {
                passed(limit);
            }
        }

        @Override
        protected boolean over() {
            return false;
        }

        @Override
        protected String describeWait() {
            return "all";
        }
    }
}
