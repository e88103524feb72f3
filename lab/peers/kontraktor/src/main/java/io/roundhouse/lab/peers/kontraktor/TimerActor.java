package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.RingParts.Timer;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that runs the timer of a ring. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class TimerActor extends Actor<TimerActor> {

    @Nullable Timer timer;

    /** {@link Timer#start}. */
    public void startTimer() {
        timer().start();
    }

    /** {@link Timer#stop}. */
    public void stopTimer() {
        timer().stop();
    }

    /** {@link Timer#cancel}. */
    public void cancelTimer() {
        timer().cancel();
    }

    private Timer timer() {
        Timer own = timer;
        if (own == null) {
            throw new IllegalStateException("no timer yet");
        }
        return own;
    }

    /** Sends to the actor. */
    record Handle(TimerActor actor) implements Timer {

        @Override
        public void start() {
            actor.startTimer();
        }

        @Override
        public void stop() {
            actor.stopTimer();
        }

        @Override
        public void cancel() {
            actor.cancelTimer();
        }
    }
}
