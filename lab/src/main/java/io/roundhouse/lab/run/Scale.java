package io.roundhouse.lab.run;

import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Workload;
import java.util.List;

/**
 * How long and how often to measure. Samples are short and many: on a virtual machine whose cores
 * move about, or one that throttles, only what was measured within a fraction of a second can be
 * compared.
 *
 * @param name the word on the command line
 * @param forks fresh processes a system and setting
 * @param samples samples a process
 * @param sampleMillis time of a sample
 * @param warmMillis time of warm-up before the first sample
 * @param tryMillis warm-up of each configuration when looking for a system's best; {@link
 *     #tryPasses} samples of a tenth of it follow
 * @param limitMillis time after which a child that has not answered is ended, on top of what it was
 *     asked to take
 */
public record Scale(
        String name,
        int forks,
        int samples,
        int sampleMillis,
        int warmMillis,
        int tryMillis,
        int limitMillis) {

    /** All scales, the smallest first. */
    public static final List<Scale> ALL =
            List.of(
                    new Scale("smoke", 1, 2, 5, 0, 2, 20_000),
                    new Scale("quick", 1, 15, 40, 700, 100, 30_000),
                    new Scale("full", 5, 15, 60, 1_500, 200, 60_000),
                    new Scale("published", 1, 5, 1_000, 3_000, 400, 600_000));

    /** This scale with as many samples a process. */
    public Scale withSamples(int number) {
        return new Scale(name, forks, number, sampleMillis, warmMillis, tryMillis, limitMillis);
    }

    /** This scale with as many processes a system and setting. */
    public Scale withForks(int number) {
        return new Scale(name, number, samples, sampleMillis, warmMillis, tryMillis, limitMillis);
    }

    /** This scale with another time limit for children that do not answer. */
    public Scale withLimitMillis(int millis) {
        return new Scale(name, forks, samples, sampleMillis, warmMillis, tryMillis, millis);
    }

    /** This scale with other times. */
    public Scale withTimes(int sample, int warm, int trial) {
        return new Scale(name, forks, samples, sample, warm, trial, limitMillis);
    }

    /**
     * This scale with samples that are long enough for a workload; all but the smallest, which is
     * for tests.
     */
    Scale forWorkload(Workload workload) {
        boolean enough = smoke() || sampleMillis >= workload.shortestSampleMillis();
        return enough ? this : withTimes(workload.shortestSampleMillis(), warmMillis, tryMillis);
    }

    /** Samples of each configuration when looking for a system's best. */
    int tryPasses() {
        return smoke() ? 3 : 15;
    }

    /** The most configurations of a system that are tried. */
    int tryVariants() {
        return smoke() ? 3 : Integer.MAX_VALUE;
    }

    /** The most configurations of a system that are measured, where time has no end. */
    int finalists() {
        return smoke() ? 1 : 3;
    }

    /** Whether crowds are smaller than they should be, so that a run ends soon. */
    public boolean belowFull() {
        return smoke() || name.equals("quick");
    }

    /** Whether a setting of a study is measured at this scale. */
    public boolean has(Cell cell) {
        return !(cell.whenFull() && belowFull()) && !(cell.beyondSmoke() && smoke());
    }

    /** Whether this is the smallest, for tests: figures mean nothing. */
    public boolean smoke() {
        return name.equals("smoke");
    }

    /**
     * JVM flags of every system: whether something works is seen sooner without the compiler that
     * takes its time.
     */
    public List<String> flags() {
        return smoke() ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }

    /** Whether samples have the sizes of the write-ups. */
    public boolean published() {
        return name.equals("published");
    }
}
