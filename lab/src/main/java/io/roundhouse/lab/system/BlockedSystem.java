package io.roundhouse.lab.system;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A system whose processes, each on a virtual thread, can wait at a channel. */
public interface BlockedSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(BlockedSpec spec) {
        return Optional.empty();
    }

    /** Sets up what makes processes. */
    BlockedSession open(BlockedSpec spec, Variant variant) throws Exception;

    /** Processes that wait. Used by one thread. */
    interface BlockedSession extends Session {

        /**
         * Starts so many processes that wait at one channel, and returns when all of them do. Each
         * counts down when it has been woken.
         */
        void block(int processes, CountDownLatch woken) throws Exception;

        /** Wakes all of them, in one pass. */
        void wake() throws Exception;

        /** Waits until all have ended, and lets go of what they have had. Not timed. */
        void end() throws Exception;
    }
}
