package io.roundhouse.lab.run;

/**
 * How long to look for the best of a system's configurations.
 *
 * @param variants the most configurations of a system
 * @param warmMillis warm-up of each
 * @param passes samples of each, in turns
 * @param sampleMillis time of such a sample
 * @param finalists the most configurations of a system that go on to be measured, beside its
 *     default: trials are short, and the best of many may be one that was lucky
 */
record Trial(int variants, int warmMillis, int passes, int sampleMillis, int finalists) {

    /** The same trial, and as many finalists. */
    Trial withFinalists(int number) {
        return new Trial(variants, warmMillis, passes, sampleMillis, number);
    }

    /** How many of so many configurations go on. */
    int finalistsOf(int configurations) {
        return Math.min(finalists, 1 + configurations / 4);
    }
}
