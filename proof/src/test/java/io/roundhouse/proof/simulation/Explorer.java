package io.roundhouse.proof.simulation;

import org.jspecify.annotations.Nullable;

/** Runs a scenario under many schedules, until one fails. */
final class Explorer {
    /** Sets up one run; returns what must hold when it has ended. */
    interface Scenario {
        Runnable set(Simulation simulation);
    }

    /**
     * What came of it.
     *
     * @param runs how many schedules were tried
     * @param complete whether these were all
     * @param napsNeeded how often a nap was all that could still wake a thread, and did
     * @param failure the first run that went wrong
     */
    record Found(int runs, boolean complete, int napsNeeded, Simulation.@Nullable Failed failure) {
        /** Fails the test if a run failed or something was left out; returns this. */
        Found passed() {
            if (failure != null) {
                throw failure;
            }
            if (!complete) {
                throw new AssertionError("only " + runs + " schedules were tried: there are more");
            }
            return this;
        }
    }

    private Explorer() {}

    /** All schedules that disturb at most so many times. */
    static Found exhaustive(int disturbances, int mostRuns, Scenario scenario) {
        Schedule.Exhaustive schedule = new Schedule.Exhaustive(disturbances);
        return onAThreadOfItsOwn(() -> {
            int naps = 0;
            int runs = 0;
            do {
                Simulation simulation = new Simulation(schedule);
                Simulation.Failed failure = run(simulation, scenario);
                naps += simulation.napsNeeded();
                runs++;
                if (failure != null) {
                    return new Found(runs, false, naps, failure);
                }
                if (!schedule.next()) {
                    return new Found(runs, true, naps, null);
                }
            } while (runs < mostRuns);
            return new Found(runs, false, naps, null);
        });
    }

    /** So many runs with seeds from {@code seed} on; complete by definition. */
    static Found random(int mostRuns, long seed, Scenario scenario) {
        return onAThreadOfItsOwn(() -> {
            int naps = 0;
            for (int run = 0; run < mostRuns; run++) {
                Simulation simulation = new Simulation(Schedule.random(seed + run));
                Simulation.Failed failure = run(simulation, scenario);
                naps += simulation.napsNeeded();
                if (failure != null) {
                    String message = "seed " + (seed + run) + ": " + failure.getMessage();
                    return new Found(run + 1, false, naps, new Simulation.Failed(message, failure));
                }
            }
            return new Found(mostRuns, true, naps, null);
        });
    }

    private static Simulation.@Nullable Failed run(Simulation simulation, Scenario scenario) {
        try {
            Runnable check = scenario.set(simulation);
            simulation.run();
            check.run();
            return null;
        } catch (Simulation.Failed failure) {
            return failure;
        } catch (AssertionError wrong) {
            return new Simulation.Failed(wrong.getMessage() + simulation.history(), wrong);
        }
    }

    private interface Exploration {
        Found explore();
    }

    /** On a virtual thread: it and the threads of the run take turns without the kernel. */
    private static Found onAThreadOfItsOwn(Exploration exploration) {
        Found[] found = new Found[1];
        Throwable[] thrown = new Throwable[1];
        Thread thread =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                found[0] = exploration.explore();
                            } catch (Throwable t) {
                                thrown[0] = t;
                            }
                        });
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thrown[0] != null) {
            throw new AssertionError("the exploration itself failed", thrown[0]);
        }
        return found[0];
    }
}
