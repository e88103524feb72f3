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

    /** A loader of objects, each of which stands for a number. */
    private abstract static class ObjectIn<T> implements In {
        final Loader<T> handle;

        ObjectIn(Loader<T> handle) {
            this.handle = handle;
        }

        abstract void put(Train<T> train, int place, long good);

        @Override
        public final LoadingEnd handle() {
            return handle;
        }

        @Override
        public final int loadMany(int most, LongSupplier goods) {
            return handle.load(visit(most, goods));
        }

        @Override
        public final int tryLoadMany(int most, LongSupplier goods) {
            return handle.tryLoad(visit(most, goods));
        }

        private Loader.Visit<T> visit(int most, LongSupplier goods) {
            return (train, room) -> {
                int count = Math.min(most, room);
                for (int i = 0; i < count; i++) {
                    put(train, i, goods.getAsLong());
                }
                return count;
            };
        }

        @Override
        public final int claimTooMany(int more) {
            return handle.load((_, room) -> room + more);
        }
    }

    /** An unloader of such objects. */
    private abstract static class ObjectOut<T> implements Out {
        final Unloader<T> handle;

        ObjectOut(Unloader<T> handle) {
            this.handle = handle;
        }

        abstract long number(T good);

        @Override
        public final UnloadingEnd handle() {
            return handle;
        }

        @Override
        public final boolean tryUnload(LongConsumer taker) {
            return handle.tryUnload((T good) -> taker.accept(number(good)));
        }

        @Override
        public final boolean tryUnload(LongConsumer taker, Duration time) {
            return handle.tryUnload((T good) -> taker.accept(number(good)), time);
        }

        @Override
        public final int unloadMany(LongConsumer taker) {
            return handle.unload(visit(taker));
        }

        @Override
        public final int tryUnloadMany(LongConsumer taker) {
            return handle.tryUnload(visit(taker));
        }

        private Unloader.Visit<T> visit(LongConsumer taker) {
            return (train, size) -> {
                for (int i = 0; i < size; i++) {
                    taker.accept(number(train.get(i)));
                }
            };
        }

        @Override
        public final long forEach(LongConsumer taker) {
            return handle.forEach(good -> taker.accept(number(good)));
        }
    }

    private static final class ReferenceIn extends ObjectIn<Long> {
        ReferenceIn(Loader<Long> handle) {
            super(handle);
        }

        @Override
        void put(Train<Long> train, int place, long good) {
            train.set(place, good);
        }

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
    }

    private static final class ReferenceOut extends ObjectOut<Long> {
        ReferenceOut(Unloader<Long> handle) {
            super(handle);
        }

        @Override
        long number(Long good) {
            return good;
        }

        @Override
        public long unload() {
            return handle.unload();
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

    private static final class CellIn extends ObjectIn<Cell> {
        CellIn(Loader<Cell> handle) {
            super(handle);
        }

        @Override
        void put(Train<Cell> train, int place, long good) {
            train.get(place).value = good;
        }

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
    }

    private static final class CellOut extends ObjectOut<Cell> {
        CellOut(Unloader<Cell> handle) {
            super(handle);
        }

        @Override
        long number(Cell good) {
            return good.value;
        }

        @Override
        public long unload() {
            long[] value = new long[1];
            handle.unload((Cell cell) -> value[0] = cell.value);
            return value[0];
        }
    }
}
