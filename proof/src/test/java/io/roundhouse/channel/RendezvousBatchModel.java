package io.roundhouse.channel;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.roundhouse.channel.AnyChannel.Outcome;
import io.roundhouse.proof.History;
import io.roundhouse.proof.History.Kind;
import io.roundhouse.proof.History.Step;
import io.roundhouse.proof.Scenario;
import java.util.List;
import java.util.Objects;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Batches at a rendezvous, beside single elements, those who wait, and a closing: each element that
 * was sent has been received, once, and in their order ({@link History}); what a batch says is what
 * it has sent, or received; and of those who still wait in the end all are senders, or all
 * receivers.
 *
 * <p>A wait is two operations, as in {@link RendezvousModel}: to come and to look again. To be met
 * counts from the one to the other. The twin that is caught says, where it was interrupted in the
 * middle, that nothing was sent.
 */
final class RendezvousBatchModel {
    /** Two receivers and two senders that wait, each in steps. */
    public static class Meeting extends Batches {
        private static final int WAITERS = 4;
        private final @Nullable Place[] places = new Place[WAITERS];
        private final int[] since = new int[WAITERS];

        public Meeting() {
            super(Channel.rendezvous());
        }

        /** Nobody has met it, which is no step of anybody's. */
        @Override
        void refused(List<Step> steps) {}

        @Override
        List<Step> nothingYet() {
            return List.of();
        }

        @Operation(nonParallelGroup = "receiver")
        public void receive() {
            comes(0);
        }

        @Operation(nonParallelGroup = "receiver")
        public void giveUpReceiving() {
            givesUp(0);
        }

        @Operation(nonParallelGroup = "other receiver")
        public void receiveToo() {
            comes(1);
        }

        @Operation(nonParallelGroup = "sender")
        public void send() {
            comes(2);
        }

        @Operation(nonParallelGroup = "sender")
        public void giveUpSending() {
            givesUp(2);
        }

        @Operation(nonParallelGroup = "other sender")
        public void sendToo() {
            comes(3);
        }

        /** Comes, or looks again. */
        private void comes(int who) {
            Place waiting = places[who];
            if (waiting != null) {
                if (waiting.party.met()) {
                    met(who, waiting);
                }
                return;
            }
            boolean sends = who > 1;
            Place place = new Place(new Party(), channel, sends);
            place.element = sends ? history.number() : null;
            since[who] = history.begins();
            Outcome outcome;
            channel.lock();
            try {
                outcome = channel.attempt(place);
                if (outcome == Outcome.NOT_YET) {
                    place.party.begin();
                    channel.line(sends).add(place);
                    places[who] = place;
                }
            } finally {
                channel.unlock();
            }
            if (outcome != Outcome.NOT_YET) {
                place.closed = outcome == Outcome.CLOSED;
                met(who, place);
            }
        }

        private void givesUp(int who) {
            Place waiting = places[who];
            if (waiting == null) {
                return;
            }
            if (!waiting.party.giveUp()) {
                met(who, waiting);
                return;
            }
            channel.leave(waiting);
            places[who] = null;
        }

        private void met(int who, Place place) {
            places[who] = null;
            if (place.closed) {
                history.ends(
                        since[who], List.of(History.step(place.sends ? Kind.SHUT : Kind.ENDED)));
                return;
            }
            Kind kind = place.sends ? Kind.PUT : Kind.TAKEN;
            int element = (Integer) Objects.requireNonNull(place.element);
            history.ends(since[who], List.of(new Step(kind, element)));
        }

        /** When all is over. */
        @Validate
        public void allWhoMetHaveMetInOrder() {
            boolean sender = false;
            boolean receiver = false;
            for (int who = 0; who < WAITERS; who++) {
                comesAgain(who);
                sender |= who > 1 && places[who] != null;
                receiver |= who < 2 && places[who] != null;
            }
            if (sender && receiver) {
                throw new IllegalStateException("a sender and a receiver wait, and have not met");
            }
            history.ends(history.begins(), List.of(History.step(Kind.NOTHING)));
            history.check(History.UNBOUNDED);
        }

        private void comesAgain(int who) {
            if (places[who] != null) {
                comes(who);
            }
        }
    }

    /** Sends one by one, and where that is interrupted in the middle forgets what has been sent. */
    public static class ForgetsTheFirst extends Meeting {
        @Override
        int send(List<Integer> numbers) throws InterruptedException {
            for (int each : numbers) {
                channel.send(each);
            }
            return numbers.size();
        }
    }

    @Test
    void batchesAtARendezvousAreSeries() {
        modelChecking()
                .addCustomScenario(meetsOneOfTwo(Meeting.class))
                .addCustomScenario(takesFromTwo(Meeting.class))
                .check(Meeting.class);
    }

    @Test
    void whoForgetsTheFirstIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking()
                                .iterations(0)
                                .addCustomScenario(meetsOneOfTwo(ForgetsTheFirst.class))
                                .minimizeFailedScenario(false)
                                .check(ForgetsTheFirst.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("in no order");
    }

    private static ModelCheckingOptions modelChecking() {
        return Linearizable.modelChecking(3)
                .iterations(TIMES)
                .invocationsPerIteration(50)
                .actorsAfter(0)
                .addGuarantee(forClasses(History.class.getName()).allMethods().ignore());
    }

    /** One receiver waits, another one comes and goes, and a batch of two comes. */
    private static ExecutionScenario meetsOneOfTwo(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("receiveToo"),
                List.of(List.of("sendMany"), List.of("receive", "giveUpReceiving")));
    }

    /** Two senders wait, one of which goes, and a batch is received, while the channel closes. */
    private static ExecutionScenario takesFromTwo(Class<?> operations) {
        return Scenario.of(
                operations,
                List.of("send", "sendToo"),
                List.of(
                        List.of("receiveMany"),
                        List.of("giveUpSending", "send"),
                        List.of("close")));
    }
}
