package io.roundhouse.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

@Name("io.roundhouse.ActorStop")
@Label("Actor Stop")
@Description("An actor that was stopped has handled its last call")
@Category("Roundhouse")
@Enabled(false)
@StackTrace(false)
final class ActorStop extends Event {
    /** Asked whether such events are wanted, so that none is made for nothing. */
    private static final ActorStop ANY = new ActorStop();

    @Label("Actor")
    String actor = "";

    static void tell(Object actor) {
        if (!ANY.isEnabled()) {
            return;
        }
        ActorStop event = new ActorStop();
        if (event.shouldCommit()) {
            event.actor = actor.toString();
            event.commit();
        }
    }
}
