package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Found;
import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import io.roundhouse.railway.RailwayClosedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The library's own railway under every schedule of its stations that disturbs at most a few times,
 * and under random ones. A step ends in every call through the waiter, the one door.
 */
final class RailwaySimulationTest {
    private static final int DISTURBANCES = 2;
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 5_000;

    private static void holds(Scenario scenario) {
        Found all = Explorer.exhaustive(DISTURBANCES, MOST_RUNS, scenario).passed();
        Found some = Explorer.random(RANDOM_RUNS, 1, scenario).passed();
        assertThat(all.napsNeeded() + some.napsNeeded()).as("naps needed").isZero();
    }

    private static LongRailway.Builder stations(int number, Simulation simulation) {
        return LongRailway.stations(number).waiting(new SimulatedWaiting(simulation, Flaw.NONE));
    }

    private static void load(LongLoader loader, int from, int to) {
        for (long good = from; good <= to; good++) {
            loader.load(good);
        }
    }

    private static void unload(LongUnloader unloader, int number, List<Long> into) {
        for (int i = 0; i < number; i++) {
            into.add(unloader.unload());
        }
    }

    @Test
    void aLoaderThatLoadsOneGoodAndSleepsForEverStrandsNothing() {
        holds(simulation -> {
            LongRailway railway = stations(2, simulation).trains(8).capacity(64).build();
            List<Long> got = new ArrayList<>();
            simulation.thread("loader", () -> railway.loader(0).load(7));
            simulation.thread("unloader", () -> unload(railway.unloader(1), 1, got));
            return () -> assertThat(got).containsExactly(7L);
        });
    }

    @Test
    void twoOfThreeLoadersThatNeverStartStopNobody() {
        holds(simulation -> {
            LongRailway railway =
                    stations(4, simulation)
                            .loading(0, 1, 2)
                            .unloading(3)
                            .trains(1)
                            .capacity(3)
                            .build();
            List<Long> got = new ArrayList<>();
            simulation.thread("loader", () -> load(railway.loader(1), 1, 3));
            simulation.thread("unloader", () -> unload(railway.unloader(3), 3, got));
            return () -> assertThat(got).containsExactly(1L, 2L, 3L);
        });
    }

    /** The broken twin is the waiter, here: the same railway, the same check. */
    @Test
    void aWaiterThatLooksBeforeItAnnouncesIsCaught() {
        Found found =
                Explorer.exhaustive(
                        DISTURBANCES,
                        MOST_RUNS,
                        simulation -> {
                            LongRailway railway =
                                    LongRailway.stations(2)
                                            .waiting(
                                                    new SimulatedWaiting(
                                                            simulation, Flaw.LOOKS_THEN_ANNOUNCES))
                                            .build();
                            List<Long> got = new ArrayList<>();
                            simulation.thread("loader", () -> railway.loader(0).load(7));
                            simulation.thread(
                                    "unloader", () -> unload(railway.unloader(1), 1, got));
                            return () -> {};
                        });
        assertThat(found.failure()).hasMessageContaining("but nobody wakes it");
    }

    @Test
    void goodsComeInOrderThroughOneSlot() {
        holds(inOrder(1, 1));
    }

    @Test
    void goodsComeInOrderThroughTwoTrainsOfOne() {
        holds(inOrder(2, 1));
    }

    private static Scenario inOrder(int trains, int capacity) {
        return simulation -> {
            LongRailway railway = stations(2, simulation).trains(trains).capacity(capacity).build();
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        load(railway.loader(0), 1, 4);
                        railway.loader(0).close();
                    });
            simulation.thread("unloader", () -> railway.unloader(1).forEach(got::add));
            return () -> {
                assertThat(got).containsExactly(1L, 2L, 3L, 4L);
                assertThat(railway.undelivered()).isZero();
            };
        };
    }

    @Test
    void stationsThatUnloadAndLoadPassGoodsOnInARing() {
        holds(simulation -> {
            LongRailway railway =
                    stations(3, simulation)
                            .route(0, 1)
                            .route(1, 2)
                            .route(2, 0)
                            .trains(1)
                            .capacity(1)
                            .build();
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "station 0",
                    () -> {
                        railway.loader(0).load(1);
                        unload(railway.unloader(0), 1, got);
                        railway.loader(0).load(2);
                        unload(railway.unloader(0), 1, got);
                        railway.loader(0).close();
                    });
            for (int station = 1; station < 3; station++) {
                int here = station;
                simulation.thread(
                        "station " + here,
                        () -> {
                            railway.unloader(here)
                                    .forEach(good -> railway.loader(here).load(10 * good));
                            railway.loader(here).close();
                        });
            }
            return () -> assertThat(got).containsExactly(100L, 200L);
        });
    }

    @Test
    void twoUnloadersEachSeeEveryGood() {
        holds(simulation -> {
            LongRailway railway = stations(3, simulation).trains(1).capacity(1).build();
            List<Long> one = new ArrayList<>();
            List<Long> two = new ArrayList<>();
            simulation.thread("loader", () -> load(railway.loader(0), 1, 3));
            simulation.thread("unloader 1", () -> unload(railway.unloader(1), 3, one));
            simulation.thread("unloader 2", () -> unload(railway.unloader(2), 3, two));
            return () -> {
                assertThat(one).containsExactly(1L, 2L, 3L);
                assertThat(two).containsExactly(1L, 2L, 3L);
            };
        });
    }

    @Test
    void aStationThatLeavesReleasesTheLoaderThatWaitsForIt() {
        holds(simulation -> {
            LongRailway railway = stations(3, simulation).trains(1).capacity(1).build();
            List<Long> stays = new ArrayList<>();
            simulation.thread("loader", () -> load(railway.loader(0), 1, 3));
            simulation.thread(
                    "leaver",
                    () -> {
                        railway.unloader(1).unload();
                        railway.unloader(1).close();
                    });
            simulation.thread("stayer", () -> unload(railway.unloader(2), 3, stays));
            return () -> assertThat(stays).containsExactly(1L, 2L, 3L);
        });
    }

    @Test
    void whoSharesAndLeavesWhileTheOtherWaitsForTheEndLosesNothing() {
        holds(sharing(LongUnloader::close));
    }

    @Test
    void whoSharesAndUnloadsWhatItHasReleasesTheOtherThatWaitsForTheEnd() {
        holds(sharing(_ -> {}));
    }

    /** One unloads good by good, and then does as it is told or comes to its end. */
    private static Scenario sharing(Consumer<LongUnloader> then) {
        return simulation -> {
            LongRailway railway =
                    stations(3, simulation).sharing(1, 2).trains(1).capacity(8).build();
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        load(railway.loader(0), 1, 8);
                        railway.loader(0).close();
                    });
            simulation.thread(
                    "one by one",
                    () -> {
                        LongUnloader unloader = railway.unloader(1);
                        if (unloader.tryUnload((long good) -> got.add(good))) {
                            then.accept(unloader);
                        }
                        unloader.forEach(got::add);
                    });
            simulation.thread("to the end", () -> railway.unloader(2).forEach(got::add));
            return () -> {
                assertThat(got).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
                assertThat(railway.undelivered()).isZero();
            };
        };
    }

    @Test
    void theLastStationThatLeavesReleasesTheLoaderWithAnException() {
        holds(simulation -> {
            LongRailway railway = stations(3, simulation).trains(1).capacity(1).build();
            AtomicInteger told = new AtomicInteger();
            simulation.thread(
                    "loader",
                    () -> {
                        try {
                            load(railway.loader(0), 1, 9);
                        } catch (RailwayClosedException e) {
                            told.incrementAndGet();
                        }
                    });
            simulation.thread("leaver 1", () -> railway.unloader(1).close());
            simulation.thread("leaver 2", () -> railway.unloader(2).close());
            return () -> assertThat(told).hasValue(1);
        });
    }

    @Test
    void aClosingAtAnyStepReleasesEverybodyAndLosesNothing() {
        holds(ending(null));
    }

    @Test
    void aFailureAtAnyStepTellsEverybodyItsCause() {
        holds(ending(new IllegalStateException("the cause")));
    }

    private static Scenario ending(IllegalStateException cause) {
        return simulation -> {
            LongRailway railway = stations(3, simulation).trains(1).capacity(1).build();
            List<Long> accepted = new ArrayList<>();
            List<List<Long>> got = List.of(new ArrayList<>(), new ArrayList<>());
            List<Throwable> causes = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        try {
                            for (long good = 1; good <= 3; good++) {
                                railway.loader(0).load(good);
                                accepted.add(good);
                            }
                            railway.loader(0).close();
                        } catch (RailwayClosedException e) {
                            assertThat(e.getCause()).isSameAs(cause);
                        }
                    });
            simulation.thread(
                    "closer",
                    () -> {
                        if (cause == null) {
                            railway.close();
                        } else {
                            railway.fail(cause);
                        }
                    });
            for (int station = 1; station < 3; station++) {
                int here = station;
                simulation.thread(
                        "unloader " + here,
                        () -> {
                            try {
                                railway.unloader(here).forEach(got.get(here - 1)::add);
                            } catch (RailwayClosedException e) {
                                causes.add(e.getCause());
                            }
                        });
            }
            return () -> {
                for (List<Long> each : got) {
                    assertThat(each)
                            .isEqualTo(accepted.subList(0, Math.min(each.size(), accepted.size())));
                }
                int least = Math.min(got.get(0).size(), got.get(1).size());
                assertThat(railway.undelivered()).isEqualTo(accepted.size() - least);
                List<Long> handedBack = new ArrayList<>();
                railway.handBack(handedBack::add);
                assertThat(handedBack).isEqualTo(accepted.subList(least, accepted.size()));
                assertThat(causes).allMatch(each -> each == cause);
            };
        };
    }

    @Test
    void aFailureBesideAClosingIsToldOrComesTooLate() {
        IllegalStateException cause = new IllegalStateException("the cause");
        holds(simulation -> {
            LongRailway railway = stations(2, simulation).trains(1).capacity(1).build();
            List<Long> accepted = new ArrayList<>();
            List<Long> got = new ArrayList<>();
            List<Throwable> causes = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        try {
                            for (long good = 1; good <= 3; good++) {
                                railway.loader(0).load(good);
                                accepted.add(good);
                            }
                        } catch (RailwayClosedException e) {
                            causes.add(e.getCause());
                        }
                    });
            simulation.thread("who closes", railway::close);
            simulation.thread("who fails", () -> railway.fail(cause));
            simulation.thread(
                    "unloader",
                    () -> {
                        try {
                            railway.unloader(1).forEach(got::add);
                        } catch (RailwayClosedException e) {
                            causes.add(e.getCause());
                        }
                    });
            return () -> {
                assertThat(got).isEqualTo(accepted.subList(0, got.size()));
                assertThat(railway.undelivered()).isEqualTo(accepted.size() - got.size());
                assertThat(causes).allMatch(each -> each == cause || each == null);
            };
        });
    }
}
