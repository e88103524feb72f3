package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Receiver;
import io.roundhouse.channel.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour06ChannelsTest {

    @Test
    void aChannelIsIteratedUntilItIsClosed() throws Exception {
        assertPrints(Tour06Channels::first, "cooks soup", "cooks fish", "cooks cake");
    }

    @Test
    void aSieveOfProcessesFindsPrimes() throws Exception {
        assertPrints(Tour06Channels::sieve, "2 3 5 7 11 13 17 19 ");
    }

    @Test
    void aSelectEndsWithItsChannels() throws Exception {
        assertPrints(Tour06Channels::fanIn, ".... [left 1, left 2, right 1, right 2]");
    }

    @Test
    void tokensLimitARate() throws Exception {
        assertPrints(Tour06Channels::rate, "request 1", "request 2", "request 3", "request 4");
    }

    @Test
    void noMoreRequestsPassThanThereAreTokens() throws Exception {
        try (Scope scope = Scope.open()) {
            Channel<Integer> stop = Channel.rendezvous();
            Channel<Integer> clock = Channel.rendezvous();
            Receiver<Integer> tokens =
                    Tour06Channels.tokens(
                            scope, 2, stop, then -> clock.whenReceived(_ -> then.run()));
            assertThat(passed(tokens)).isEqualTo(2);
            for (int tick = 1; tick <= 3; tick++) {
                clock.send(tick);
                tokens.receive();
                assertThat(passed(tokens)).isZero();
            }
            for (int tick = 4; tick <= 10; tick++) { // while there are no requests
                clock.send(tick);
            }
            stop.send(0);
            scope.join();
            assertThat(passed(tokens)).isEqualTo(2);
        }
    }

    /** How many requests pass now. */
    private static int passed(Receiver<Integer> tokens) {
        int count = 0;
        while (tokens.tryReceive() != null) {
            count++;
        }
        return count;
    }

    @Test
    void theFirstFailureIsThrown() throws Exception {
        assertPrints(
                Tour06Channels::failing,
                "process 2 has failed: java.lang.IllegalStateException: no more fish");
    }

    @Test
    void aDeadlockSaysWhoWaitsWhere() throws Exception {
        assertPrints(
                Tour06Channels::deadlock,
                "deadlock: all processes of the scope wait for each other",
                "    process 1 receives from ping at io.roundhouse.examples.Tour06Channels.…",
                "    process 2 receives from pong at io.roundhouse.examples.Tour06Channels.…",
                "  If somebody outside holds an end and has not used it yet (a callback, a timer, an"
                        + " actor), say so before: scope.share(channel)");
    }

    @Test
    void channelsAndActorsAreOneWorld() throws Exception {
        assertPrints(Tour06Channels::actors, "3 dishes");
        assertPrints(Tour06Channels::pipeline, "alarms [101, 102]");
    }

    @Test
    void anActorMeetsItsCallers() throws Exception {
        assertPrints(Tour06Channels::rendezvous, "2 dishes");
    }

    @Test
    void callsAreClauses() throws Exception {
        assertPrints(Tour06Channels::calls, ".... 4");
    }

    @Test
    void whatIsDroppedIsTold() throws Exception {
        assertPrints(Tour06Channels::losing, "[A 3, B 7]", "dropped 1", "dropped 2", "dropped 3");
    }
}
