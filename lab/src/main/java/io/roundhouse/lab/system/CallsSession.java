package io.roundhouse.lab.system;

import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Players.Ball;
import io.roundhouse.lab.system.Players.BallPlayerA;
import io.roundhouse.lab.system.Players.BallPlayerB;
import io.roundhouse.lab.system.Players.Bob;
import io.roundhouse.lab.system.Players.PlayerA;
import io.roundhouse.lab.system.Players.PlayerB;

/** Two players set up, for any number of samples. */
public interface CallsSession extends Session {

    /**
     * Calls {@code ping} on Bob for the balls {@code first ... first + count - 1}; each makes Bob
     * call {@code pong} on Alice. Returns when all calls are made (they need not be handled).
     */
    void ping(long first, long count) throws Exception;

    /** Puts an object behind an interface: the thing under test of frameworks that do such. */
    interface Binder {

        /**
         * A handle of type {@code type} whose calls reach {@code target}, one at a time, in order.
         */
        <T> T bind(Class<T> type, T target);
    }

    /** The session of a framework that puts plain objects behind plain interfaces. */
    static CallsSession over(Binder binder, CallsSpec spec, Alice alice, Runnable closing) {
        return switch (spec.argument()) {
            case PRIMITIVE -> {
                PlayerA a = binder.bind(PlayerA.class, alice);
                PlayerB b = binder.bind(PlayerB.class, new Bob());
                yield new CallsSession() {
                    @Override
                    public void ping(long first, long count) {
                        for (long ball = first; ball < first + count; ball++) {
                            b.ping(a, ball);
                        }
                    }

                    @Override
                    public void close() {
                        closing.run();
                    }
                };
            }
            case FRESH -> {
                BallPlayerA a = binder.bind(BallPlayerA.class, alice);
                BallPlayerB b = binder.bind(BallPlayerB.class, new Bob());
                yield new CallsSession() {
                    @Override
                    public void ping(long first, long count) {
                        for (long ball = first; ball < first + count; ball++) {
                            b.ping(a, new Ball(ball));
                        }
                    }

                    @Override
                    public void close() {
                        closing.run();
                    }
                };
            }
        };
    }
}
