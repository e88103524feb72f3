package io.roundhouse.actor.internal;

import java.lang.Runtime.Version;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What is logged once where the JDK at hand may hold up virtual threads. */
final class Advice {
    private static final Logger LOG = System.getLogger("io.roundhouse");
    private static final Version HAS_THE_FIX = Version.parse("25.0.4");
    private static final AtomicBoolean GIVEN = new AtomicBoolean();

    private Advice() {}

    /** An actor is to have a virtual thread. */
    static void onVirtualThreads() {
        String words = about(Runtime.version());
        if (words != null && !GIVEN.getAndSet(true)) {
            LOG.log(Level.INFO, words);
        }
    }

    /** Null if there is nothing to be said. */
    static @Nullable String about(Version version) {
        if (version.feature() != 25 || version.compareToIgnoreOptional(HAS_THE_FIX) >= 0) {
            return null;
        }
        return "on JDK "
                + version
                + " a virtual thread may wait for a lock for ever (JDK-8373120): actors on virtual threads are"
                + " better off with JDK 25.0.4 or later";
    }
}
