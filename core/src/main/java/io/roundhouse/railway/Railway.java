package io.roundhouse.railway;

import io.roundhouse.memory.Distinct;
import io.roundhouse.memory.Made;
import io.roundhouse.waiting.Waiter;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries objects from stations that load to stations that unload, in trains, by the rule of {@link
 * LongRailway}: a good leaves when it is loaded, and nobody waits for a train that another station
 * has in hand.
 *
 * <p>Two kinds of goods:
 *
 * <ul>
 *   <li><b>References</b>: {@code Railway.<Order>stations(2).build()}. What is {@linkplain
 *       Loader#load loaded} is never null, and the railway forgets it as soon as the last of its
 *       stations has unloaded it.
 *   <li><b>Goods that stay in place</b>: {@code Railway.stations(2).inPlace(Trade::new).build()}.
 *       Made once, when the railway is built, they are {@linkplain Loader#fill changed} by the
 *       loader and read by those who unload, again and again: nothing is allocated a good.
 * </ul>
 *
 * <p><b>Memory.</b> What a thread did before it loaded a good happens-before what another does
 * after it unloaded it. What a station did with a good that stays in place before it was done
 * unloading it happens-before its loader changes it again. No load, unload or visit allocates
 * anything.
 *
 * <p><b>Ending.</b> As for {@link LongRailway}.
 *
 * @param <T> the goods
 */
public final class Railway<T> extends AnyRailway {
    private Railway(Plan plan, Track.Goods kind) {
        super(plan, kind);
    }

    /**
     * Starts to describe a railway of so many stations that carries references.
     *
     * @throws IllegalArgumentException if fewer than 2
     */
    public static <T> Builder<T> stations(int number) {
        return new Builder<>(number);
    }

    /**
     * The handle with which the given station loads. Always the same one.
     *
     * @throws IllegalArgumentException if there is no such station or it does not load
     */
    @SuppressWarnings("unchecked") // the kinds of goods make no others
    public Loader<T> loader(int station) {
        return (Loader<T>) track.loader(station);
    }

    /**
     * The handle with which the given station unloads. Always the same one.
     *
     * @throws IllegalArgumentException if there is no such station or it does not unload
     */
    @SuppressWarnings("unchecked") // the kinds of goods make no others
    public Unloader<T> unloader(int station) {
        return (Unloader<T>) track.unloader(station);
    }

    /**
     * Hands back the goods that {@link #undelivered} counts, loader by loader, in order, each once,
     * and forgets those that are references. They stay counted. Where a station left early and
     * others went on, goods that those have unloaded may be gone. Any thread, one at a time. What
     * {@code taker} throws ends it, and to call again goes on behind the good that was given.
     *
     * @throws IllegalStateException if the railway is open, or a station that unloads has not come
     *     to its end nor left
     */
    @SuppressWarnings("unchecked") // nothing but a T is stored
    public void handBack(Consumer<? super T> taker) {
        Objects.requireNonNull(taker, "taker");
        handBack((lane, position) -> {
            int slot = lane.slot(position);
            @Nullable Object[] goods = (@Nullable Object[]) lane.store;
            Object good = goods[slot];
            if (lane.references) {
                goods[slot] = null;
            }
            if (good != null) {
                taker.accept((T) good);
            }
        });
    }

    /**
     * Describes a {@link Railway}.
     *
     * @param <T> the goods
     */
    public static final class Builder<T> extends RailwayBuilder<Builder<T>> {
        private @Nullable Supplier<? extends T> factory;

        private Builder(int stations) {
            super(stations);
        }

        /**
         * Lets goods stay in place: the factory makes them once, in {@link #build}, trains ×
         * capacity of them, rounded up to a power of two for each station that loads.
         */
        @SuppressWarnings("unchecked") // a builder holds nothing of its goods but the factory
        public <G> Builder<G> inPlace(Supplier<? extends G> factory) {
            Builder<G> self = (Builder<G>) this;
            self.factory = Objects.requireNonNull(factory, "factory");
            return self;
        }

        /**
         * Builds it.
         *
         * @throws IllegalArgumentException if the description makes no sense; the message says what
         *     and what would
         * @throws IllegalStateException if the factory threw, which is the cause, or made a null or
         *     the same object twice
         */
        public Railway<T> build() {
            return new Railway<>(
                    plan,
                    new Kind(factory == null ? null : new Made(factory, "good", new Distinct(0))));
        }
    }

    /** Goods made by a factory, or references where there is none. */
    private record Kind(@Nullable Made made) implements Track.Goods {
        @Override
        public Object store(int length, int station) {
            @Nullable Object[] goods = new Object[length];
            if (made != null) {
                String of = " of station " + station;
                for (int slot = Lane.EDGE; slot < length - Lane.EDGE; slot++) {
                    goods[slot] = made.next(slot - Lane.EDGE, of);
                }
            }
            return goods;
        }

        @Override
        public boolean areReferences() {
            return made == null;
        }

        @Override
        public LoadingEnd loader(Track track, Lane lane, Waiter waiter) {
            return new Loader<>(track, lane, waiter, made != null);
        }

        @Override
        public UnloadingEnd unloader(Track track, int station, Lane[] lanes, Waiter waiter) {
            return new Unloader<>(track, station, lanes, waiter, made != null);
        }
    }
}
