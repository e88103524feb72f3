package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Players.Ball;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that gets the ball back. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class AliceActor extends Actor<AliceActor> {

    @Nullable Alice alice;

    /** A ball that is a number. */
    public void pong(long ball) {
        alice().pong(ball);
    }

    /** A ball that is an object; Kontraktor has no overloads. */
    public void pongBall(Ball ball) {
        alice().pong(ball);
    }

    private Alice alice() {
        Alice own = alice;
        if (own == null) {
            throw new IllegalStateException("no Alice yet");
        }
        return own;
    }
}
