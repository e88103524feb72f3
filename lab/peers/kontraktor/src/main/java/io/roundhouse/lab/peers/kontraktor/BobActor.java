package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.Players.Ball;
import org.nustaq.kontraktor.Actor;

/**
 * An actor that plays every ball back; a fresh ball's answer is a fresh ball again. {@code ping}
 * would be Kontraktor's own.
 */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class BobActor extends Actor<BobActor> {

    /** A ball that is a number. */
    public void play(AliceActor alice, long ball) {
        alice.pong(ball);
    }

    /** A ball that is an object. */
    public void playBall(AliceActor alice, Ball ball) {
        alice.pongBall(new Ball(ball.number()));
    }
}
