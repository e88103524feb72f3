package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code pi}.
 *
 * @param steps terms of the series that a job adds up
 * @param workers threads, actors or handlers that compute
 * @param bound how many messages an actor's mailbox may hold; 0 for the system's own choice
 * @param cores processors the JVM may use
 */
public record PiSpec(int steps, int workers, int bound, int cores) {

    /** Whether a mailbox's bound is part of the setting. */
    public boolean bounded() {
        return bound != 0;
    }
}
