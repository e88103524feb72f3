package io.roundhouse.channel;

import java.util.LinkedList;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** Channels that store are linearizable: see {@link Linearizable}. */
final class BufferModel {
    /** What is done to a channel that stores. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public abstract static class Storing {
        private final Channel<Integer> channel;

        Storing(Channel<Integer> channel) {
            this.channel = channel;
        }

        @Operation
        public String trySend(@Param(name = "element") int element) {
            try {
                return "" + channel.trySend(element);
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public String tryReceive() {
            try {
                return "" + channel.tryReceive();
            } catch (ChannelClosedException e) {
                return "closed";
            }
        }

        @Operation
        public boolean select() throws InterruptedException {
            boolean[] got = new boolean[1];
            return Select.of(channel.whenReceived(_ -> got[0] = true), Select.otherwise(() -> {}))
                            .await()
                    && got[0];
        }

        @Operation
        public void close() {
            channel.close();
        }
    }

    /** Of 1. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class One extends Storing {
        public One() {
            super(Channel.buffered(1));
        }
    }

    /** Of 2. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Two extends Storing {
        public Two() {
            super(Channel.buffered(2));
        }
    }

    /** Of 10. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Ten extends Storing {
        public Ten() {
            super(Channel.buffered(10));
        }
    }

    /** The newest. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Latest extends Storing {
        public Latest() {
            super(Channel.latest());
        }
    }

    /** A list with a bound. */
    public abstract static class List1 {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int capacity;
        private final boolean drops;
        private boolean closed;

        List1(int capacity, boolean drops) {
            this.capacity = capacity;
            this.drops = drops;
        }

        public String trySend(int element) {
            if (closed) {
                return "closed";
            }
            if (list.size() == capacity) {
                if (!drops) {
                    return "false";
                }
                list.removeFirst();
            }
            list.add(element);
            return "true";
        }

        public String tryReceive() {
            return list.isEmpty() ? closed ? "closed" : "null" : "" + list.removeFirst();
        }

        public boolean select() {
            return list.pollFirst() != null;
        }

        public void close() {
            closed = true;
        }
    }

    public static class ListOfOne extends List1 {
        public ListOfOne() {
            super(1, false);
        }
    }

    public static class ListOfTwo extends List1 {
        public ListOfTwo() {
            super(2, false);
        }
    }

    public static class ListOfTen extends List1 {
        public ListOfTen() {
            super(10, false);
        }
    }

    public static class ListOfTheLatest extends List1 {
        public ListOfTheLatest() {
            super(1, true);
        }
    }

    @Test
    void aBufferOfOneIsLinearizable() {
        Linearizable.check(One.class, ListOfOne.class, 2);
    }

    @Test
    void aBufferOfTwoIsLinearizable() {
        Linearizable.check(Two.class, ListOfTwo.class, 2);
    }

    @Test
    void aBufferOfTenIsLinearizable() {
        Linearizable.check(Ten.class, ListOfTen.class, 2);
    }

    @Test
    void theLatestIsLinearizable() {
        Linearizable.check(Latest.class, ListOfTheLatest.class, 2);
    }
}
