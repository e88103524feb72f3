package io.roundhouse.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

@Name("io.roundhouse.SlowCall")
@Label("Slow Call")
@Description(
        "An actor took long to handle a call; calls that their caller runs on the spot are not among them")
@Category("Roundhouse")
@Threshold("20 ms")
@Enabled(false)
@StackTrace(false)
final class SlowCall extends Event {
    /** Asked whether such events are wanted. */
    private static final SlowCall ANY = new SlowCall();

    @Label("Actor")
    String actor = "";

    @Label("Method")
    String method = "";

    static boolean isWanted() {
        return ANY.isEnabled();
    }

    static SlowCall begins() {
        SlowCall event = new SlowCall();
        event.begin();
        return event;
    }

    static void ends(@Nullable Object begun, Object actor, Object method) {
        if (begun instanceof SlowCall event) {
            event.end();
            if (event.shouldCommit()) {
                event.actor = actor.toString();
                event.method = method.toString();
                event.commit();
            }
        }
    }
}
