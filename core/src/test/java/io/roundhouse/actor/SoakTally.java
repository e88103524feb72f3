package io.roundhouse.actor;

import io.roundhouse.actor.SoakKind.By;
import io.roundhouse.actor.SoakKind.Mail;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** How many tokens were handled: by who ran the actor, and by what its mailbox was like. */
final class SoakTally {
    private final LongAdder[][] handled = new LongAdder[By.values().length][Mail.values().length];

    SoakTally() {
        for (LongAdder[] each : handled) {
            Arrays.setAll(each, _ -> new LongAdder());
        }
    }

    /** By any thread. */
    void isHandled(SoakKind kind) {
        handled[kind.by().ordinal()][kind.mail().ordinal()].increment();
    }

    void add(SoakTally other) {
        for (int by = 0; by < handled.length; by++) {
            for (int mail = 0; mail < handled[by].length; mail++) {
                handled[by][mail].add(other.handled[by][mail].sum());
            }
        }
    }

    private long by(By by) {
        return Arrays.stream(handled[by.ordinal()]).mapToLong(LongAdder::sum).sum();
    }

    private long mail(Mail mail) {
        return Arrays.stream(handled).mapToLong(each -> each[mail.ordinal()].sum()).sum();
    }

    long all() {
        return Arrays.stream(By.values()).mapToLong(this::by).sum();
    }

    private static String line(String what, long tokens) {
        return String.format(
                Locale.ROOT, "%s %,d", what.toLowerCase(Locale.ROOT).replace('_', ' '), tokens);
    }

    @Override
    public String toString() {
        return Arrays.stream(By.values())
                        .map(each -> line(each.name(), by(each)))
                        .collect(Collectors.joining(", "))
                + "; mailboxes: "
                + Arrays.stream(Mail.values())
                        .map(each -> line(each.name(), mail(each)))
                        .collect(Collectors.joining(", "));
    }
}
