package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.waiting.Sleep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A sender that, interrupted, looks whether it was met, where it should end its wait by a
 * compare-and-set: it may be met after the look.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "0, 0, 0"},
        expect = ACCEPTABLE)
@State
public class TwinThatGivesUpByALookStress {
    private final RendezvousChannel<Integer> channel =
            new RendezvousChannel<>(null, "c", new Door());
    private final Interrupting interrupting = new Interrupting();

    @Actor
    public void send(III_Result seen) {
        Boolean sent = interrupting.call(this::sendAndGiveUpByALook);
        seen.r1 = sent == null ? 0 : 1;
        channel.close();
        interrupting.ends();
    }

    private boolean sendAndGiveUpByALook() throws InterruptedException {
        Place place = new Place(new Party(), channel, true);
        place.element = 1;
        place.party.begin();
        boolean met;
        channel.lock();
        try {
            met = channel.attempt(place) == AnyChannel.Outcome.HAPPENED;
            if (!met) {
                channel.line(true).add(place);
            }
        } finally {
            channel.unlock();
        }
        if (met) {
            channel.attempted(place);
            return true;
        }
        Sleep.until(place.party, Long.MAX_VALUE);
        if (place.party.met()) {
            return true;
        }
        channel.leave(place);
        throw new InterruptedException();
    }

    @Actor
    public void receive(III_Result seen) {
        interrupting.interrupt();
        Integer got = Undisturbed.call(channel::receiveOrNull);
        seen.r2 = got == null ? 0 : got;
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.waitingSenders() + channel.waitingReceivers();
    }
}
