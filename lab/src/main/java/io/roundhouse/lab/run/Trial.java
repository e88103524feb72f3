package io.roundhouse.lab.run;

/**
 * How long to look for the best of a system's configurations.
 *
 * @param variants the most configurations of a system
 * @param warmMillis warm-up of each
 * @param passes samples of each, in turns
 * @param sampleMillis time of such a sample
 */
record Trial(int variants, int warmMillis, int passes, int sampleMillis) {}
