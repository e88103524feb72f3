package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

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
                "    process 2 receives from pong at io.roundhouse.examples.Tour06Channels.…");
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
