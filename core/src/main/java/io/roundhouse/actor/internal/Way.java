package io.roundhouse.actor.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is awaited for what comes of it: by itself, or because another one is owed that
 * comes of it.
 *
 * <pre>
 *   b.price() ──→ returns, not done ──→ what comes of a.total()       who waits for b.price() waits
 *     owed                                     awaited                for a.total(), and for a
 * </pre>
 *
 * <p>Where an owed answer comes by the mail of who owes it, that one has to look into it, too: it
 * does between its calls, and where it waits for what comes of its mail.
 */
final class Way {
    private final Answer awaited;
    private final @Nullable Way owed;

    private Way(Answer awaited, @Nullable Way owed) {
        this.awaited = awaited;
        this.owed = owed;
    }

    /** Whose actor is to do something. */
    Answer awaited() {
        return awaited;
    }

    /** The way to the answer that is owed until this one is there; null where none is. */
    @Nullable Way owed() {
        return owed;
    }

    /** The answer that is awaited by who waits. */
    Answer first() {
        Way at = this;
        while (at.owed != null) {
            at = at.owed;
        }
        return at.awaited;
    }

    /** The answers on it, the one that is awaited by who waits first. */
    List<Answer> answers() {
        List<Answer> all = new ArrayList<>();
        for (Way at = this; at != null; at = at.owed) {
            all.add(at.awaited);
        }
        Collections.reverse(all);
        return all;
    }

    /**
     * The answers without which it does not come, of those that are not over. Where one of two is
     * enough, those of both if both are stuck, and else of none. Any thread; out of date at once.
     *
     * @param forGood without what a time ends, too
     */
    static List<Way> all(Coming<?> coming, boolean forGood, Predicate<Coming<?>> isStuck) {
        List<Way> ways = new ArrayList<>(1);
        List<Way> byMail = new ArrayList<>(0);
        walk(
                coming,
                forGood,
                (answer, owed) -> {
                    if (!answer.isPromised()) {
                        ways.add(new Way(answer, owed));
                    } else if (answer.isHeldUp(forGood)) {
                        byMail.add(new Way(answer, owed));
                    }
                },
                _ -> {},
                isStuck);
        ways.addAll(byMail);
        return ways;
    }

    /** One of them; null if there is none. */
    static @Nullable Way any(Coming<?> coming) {
        List<Way> ways = all(coming, false, _ -> true);
        return ways.isEmpty() ? null : ways.getFirst();
    }

    /** All of which it comes, itself included. */
    static void forEach(Coming<?> coming, Consumer<Coming<?>> each) {
        walk(coming, false, (_, _) -> {}, each, _ -> true);
    }

    private interface Found {
        void answer(Answer answer, @Nullable Way owed);
    }

    private record Link(Coming<?> coming, @Nullable Way owed) {}

    private static void walk(
            Coming<?> from,
            boolean forGood,
            Found found,
            Consumer<Coming<?>> before,
            Predicate<Coming<?>> isStuck) {
        Set<Coming<?>> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Link> left = new ArrayDeque<>();
        left.add(new Link(from, null));
        while (!left.isEmpty()) {
            Link link = left.remove();
            Coming<?> next = link.coming;
            if (next.isDone() || (forGood && next.mayComeOtherwise()) || !seen.add(next)) {
                continue;
            }
            before.accept(next); // first: it finds what else there is, or is told
            Way owed = link.owed;
            if (next instanceof Answer answer) {
                found.answer(answer, owed);
                owed = new Way(answer, owed);
            }
            for (Coming<?> each : next.comesOf(isStuck)) {
                left.add(new Link(each, owed));
            }
        }
    }
}
