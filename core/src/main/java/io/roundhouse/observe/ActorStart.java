package io.roundhouse.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.roundhouse.ActorStart")
@Label("Actor Start")
@Description("An actor has been made")
@Category("Roundhouse")
@Enabled(false)
@StackTrace(false)
final class ActorStart extends Event {
    /** Asked whether such events are wanted, so that none is made for nothing. */
    private static final ActorStart ANY = new ActorStart();

    @Label("Actor")
    String actor = "";

    @Label("Interface")
    Class<?> type = Object.class;

    static void tell(Object actor, Class<?> type) {
        if (!ANY.isEnabled()) {
            return;
        }
        ActorStart event = new ActorStart();
        if (event.shouldCommit()) {
            event.actor = actor.toString();
            event.type = type;
            event.commit();
        }
    }
}
