package io.roundhouse.railway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The kinds of railway, behind one small interface: to the contract's tests every good is a long.
 */
enum Kind {
    LONGS {
        @Override
        Rail build(int stations, Consumer<RailwayBuilder<?>> description) {
            LongRailway.Builder builder = LongRailway.stations(stations);
            description.accept(builder);
            return new Longs(builder.build());
        }
    },
    REFERENCES {
        @Override
        Rail build(int stations, Consumer<RailwayBuilder<?>> description) {
            Railway.Builder<Long> builder = Railway.stations(stations);
            description.accept(builder);
            return new References(builder.build());
        }
    },
    IN_PLACE {
        @Override
        Rail build(int stations, Consumer<RailwayBuilder<?>> description) {
            Railway.Builder<Cell> builder = Railway.stations(stations).inPlace(Cell::new);
            description.accept(builder);
            return new InPlace(builder.build());
        }
    };

    abstract Rail build(int stations, Consumer<RailwayBuilder<?>> description);

    /** A railway of one train and two stations, the first of which loads. */
    Rail small(int capacity) {
        return build(2, of -> of.trains(1).capacity(capacity));
    }

    /** A good that stays in place. */
    static final class Cell {
        long value;
    }

    /** A railway. */
    interface Rail extends AutoCloseable {
        AnyRailway railway();

        In in(int station);

        Out out(int station);

        void handBack(LongConsumer taker);

        @Override
        default void close() {
            railway().close();
        }

        default List<Long> handedBack() {
            List<Long> goods = new ArrayList<>();
            handBack(goods::add);
            return goods;
        }
    }

    /** A loader. */
    interface In extends AutoCloseable {
        LoadingEnd handle();

        void load(long good);

        boolean tryLoad(long good);

        boolean tryLoad(long good, Duration time);

        /** A visit that loads at most so many. */
        int loadMany(int most, LongSupplier goods);

        int tryLoadMany(int most, LongSupplier goods);

        /** A visit that says that it loaded so many more than there is room for. */
        int claimTooMany(int more);

        default void loadAll(long... goods) {
            for (long good : goods) {
                load(good);
            }
        }

        @Override
        default void close() {
            handle().close();
        }
    }

    /** An unloader. */
    interface Out extends AutoCloseable {
        UnloadingEnd handle();

        long unload();

        boolean tryUnload(LongConsumer taker);

        boolean tryUnload(LongConsumer taker, Duration time);

        int unloadMany(LongConsumer taker);

        int tryUnloadMany(LongConsumer taker);

        long forEach(LongConsumer taker);

        default List<Long> rest() {
            List<Long> goods = new ArrayList<>();
            forEach(goods::add);
            return goods;
        }

        @Override
        default void close() {
            handle().close();
        }
    }

    private record Longs(LongRailway railway) implements Rail {
        @Override
        public In in(int station) {
            return new LongIn(railway.loader(station));
        }

        @Override
        public Out out(int station) {
            return new LongOut(railway.unloader(station));
        }

        @Override
        public void handBack(LongConsumer taker) {
            railway.handBack(taker);
        }
    }

    private record LongIn(LongLoader handle) implements In {
        @Override
        public void load(long good) {
            handle.load(good);
        }

        @Override
        public boolean tryLoad(long good) {
            return handle.tryLoad(good);
        }

        @Override
        public boolean tryLoad(long good, Duration time) {
            return handle.tryLoad(good, time);
        }

        @Override
        public int loadMany(int most, LongSupplier goods) {
            return handle.load(visit(most, goods));
        }

        @Override
        public int tryLoadMany(int most, LongSupplier goods) {
            return handle.tryLoad(visit(most, goods));
        }

        private static LongLoader.Visit visit(int most, LongSupplier goods) {
            return (train, from, to) -> {
                int count = Math.min(most, to - from);
                for (int i = 0; i < count; i++) {
                    train[from + i] = goods.getAsLong();
                }
                return count;
            };
        }

        @Override
        public int claimTooMany(int more) {
            return handle.load((_, from, to) -> to - from + more);
        }
    }

    private record LongOut(LongUnloader handle) implements Out {
        @Override
        public long unload() {
            return handle.unload();
        }

        @Override
        public boolean tryUnload(LongConsumer taker) {
            return handle.tryUnload(taker);
        }

        @Override
        public boolean tryUnload(LongConsumer taker, Duration time) {
            return handle.tryUnload(taker, time);
        }

        @Override
        public int unloadMany(LongConsumer taker) {
            return handle.unload(visit(taker));
        }

        @Override
        public int tryUnloadMany(LongConsumer taker) {
            return handle.tryUnload(visit(taker));
        }

        private static LongUnloader.Visit visit(LongConsumer taker) {
            return (train, from, to) -> {
                for (int i = from; i < to; i++) {
                    taker.accept(train[i]);
                }
            };
        }

        @Override
        public long forEach(LongConsumer taker) {
            return handle.forEach(taker);
        }
    }

    private record References(Railway<Long> railway) implements Rail {
        @Override
        public In in(int station) {
            return new ReferenceIn(railway.loader(station));
        }

        @Override
        public Out out(int station) {
            return new ReferenceOut(railway.unloader(station));
        }

        @Override
        public void handBack(LongConsumer taker) {
            railway.handBack(taker::accept);
        }
    }

    private record ReferenceIn(Loader<Long> handle) implements In {
        @Override
        public void load(long good) {
            handle.load((Long) good);
        }

        @Override
        public boolean tryLoad(long good) {
            return handle.tryLoad((Long) good);
        }

        @Override
        public boolean tryLoad(long good, Duration time) {
            return handle.tryLoad((Long) good, time);
        }

        @Override
        public int loadMany(int most, LongSupplier goods) {
            return handle.load(visit(most, goods));
        }

        @Override
        public int tryLoadMany(int most, LongSupplier goods) {
            return handle.tryLoad(visit(most, goods));
        }

        private static Loader.Visit<Long> visit(int most, LongSupplier goods) {
            return (train, room) -> {
                int count = Math.min(most, room);
                for (int i = 0; i < count; i++) {
                    train.set(i, goods.getAsLong());
                }
                return count;
            };
        }

        @Override
        public int claimTooMany(int more) {
            return handle.load((_, room) -> room + more);
        }
    }

    private record ReferenceOut(Unloader<Long> handle) implements Out {
        @Override
        public long unload() {
            return handle.unload();
        }

        @Override
        public boolean tryUnload(LongConsumer taker) {
            return handle.tryUnload(taker::accept);
        }

        @Override
        public boolean tryUnload(LongConsumer taker, Duration time) {
            return handle.tryUnload(taker::accept, time);
        }

        @Override
        public int unloadMany(LongConsumer taker) {
            return handle.unload(visit(taker));
        }

        @Override
        public int tryUnloadMany(LongConsumer taker) {
            return handle.tryUnload(visit(taker));
        }

        private static Unloader.Visit<Long> visit(LongConsumer taker) {
            return (train, size) -> {
                for (int i = 0; i < size; i++) {
                    taker.accept(train.get(i));
                }
            };
        }

        @Override
        public long forEach(LongConsumer taker) {
            return handle.forEach(taker::accept);
        }
    }

    private record InPlace(Railway<Cell> railway) implements Rail {
        @Override
        public In in(int station) {
            return new CellIn(railway.loader(station));
        }

        @Override
        public Out out(int station) {
            return new CellOut(railway.unloader(station));
        }

        @Override
        public void handBack(LongConsumer taker) {
            railway.handBack(cell -> taker.accept(cell.value));
        }
    }

    private record CellIn(Loader<Cell> handle) implements In {
        @Override
        public void load(long good) {
            handle.fill(cell -> cell.value = good);
        }

        @Override
        public boolean tryLoad(long good) {
            return handle.tryFill(cell -> cell.value = good);
        }

        @Override
        public boolean tryLoad(long good, Duration time) {
            return handle.tryFill(cell -> cell.value = good, time);
        }

        @Override
        public int loadMany(int most, LongSupplier goods) {
            return handle.load(visit(most, goods));
        }

        @Override
        public int tryLoadMany(int most, LongSupplier goods) {
            return handle.tryLoad(visit(most, goods));
        }

        private static Loader.Visit<Cell> visit(int most, LongSupplier goods) {
            return (train, room) -> {
                int count = Math.min(most, room);
                for (int i = 0; i < count; i++) {
                    train.get(i).value = goods.getAsLong();
                }
                return count;
            };
        }

        @Override
        public int claimTooMany(int more) {
            return handle.load((_, room) -> room + more);
        }
    }

    private record CellOut(Unloader<Cell> handle) implements Out {
        @Override
        public long unload() {
            long[] value = new long[1];
            handle.unload((Cell cell) -> value[0] = cell.value);
            return value[0];
        }

        @Override
        public boolean tryUnload(LongConsumer taker) {
            return handle.tryUnload((Cell cell) -> taker.accept(cell.value));
        }

        @Override
        public boolean tryUnload(LongConsumer taker, Duration time) {
            return handle.tryUnload((Cell cell) -> taker.accept(cell.value), time);
        }

        @Override
        public int unloadMany(LongConsumer taker) {
            return handle.unload(visit(taker));
        }

        @Override
        public int tryUnloadMany(LongConsumer taker) {
            return handle.tryUnload(visit(taker));
        }

        private static Unloader.Visit<Cell> visit(LongConsumer taker) {
            return (train, size) -> {
                for (int i = 0; i < size; i++) {
                    taker.accept(train.get(i).value);
                }
            };
        }

        @Override
        public long forEach(LongConsumer taker) {
            return handle.forEach(cell -> taker.accept(cell.value));
        }
    }
}
