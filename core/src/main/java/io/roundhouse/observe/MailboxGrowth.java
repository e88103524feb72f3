package io.roundhouse.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

@Name("io.roundhouse.MailboxGrowth")
@Label("Mailbox Growth")
@Description(
        "A mailbox has got room for more calls; beyond its bound where its sender must not wait in the middle of a call, or where it has none")
@Category("Roundhouse")
final class MailboxGrowth extends Event {
    @Label("Actor")
    String actor = "";

    @Label("Calls")
    @Description("How many calls the memory that it has got has room for")
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
