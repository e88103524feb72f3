package io.roundhouse.lab.workload;

import java.util.OptionalLong;

/**
 * A system set up for a setting, ready for sample after sample. Between samples it burns no CPU.
 */
public interface Bench extends AutoCloseable {

    /**
     * Takes one sample.
     *
     * @param items how many items to handle; may be rounded to what the system can do
     * @throws WrongResult if a consumer saw other goods than were sent
     */
    Sample sample(long items) throws Exception;

    /**
     * Items that fill this time, where the workload and not the system's speed decides; else empty.
     */
    default OptionalLong itemsFor(long nanos) {
        return OptionalLong.empty();
    }

    /** What more to show of the configuration than the variant's own words; may be empty. */
    String config();

    @Override
    void close();
}
