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
    @Label("Actor")
    String actor = "";

    static void tell(Object actor) {
        ActorStop event = new ActorStop();
        if (event.shouldCommit()) {
            event.actor = actor.toString();
            event.commit();
        }
    }
}
