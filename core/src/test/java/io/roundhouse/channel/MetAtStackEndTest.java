package io.roundhouse.channel;

import io.roundhouse.StackEnd;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who waits at a rendezvous, or comes to one, at the end of the stack may be met there: either both
 * know of it, or nobody. And whoever runs out of stack holds no lock afterwards.
 */
final class MetAtStackEndTest {
    private static final int LEVELS = 200;

    /** How many have come to a door before. */
    private static int comers;

    /** A method that is not compiled needs more stack than those that call it: it is cut short. */
    @ParameterizedTest
    @CsvSource({
        "sends, io/roundhouse/channel/ShortLock.unlock",
        "selects, io/roundhouse/channel/ShortLock.unlock",
        "selects, io/roundhouse/channel/Door.free",
        "sleeps, io/roundhouse/channel/MetAtStackEndTest.main"
    })
    @Timeout(60)
    void bothKnowOfAMeetingOrNobody(String how, String isNotCompiled) throws Exception {
        List<String> flags =
                List.of(
                        "-Xcomp",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:CompileCommand=quiet",
                        "-XX:CompileCommand=exclude," + isNotCompiled);
        StackEnd.assertGoesOn(30, flags, MetAtStackEndTest.class, how);
    }

    /** Who has met a thousand times gives way, for which a virtual thread needs much stack. */
    @ParameterizedTest
    @ValueSource(strings = {"receives", "sends", "selects"})
    @Timeout(60)
    void whoGivesWayBehindAMeetingKnowsOfIt(String how) throws Exception {
        StackEnd.assertGoesOn(
                30, List.of("-Xint", "-Xss256k"), MetAtStackEndTest.class, how, "givesWay");
    }

    /**
     * Arguments: who waits; if another one, it is a virtual thread that gives way once it is met.
     */
    public static void main(String[] arguments) throws InterruptedException {
        Partner partner = new Partner(arguments[0]);
        Thread thread = new Thread(partner, "partner");
        thread.setDaemon(true);
        thread.start();
        if (arguments.length == 1) {
            StackEnd.run(end -> run(end, partner, arguments[0]));
        } else {
            comers = Door.COMERS_AWAKE - 1;
            StackEnd.runVirtually(end -> run(end, partner, arguments[0]));
        }
    }

    private static void run(StackEnd end, Partner partner, String how) throws InterruptedException {
        new Trial(how, partner).isCut(end, 0, 0); // whatever is done only once, but asleep
        partner.meetsSleepers = true;
        if (!how.equals("sleeps")) {
            new Trial(how, partner).isCut(end, 0, 0); // and asleep: what is linked is not cut short
            partner.meetsSleepers = false;
        }
        List<String> faults = new ArrayList<>();
        end.atEachOf(
                LEVELS,
                (level, shift) -> {
                    Trial trial = new Trial(how, partner);
                    boolean cut = trial.isCut(end, level, shift);
                    if (trial.fault != null) {
                        faults.add(trial.fault);
                    }
                    return cut;
                });
        if (!faults.isEmpty()) {
            throw new AssertionError(faults.size() + " times, such as: " + faults.getLast());
        }
    }

    /** One call, near the end of the stack, of somebody who is met as soon as it waits. */
    private static final class Trial {
        final RendezvousChannel<Integer> channel =
                (RendezvousChannel<Integer>) Channel.<Integer>rendezvous();
        private final Partner partner;
        private final StackEnd.Call call;

        /** Whether the call knows that it has met somebody. */
        private boolean met;

        String fault;

        /** By the one who calls. */
        volatile boolean over;

        /** By the partner, and whether it has met the call. */
        volatile boolean partnerIsOver;

        boolean partnerMet;

        Trial(String how, Partner partner) {
            this.partner = partner;
            channel.door.comers = comers;
            call =
                    switch (how) {
                        case "receives" -> () -> met = channel.receive(Long.MAX_VALUE) != null;
                        case "sends" -> () -> met = channel.send(1, Long.MAX_VALUE);
                        default -> select()::await;
                    };
        }

        private Select select() {
            Channel<Integer> silent = Channel.rendezvous();
            return Select.of(channel.whenReceived(_ -> met = true), silent.whenReceived(_ -> {}));
        }

        boolean isCut(StackEnd end, int level, int shift) throws InterruptedException {
            partner.trial = this;
            boolean cut;
            try {
                cut = end.isCut(level, shift, call);
            } finally {
                over = true;
            }
            while (!partnerIsOver) {
                Thread.onSpinWait();
            }
            if (met != partnerMet) {
                fault = met ? "it met nobody" : "whom it met it does not know";
            } else if (channel.waitingSenders() + channel.waitingReceivers() > 0) {
                fault = "it has gone, and is met";
            } else if (channel.door.sent != null || channel.door.received != null) {
                fault = "an element is kept";
            }
            return cut;
        }
    }

    /** Meets whoever waits. */
    private static final class Partner implements Runnable {
        private final boolean sends;
        private volatile boolean meetsSleepers;
        volatile Trial trial;

        Partner(String how) {
            sends = !how.equals("sends");
        }

        @Override
        public void run() {
            Trial last = null;
            while (true) {
                Trial next = trial;
                if (next == last) {
                    Thread.onSpinWait();
                } else {
                    meet(next);
                    next.partnerIsOver = true;
                    last = next;
                }
            }
        }

        private void meet(Trial next) {
            while (!next.over && !next.partnerMet) {
                if (isThere(next.channel)) {
                    next.partnerMet =
                            sends ? next.channel.trySend(1) : next.channel.tryReceive() != null;
                }
            }
        }

        private boolean isThere(RendezvousChannel<Integer> channel) {
            return meetsSleepers ? channel.line(!sends).waiting() > 0 : channel.hasRun(sends);
        }
    }
}
