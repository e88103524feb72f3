package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CrowdSystem.Crowded;

/** Samples of a crowd of actors. Nobody is made before the first of them. */
abstract class CrowdBench extends SessionBench<Crowded> {

    /** How many a sample has. */
    final int actors;

    final Crowd crowd;
    private boolean begun;

    /**
     * A bench with a crowd that is empty.
     *
     * @param most how many there are at once at the most, {@code actors} or more
     */
    CrowdBench(Crowded session, int actors, int most) {
        super(session);
        this.actors = actors;
        this.crowd = new Crowd(session.actors(), most);
    }

    /** Called once, before the first sample is taken. */
    abstract void begin() throws Exception;

    /** Takes one sample; see {@link Bench#sample}. */
    abstract Sample take(long items) throws Exception;

    @Override
    public final Sample sample(long items) throws Exception {
        if (!begun) {
            begun = true;
            begin();
        }
        return take(items);
    }
}
