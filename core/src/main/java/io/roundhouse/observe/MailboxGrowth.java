package io.roundhouse.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

@Name("io.roundhouse.MailboxGrowth")
@Label("Mailbox Growth")
@Description(
        "A mailbox has got room for twice as many calls; beyond its bound only where making the sender wait would be for ever")
@Category("Roundhouse")
final class MailboxGrowth extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Calls")
    @Description("For how many calls there is room now")
    int calls;

    @Label("Bound")
    int bound;

    static void tell(Object actor, int calls, int bound) {
        MailboxGrowth event = new MailboxGrowth();
        if (event.shouldCommit()) {
            event.actor = actor.toString();
            event.calls = calls;
            event.bound = bound;
            event.commit();
        }
    }
}
