package io.roundhouse.lab.run;

import io.roundhouse.lab.workload.Workload;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The time left for a run and how it is spent: each setting gets its part of what is left when its
 * turn comes, so that one that needed less leaves more to the next. A run without an end keeps to
 * its scale.
 *
 * <p>What a setting's part is spent on: samples become shorter first, then those of trials become
 * fewer, then fewer configurations are tried, which the results say, so that there is time for an
 * ample warm-up before the samples; then samples become fewer. That warm-up is given however late
 * it is, and what compilers need beyond it: the figure of cold code is another system's. How long
 * systems take to come up is not taken from their trials, and what is compiled once, in the first
 * setting, is taken from all. Whatever takes longer than it was given ends after the fewest rounds
 * that mean something.
 */
final class Budget {

    /** The time of one child's start where it is not known better. */
    static final double START_MILLIS = 130;

    /** A start that takes longer was something else as well: a program was compiled, once. */
    static final double LONGEST_START_MILLIS = 400;

    /** A sample and the lead-in before it. */
    static final double LED_IN = 1.1;

    /** Asking for a sample and the answer's way back. */
    static final double ASKING_MILLIS = 3;

    /** The part of a setting's time that goes into finding the best configurations. */
    private static final double FOR_TRIALS = 0.5;

    private static final double FOR_WARM_UP = 0.35;
    private static final int SHORTEST_SAMPLE = 10;
    private static final int SHORTEST_TRIAL_WARM_UP = 30;
    private static final int SHORTEST_TRIAL_SAMPLE = 3;

    /** Samples of a trial below which a configuration is rather not tried at all. */
    private static final int FEWEST_PASSES = 3;

    private final LongSupplier nanoTime;
    private final long endNanos;
    private double cellMillis = Double.POSITIVE_INFINITY;
    private double part = 1;
    private long cellStart;
    private double startMillis = START_MILLIS;
    private double samplesEndMillis;

    private Budget(long endNanos, LongSupplier nanoTime) {
        this.endNanos = endNanos;
        this.nanoTime = nanoTime;
    }

    static Budget unlimited() {
        return new Budget(Long.MAX_VALUE, System::nanoTime);
    }

    static Budget ofMillis(long millis) {
        return ofMillis(millis, System::nanoTime);
    }

    /** As many milliseconds, by that clock. */
    static Budget ofMillis(long millis, LongSupplier nanoTime) {
        return new Budget(nanoTime.getAsLong() + millis * 1_000_000, nanoTime);
    }

    /** How much longer warm-ups may be in all, as a part of them, for those that need it. */
    double moreWarmUp() {
        return endNanos == Long.MAX_VALUE ? WarmingUp.MOST - 1 : WarmingUp.MORE;
    }

    /** A setting begins, which is to take that part of the time left: 1 for the last one. */
    void cellBegins(double part) {
        this.part = part;
        startMillis = START_MILLIS;
        samplesEndMillis = 0;
        cellBeginsAt(nanoTime.getAsLong());
    }

    private void cellBeginsAt(long nanos) {
        cellStart = nanos;
        if (endNanos != Long.MAX_VALUE) {
            cellMillis = Math.max(0, (endNanos - cellStart) / 1e6 * part);
        }
    }

    /**
     * As many children have come up since the setting began, none set up yet: from then on it is
     * known what a start takes. Where that was more than starts can take, the setting begins as
     * much later.
     */
    void started(int children) {
        double late = elapsedMillis() - children * LONGEST_START_MILLIS;
        if (late > 0) {
            cellBeginsAt(cellStart + (long) (late * 1e6));
        }
        startMillis = Math.max(START_MILLIS, elapsedMillis() / Math.max(1, children));
    }

    /**
     * The first process's warm-ups have ended: its samples get the time that they were to have,
     * whatever was waited for compilers before them.
     *
     * @param scale how it measures
     * @param contenders how many systems take samples in turns
     */
    void samplesBegin(Scale scale, int contenders) {
        double samples = scale.samples() * millisOf(scale.sampleMillis());
        samplesEndMillis = elapsedMillis() + contenders * samples;
    }

    /** Whether the first process's part of this setting's time is used up. */
    boolean over(Scale scale) {
        return elapsedMillis() > Math.max(cellMillis / scale.forks(), samplesEndMillis);
    }

    /** Rounds in each process that are taken however late it is. */
    int fewestRounds(Scale scale, Workload workload) {
        return (workload.fewestSamples() + scale.forks() - 1) / scale.forks();
    }

    private double elapsedMillis() {
        return (nanoTime.getAsLong() - cellStart) / 1e6;
    }

    /**
     * How to look for the best configurations, once every system has come up with its first one.
     *
     * @param offered how many configurations each system offers
     */
    Trial trial(Scale scale, List<Integer> offered, Workload workload) {
        int warm = scale.tryMillis();
        int sample = Math.max(1, warm / 10);
        int passes = scale.tryPasses();
        int most = offered.stream().mapToInt(Integer::intValue).max().orElse(1);
        most = Math.min(most, scale.tryVariants());
        if (cellMillis == Double.POSITIVE_INFINITY || offered.isEmpty()) {
            return new Trial(most, warm, passes, sample, scale.finalists());
        }
        double shortestWarm = Math.min(warm, SHORTEST_TRIAL_WARM_UP);
        double shortestSample = millisOf(Math.min(sample, SHORTEST_TRIAL_SAMPLE));
        double time = forTrials(offered, 1, scale, workload);
        double each = eachOf(offered, most, time);
        int fewest = Math.min(passes, FEWEST_PASSES);
        while (each < shortestWarm + fewest * shortestSample && most > 1) {
            most--;
            each = eachOf(offered, most, time);
        }
        passes = (int) Math.clamp((each - shortestWarm) / shortestSample, fewest, passes);
        int fittingWarm = fit(FOR_WARM_UP * each, SHORTEST_TRIAL_WARM_UP, warm);
        double left = (each - fittingWarm) / passes - ASKING_MILLIS;
        int fittingSample = fit(left / LED_IN, SHORTEST_TRIAL_SAMPLE, sample);
        boolean plenty = fittingWarm == warm && fittingSample == sample;
        Trial ofOne = new Trial(most, fittingWarm, passes, fittingSample, 1);
        return plenty && severalFit(ofOne, offered, scale, workload)
                ? ofOne.withFinalists(scale.finalists())
                : ofOne;
    }

    /**
     * Whether there is time for several finalists a system: to measure them, and for the second
     * heat, which the better half of many configurations goes through.
     */
    private boolean severalFit(Trial trial, List<Integer> offered, Scale scale, Workload workload) {
        double time = forTrials(offered, scale.finalists(), scale, workload);
        double samples = trial.passes() * millisOf(trial.sampleMillis());
        double first = trial.warmMillis() + samples;
        double second = Tryout.LONGER * trial.warmMillis() + samples;
        boolean twice = trial.variants() >= Tryout.MANY;
        return eachOf(offered, trial.variants(), time) >= first + (twice ? second / 2 : 0);
    }

    /**
     * The time of all trials, the starts so far included: what an ample warm-up and short samples
     * of the finalists and a default beside them leave, and not too much: figures of cold code are
     * worth less than one configuration more.
     */
    private double forTrials(List<Integer> offered, int finalists, Scale scale, Workload workload) {
        int chosen = offered.stream().mapToInt(one -> Math.min(one, finalists + 1)).sum();
        double samples = scale.samples() * millisOf(SHORTEST_SAMPLE);
        double warm = WarmingUp.millisOf(workload.ampleWarmUpMillis());
        double measuring = chosen * (warm + samples);
        return Math.min(FOR_TRIALS * cellMillis, cellMillis - measuring) - elapsedMillis();
    }

    /** The time of each configuration's trial when no system tries more than {@code most}. */
    private double eachOf(List<Integer> offered, int most, double time) {
        int all = offered.stream().mapToInt(one -> Math.min(one, most)).sum();
        return (time - (all - offered.size()) * startMillis) / all;
    }

    private static double millisOf(double sample) {
        return LED_IN * sample + ASKING_MILLIS;
    }

    private static int fit(double fair, int shortest, int longest) {
        return (int) Math.clamp(fair, Math.min(shortest, longest), longest);
    }

    /**
     * The scale, samples no shorter than the workload can bear, and shortened so that the rest of
     * this setting's time suffices for that many contenders, which have all come up.
     */
    Scale fit(Scale asked, int contenders, Workload workload) {
        Scale scale = asked.forWorkload(workload);
        if (cellMillis == Double.POSITIVE_INFINITY || contenders == 0) {
            return scale;
        }
        double left = cellMillis - elapsedMillis();
        double starts = (scale.forks() - 1) * START_MILLIS / scale.forks();
        double each = Math.max(0, left / contenders / scale.forks() - starts);
        int warm = workload.warmsUp() ? warmUp(each, scale, workload) : 0;
        double forSamples = each - WarmingUp.millisOf(warm);
        double one = (forSamples / scale.samples() - ASKING_MILLIS) / LED_IN;
        int sample = fit(one, SHORTEST_SAMPLE, scale.sampleMillis());
        int samples = scale.samples();
        if (sample < workload.shortestSampleMillis() && !asked.smoke()) {
            sample = workload.shortestSampleMillis();
            int fewest = Math.min(fewestRounds(scale, workload), scale.samples());
            samples = (int) Math.clamp(forSamples / millisOf(sample), fewest, scale.samples());
        }
        return scale.withSamples(samples).withTimes(sample, warm, scale.tryMillis());
    }

    /** A part of a contender's time, and an ample one however late it is. */
    private static int warmUp(double each, Scale scale, Workload workload) {
        return fit(FOR_WARM_UP * each, workload.ampleWarmUpMillis(), scale.warmMillis());
    }
}
