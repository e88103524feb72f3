package io.roundhouse.lab.system;

/** What a system has set up for a setting, for any number of samples. */
public interface Session extends AutoCloseable {

    /** What more to show of the configuration than the variant's own words; may be empty. */
    default String config() {
        return "";
    }

    /** Ends what was set up. */
    @Override
    default void close() {}
}
