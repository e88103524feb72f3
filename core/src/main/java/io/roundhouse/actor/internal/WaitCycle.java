package io.roundhouse.actor.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actors that wait for each other: for room, or for answers.
 *
 * <p>Each says for whom it waits before it looks (volatile), so the last of those who close a cycle
 * sees all of it. An edge may be out of date by then: who came to rest goes on though it could have
 * rested, and nothing worse; who waits in a call looks more closely. A cycle that does not lead
 * back to who looks is found by one of those on it.
 *
 * <p>Most wait for one other. Who waits for what comes of several answers waits for all who are to
 * give them, and all of these edges are looked at; where one of two answers is enough, none of them
 * unless both lead back to who looks.
 */
final class WaitCycle {
    private static final int LONGEST_IN_WORDS = 1_000;
    private static final int LONGEST = 1 << 17;

    /** Waits for one of two that lead to waits for one of two …, so many are looked through. */
    private static final int MOST_CHOICES = 6;

    /**
     * So many sides of choices are looked at by one look: they may be chosen in many more ways than
     * there are choices. A circle that is only found behind more is not told.
     */
    static final int MOST_BEHIND_CHOICES = 1 << 13;

    /** So many waits are looked at on all of these sides. */
    private static final int LONGEST_BEHIND_CHOICES = 4 * LONGEST;

    private int behindChoices;
    private int mostBehindChoices;
    private int waitsBehindChoices;
    private boolean leavesOutWhoHasNothingToDo;

    /** Looks several times after each other. */
    WaitCycle() {}

    /**
     * One waits for that, which the other one is to do.
     *
     * @param owed the answers that are owed until that is done; null where it is awaited itself
     */
    record Edge(Bounded from, Bounded to, Awaited what, @Nullable Way owed) {
        Edge(Bounded from, Bounded to, Awaited what) {
            this(from, to, what, null);
        }

        Edge(Bounded from, Way way) {
            this(from, way.awaited().asked(), way.awaited(), way.owed());
        }

        /** That of which the other one knows that somebody waits for it. */
        Awaited first() {
            return owed == null ? what : owed.first();
        }

        /** Likewise in another look. */
        boolean isSameAs(Edge other) {
            return from == other.from
                    && to == other.to
                    && what.equals(other.what)
                    && first().equals(other.first());
        }
    }

    /** Whether those for whom this one waits, directly or through others, wait for it. */
    static boolean isClosedBy(Bounded one) {
        Bounded slow = one;
        Bounded at = one;
        boolean step = true;
        while (true) {
            if (comesOfOthers(at.awaited())) {
                return !new WaitCycle()
                        .path(one, isSame(one), true, Set.of(), MOST_CHOICES)
                        .isEmpty();
            }
            at = at.waitsFor();
            if (at == null || at == one) {
                return at == one;
            }
            step = !step;
            if (step) {
                slow = slow.waitsFor();
                if (slow == null || slow == at) {
                    return false;
                }
            }
        }
    }

    private static boolean comesOfOthers(@Nullable Awaited what) {
        return what instanceof Joining<?> || (what instanceof Answer answer && answer.isOwed());
    }

    /**
     * The same for a wait that is to fail if so: seen twice, with the same waits. What is awaited
     * in a call was awaited all the time between, so all of it was at one moment, and then none of
     * it is ever done. Returns who waits for whom there, beginning with this one; empty if it waits
     * in no such cycle.
     *
     * <p>A rest closes no such cycle: who rests on one goes on, room or not, and the mailbox grows,
     * whoever closes it. Who begins to wait says so and then has that one go on; who comes to rest
     * is listed first and looks then, and goes on by itself.
     */
    static List<Edge> closedForGoodBy(Bounded one) {
        return isClosedBy(one) ? new WaitCycle().forGood(one) : List.of();
    }

    /**
     * One of those without whom the wait of that one never ends, seen twice, as for {@link
     * #closedForGoodBy}; null if there is none.
     */
    static @Nullable Bounded needed(Bounded one, Predicate<Bounded> those) {
        List<Edge> way = new WaitCycle().wayForGood(one, those);
        return way.isEmpty() ? null : way.getLast().to;
    }

    /**
     * Whoever rests where one of those is to make room, and holds up the wait of that one, goes on,
     * room or not; returns whether somebody did. Who owes an answer that comes by its mail holds it
     * up only when that is there.
     */
    static boolean endsRestsBefore(Bounded one, Predicate<Bounded> those) {
        WaitCycle look = new WaitCycle();
        look.leavesOutWhoHasNothingToDo = true;
        boolean ends = false;
        for (Edge each : look.path(one, those, true, Set.of(), MOST_CHOICES)) {
            if (each.what == Awaited.ROOM) {
                each.to.relieves(each.from);
                ends = true;
            }
        }
        return ends;
    }

    /**
     * The first of the circles found that still stands: where one has dissolved since, another may
     * be there. It does if who is to answer has not begun, and never will, or has not answered.
     *
     * @param answer what who looks waits for, or what that comes of
     */
    static List<Edge> standing(Supplier<List<Edge>> looks, Answer answer) {
        List<Edge> circle = looks.get();
        while (!circle.isEmpty()) {
            Awaited there = circle.getFirst().first();
            Answer withdrawn = there instanceof Answer each ? each : answer;
            if (withdrawn.withdraw() || !there.isOver()) {
                break;
            }
            circle = looks.get();
        }
        return circle;
    }

    /** How many sides of choices one of its looks has looked at, at most. */
    int behindChoices() {
        return Math.max(behindChoices, mostBehindChoices);
    }

    /** Another look begins. */
    private void looksAnew() {
        mostBehindChoices = behindChoices();
        behindChoices = 0;
        waitsBehindChoices = 0;
    }

    List<Edge> forGood(Bounded one) {
        looksAnew();
        endRests(one);
        return wayForGood(one, isSame(one));
    }

    private List<Edge> wayForGood(Bounded from, Predicate<Bounded> to) {
        List<Edge> way;
        do {
            looksAnew();
            way = path(from, to, false, Set.of(), MOST_CHOICES);
        } while (!isThere(way, to));
        return way;
    }

    /** It looks at some of what the way was found by, and so it comes to the end of that. */
    private boolean isThere(List<Edge> way, Predicate<Bounded> to) {
        if (way.isEmpty()) {
            return true;
        }
        looksAnew();
        return way.stream().allMatch(each -> isThere(each, to));
    }

    private boolean isThere(Edge edge, Predicate<Bounded> to) {
        return edges(edge.from, to, false, MOST_CHOICES).stream().anyMatch(edge::isSameAs);
    }

    private static Predicate<Bounded> isSame(Bounded one) {
        return each -> each == one;
    }

    /** Whoever rests on a cycle through this one goes on. */
    private void endRests(Bounded one) {
        Set<Edge> ended = new HashSet<>();
        boolean more;
        do {
            more = false;
            for (Edge each : path(one, isSame(one), true, ended, MOST_CHOICES)) {
                if (each.what == Awaited.ROOM) {
                    more |= ended.add(each);
                    each.to.relieves(each.from);
                }
            }
        } while (more);
    }

    /** A shortest way along the waits that there are at the moment; empty if there is none. */
    private List<Edge> path(
            Bounded from,
            Predicate<Bounded> to,
            boolean withRests,
            Set<Edge> without,
            int choices) {
        Map<Bounded, Edge> reachedBy = new IdentityHashMap<>();
        Deque<Bounded> left = new ArrayDeque<>();
        left.add(from);
        while (!left.isEmpty() && reachedBy.size() < LONGEST && looksAtOneMore(choices)) {
            for (Edge each : edges(left.remove(), to, withRests, choices)) {
                if (!without.contains(each)
                        && !isLeftOut(each)
                        && reachedBy.putIfAbsent(each.to, each) == null) {
                    if (to.test(each.to)) {
                        return wayBack(each, from, reachedBy);
                    }
                    left.add(each.to);
                }
            }
        }
        return List.of();
    }

    /** It rests, and would do nothing for what is awaited if it did not. */
    private boolean isLeftOut(Edge edge) {
        return leavesOutWhoHasNothingToDo
                && edge.what instanceof Answer answer
                && answer.isPromised()
                && edge.to.awaited() == Awaited.ROOM
                && !edge.to.isControlled();
    }

    private boolean looksAtOneMore(int choices) {
        return choices == MOST_CHOICES || ++waitsBehindChoices <= LONGEST_BEHIND_CHOICES;
    }

    private static List<Edge> wayBack(Edge last, Bounded from, Map<Bounded, Edge> reachedBy) {
        List<Edge> way = new ArrayList<>();
        @Nullable Edge at = last;
        while (at != null) {
            way.add(at);
            at = at.from == from ? null : reachedBy.get(at.from);
        }
        Collections.reverse(way);
        return way;
    }

    /** For whom this one waits; {@code to} is where what is looked for leads. */
    private List<Edge> edges(Bounded at, Predicate<Bounded> to, boolean withRests, int choices) {
        Awaited what = at.awaited();
        Bounded other = at.waitsFor();
        if (what == null
                || other == null
                || (!withRests && (mayEndOtherwise(what) || at.waitsForATime()))) {
            return List.of();
        }
        List<Edge> edges = new ArrayList<>(1);
        if (what instanceof Coming<?> coming && comesOfOthers(what)) {
            Predicate<Bounded> orBack = // who waits for the one who chooses is stuck, too
                    to.or(isSame(at));
            for (Way each :
                    Way.all(
                            coming,
                            !withRests,
                            stuck -> leadsTo(stuck, orBack, withRests, choices - 1))) {
                edges.add(new Edge(at, each));
            }
        } else {
            edges.add(new Edge(at, other, what));
        }
        return at.awaited() == what ? edges : List.of(); // nothing else came between
    }

    /** A rest does, and what a time ends, too. */
    private static boolean mayEndOtherwise(Awaited what) {
        return what == Awaited.ROOM
                || (what instanceof Coming<?> coming && coming.mayComeOtherwise());
    }

    /** Whether somebody on whom that depends waits for one of these. Who rests there goes on. */
    private boolean leadsTo(
            Coming<?> coming, Predicate<Bounded> to, boolean withRests, int choices) {
        if (choices == 0 || behindChoices == MOST_BEHIND_CHOICES) {
            return false;
        }
        behindChoices++;
        boolean leads = false;
        for (Way each :
                Way.all(coming, !withRests, stuck -> leadsTo(stuck, to, withRests, choices - 1))) {
            Bounded asked = each.awaited().asked();
            List<Edge> way = path(asked, to, withRests, Set.of(), choices);
            leads |= to.test(asked) || !way.isEmpty();
            for (Edge rest : way) {
                if (rest.what == Awaited.ROOM) {
                    rest.to.relieves(rest.from);
                }
            }
        }
        return leads;
    }

    // ---- in words

    /** Who waits for whom, and for which of its methods, from this actor on, in words. */
    static String inWords(Bounded one) {
        List<Edge> way = new ArrayList<>();
        Bounded at = one;
        for (int i = 0; i <= LONGEST_IN_WORDS; i++) {
            Edge edge = anyEdge(at);
            if (edge == null) {
                break;
            }
            way.add(edge);
            at = edge.to;
            if (at == one || at == edge.from) {
                break;
            }
        }
        return way.isEmpty() ? one.toString() : inWords(way);
    }

    private static @Nullable Edge anyEdge(Bounded at) {
        Awaited awaited = at.awaited();
        Bounded next = at.waitsFor();
        return next == null ? null : anyEdge(at, next, awaited);
    }

    private static Edge anyEdge(Bounded at, Bounded next, @Nullable Awaited awaited) {
        Way way = awaited instanceof Coming<?> coming ? Way.any(coming) : null;
        return way == null
                ? new Edge(at, next, awaited == null ? Awaited.ROOM : awaited)
                : new Edge(at, way);
    }

    static String inWords(List<Edge> found) {
        List<Edge> way = found.stream().flatMap(each -> withThoseBelow(each).stream()).toList();
        StringBuilder words = new StringBuilder(way.getFirst().from.toString());
        for (Edge each : way.subList(0, Math.min(way.size(), LONGEST_IN_WORDS))) {
            List<Answer> owed = each.owed == null ? List.of() : each.owed.answers();
            for (Answer answer : owed.subList(0, Math.min(owed.size(), LONGEST_IN_WORDS))) {
                add(words, answer.asked(), answer.method());
            }
            add(words, each.to, each.what.method());
        }
        return words.append(way.size() > LONGEST_IN_WORDS ? " → …" : "").toString();
    }

    /**
     * Where one runs on top of another that waits itself, and may have been run for that, the way
     * that this one's own wait goes; else the edge alone.
     */
    private static List<Edge> withThoseBelow(Edge edge) {
        List<Edge> way = new ArrayList<>();
        @Nullable Edge at = itself(edge);
        while (at != null && way.size() < LONGEST_IN_WORDS && at.to != edge.from) {
            way.add(at);
            if (at.to == edge.to) {
                return way;
            }
            Edge next = anyEdge(at.to);
            at = next == null ? null : itself(next);
        }
        return List.of(edge);
    }

    /** For what it waits itself, whatever runs on top of it. */
    private static Edge itself(Edge edge) {
        return edge.what instanceof Awaited.EndOfVisit end
                        && end.asked() != null
                        && end.itself() != null
                        && !end.itself().isOver()
                ? anyEdge(edge.from, end.asked(), end.itself())
                : edge;
    }

    private static void add(StringBuilder words, Bounded whom, int method) {
        words.append(" → ").append(whom);
        if (method != Awaited.NO_METHOD) {
            words.append('.').append(whom.kind.protocol().methodName(method));
        }
    }
}
