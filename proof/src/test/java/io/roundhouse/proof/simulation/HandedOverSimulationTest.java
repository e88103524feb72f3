package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.HandedOver;
import io.roundhouse.proof.twin.HandedOver.Actor;
import io.roundhouse.proof.twin.HandedOver.Flaw;
import io.roundhouse.proof.twin.HandedOver.Worker;
import io.roundhouse.proof.twin.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of handing over, in memory with store buffers, with a step at every access: whoever
 * moves, the sender, the receiver or both, calls arrive in the order in which they were sent.
 */
final class HandedOverSimulationTest {
    /** A call from somebody else, which may come at any time. */
    private static final long OTHER = 15;

    /** Who is there: a sender, a receiver, and one to whom either of them sends. */
    private static final class House {
        final HandedOver workers;
        final List<Worker> all = new ArrayList<>();
        Actor sender;
        Actor receiver;
        Actor last;
        long sent;

        /** A sender that sends the next so many numbers whenever it is called. */
        House(Memory memory, Flaw flaw, int sends) {
            workers = new HandedOver(memory, flaw);
            last = workers.actor((worker, call) -> {});
            receiver = workers.actor((worker, call) -> {});
            sender =
                    workers.actor((worker, call) -> {
                        for (int i = 0; i < sends; i++) {
                            worker.send(receiver, ++sent);
                        }
                    });
        }

        /** A receiver that passes on each call twice. */
        House thatPassesOn() {
            receiver =
                    workers.actor((worker, call) -> {
                        worker.send(last, call);
                        worker.send(last, call);
                    });
            return this;
        }

        /** A receiver that was just let go, with the first call in its mail. */
        House thatWasJustLetGo() {
            receiver = workers.justLetGo((worker, call) -> {}, ++sent);
            return this;
        }

        /** A sender that sends to the last one, too. */
        House thatSendsToBoth() {
            sender =
                    workers.actor((worker, call) -> {
                        worker.send(receiver, ++sent);
                        worker.send(receiver, ++sent);
                        worker.send(last, OTHER);
                        worker.send(receiver, ++sent);
                    });
            return this;
        }

        void check() {
            assertThat(receiver.got().stream().filter(call -> call != OTHER))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, sent).boxed().toList());
            assertThat(List.of(sender, receiver, last)).allMatch(Actor::isDone);
        }

        void checkThatAllWasPassedOn() {
            List<Long> twice = new ArrayList<>();
            for (long call : receiver.got()) {
                twice.add(call);
                twice.add(call);
            }
            assertThat(last.got()).isEqualTo(twice);
        }
    }

    /** What one worker does. */
    private interface Body {
        void go(Worker me, House house);
    }

    private interface Making {
        House house(Memory memory);
    }

    private record Case(Making making, List<Body> bodies, boolean passesOn) {
        Scenario scenario(boolean buffers) {
            return simulation -> {
                House house = making.house(new SimulatedMemory(simulation, buffers));
                for (Body each : bodies) {
                    Worker me = house.workers.worker();
                    house.all.add(me);
                    simulation.thread("worker " + house.all.size(), () -> each.go(me, house));
                }
                return () -> {
                    house.check();
                    if (passesOn) {
                        house.checkThatAllWasPassedOn();
                    }
                };
            };
        }
    }

    private static Case sending(Flaw flaw, int sends, Body... bodies) {
        return new Case(memory -> new House(memory, flaw, sends), List.of(bodies), false);
    }

    private static final Body CALLS = (me, house) -> me.bring(house.sender, 1);
    private static final Body CALLS_TWICE =
            (me, house) -> {
                me.bring(house.sender, 1);
                me.bring(house.sender, 1);
            };
    private static final Body STEALS = (me, house) -> me.steal(house.all.getFirst());
    private static final Body STEALS_TWICE =
            (me, house) -> {
                me.steal(house.all.getFirst());
                me.steal(house.all.getFirst());
            };
    private static final Body LOOKS = (me, house) -> me.look(house.receiver);
    private static final Body CALLS_THE_RECEIVER = (me, house) -> me.bring(house.receiver, OTHER);
    private static final Body CALLS_THE_RECEIVER_TWICE =
            (me, house) -> {
                me.bring(house.receiver, OTHER);
                me.bring(house.receiver, OTHER);
            };
    private static final Body CALLS_THE_RECEIVER_AND_STEALS =
            (me, house) -> {
                me.bring(house.receiver, OTHER);
                me.steal(house.all.getFirst());
            };
    private static final Body CALLS_AND_STEALS =
            (me, house) -> {
                me.bring(house.sender, 1);
                me.steal(house.all.getFirst());
            };

    private static List<Scenario> scenarios(Flaw flaw) {
        return Stream.of(
                        sending(flaw, 2, CALLS, STEALS),
                        sending(flaw, 2, CALLS_TWICE, STEALS_TWICE),
                        sending(flaw, 1, CALLS, CALLS),
                        sending(flaw, 2, CALLS, CALLS_THE_RECEIVER),
                        sending(flaw, 1, CALLS_TWICE, CALLS_THE_RECEIVER_AND_STEALS),
                        sending(flaw, 2, CALLS, CALLS_AND_STEALS),
                        sending(flaw, 2, CALLS, CALLS_THE_RECEIVER, STEALS),
                        sending(flaw, 3, CALLS, STEALS_TWICE),
                        sending(flaw, 3, CALLS_TWICE, STEALS),
                        sending(flaw, 2, CALLS, STEALS, STEALS),
                        new Case(
                                memory -> new House(memory, flaw, 1).thatPassesOn(),
                                List.of(CALLS, CALLS_THE_RECEIVER_TWICE),
                                true),
                        new Case(
                                memory -> new House(memory, flaw, 2).thatPassesOn(),
                                List.of(CALLS),
                                true),
                        new Case(
                                memory -> new House(memory, flaw, 0).thatSendsToBoth(),
                                List.of(CALLS, STEALS),
                                false),
                        new Case(
                                memory -> new House(memory, flaw, 1).thatWasJustLetGo(),
                                List.of(CALLS, STEALS, LOOKS),
                                false))
                .flatMap(each -> Stream.of(each.scenario(false), each.scenario(true)))
                .toList();
    }

    @Test
    void withoutAFlawItPasses() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
