package io.roundhouse.lab.system;

import io.roundhouse.lab.system.PingPongParts.PlainPlayer;
import io.roundhouse.lab.system.PingPongParts.Player;
import java.util.List;
import java.util.OptionalLong;

/**
 * Two players, made once, and game after game. For each the lab calls {@link #run} and {@link
 * #outcome}, by one thread.
 *
 * <p>The driver sends the first player the number {@code messages - 1}; who gets a number above 0
 * sends the other one less; 0 ends the game.
 */
public interface PingPongSession extends Session {

    /**
     * Plays one game and waits for its end.
     *
     * @param messages messages in the game, the driver's included, at least 1
     * @return the nanoseconds it took where the system measured them itself; empty for the lab's
     *     own clock
     */
    OptionalLong run(long messages) throws Exception;

    /** How many numbers both players got in the last game, and their sum. Not timed. */
    Tally outcome() throws Exception;

    /** Nanoseconds of each part of the last game; see {@link Course#nanos}; may be empty. */
    default List<Long> course() {
        return List.of();
    }

    /** The session of a system that runs plain objects behind plain interfaces. */
    static PingPongSession over(ActorBinder binder, Runnable closing) {
        PlainPlayer one = new PlainPlayer();
        PlainPlayer two = new PlainPlayer();
        Player first = binder.bind(Player.class, one);
        Player second = binder.bind(Player.class, two);
        one.meet(second);
        two.meet(first);
        return new PingPongSession() {
            @Override
            public OptionalLong run(long messages) throws InterruptedException {
                PingPongParts.play(first, one, two, messages);
                return OptionalLong.empty();
            }

            @Override
            public Tally outcome() {
                return PingPongParts.tally(one, two);
            }

            @Override
            public List<Long> course() {
                return PingPongParts.course(one);
            }

            @Override
            public void close() {
                binder.stop(first);
                binder.stop(second);
                closing.run();
            }
        };
    }
}
