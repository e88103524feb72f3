package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.PingPongParts.Player;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that runs a player of ping-pong. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class PlayerActor extends Actor<PlayerActor> {

    @Nullable Player player;

    /** {@link Player#ball}. */
    public void ball(long left) {
        Player own = player;
        if (own != null) {
            own.ball(left);
        }
    }

    /** Sends to the actor. */
    record Handle(PlayerActor actor) implements Player {

        @Override
        public void ball(long left) {
            actor.ball(left);
        }
    }
}
