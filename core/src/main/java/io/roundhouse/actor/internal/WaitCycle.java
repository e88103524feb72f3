package io.roundhouse.actor.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Actors that wait for each other: for room, or for answers.
 *
 * <p>Each says for whom it waits before it looks (volatile), so the last of those who close a cycle
 * sees all of it. An edge may be out of date by then: who came to rest goes on though it could have
 * rested, and nothing worse; who waits in a call looks more closely. A cycle that does not lead
 * back to who looks is found by one of those on it.
 */
final class WaitCycle {
    private static final int LONGEST_IN_WORDS = 1_000;
    private static final int LONGEST = 1 << 17;

    private WaitCycle() {}

    /** Whether those for whom this one waits, directly or through others, wait for it. */
    static boolean isClosedBy(Bounded one) {
        Bounded slow = one;
        boolean step = false;
        for (Bounded at = one.waitsFor(); at != null; at = at.waitsFor()) {
            if (at == one) {
                return true;
            }
            if (step) {
                Bounded next = slow.waitsFor();
                if (next == null || next == at) {
                    return false;
                }
                slow = next;
            }
            step = !step;
        }
        return false;
    }

    /**
     * The same for a wait that is to fail if so: seen twice, with the same waits. What is awaited
     * in a call was awaited all the time between, so all of it was at one moment, and then none of
     * it is ever done.
     *
     * <p>A rest closes no such cycle: who rests on one goes on, room or not, and the mailbox grows,
     * whoever closes it. Who begins to wait says so and then has that one go on; who comes to rest
     * is listed first and looks then, and goes on by itself.
     */
    static boolean isClosedForGoodBy(Bounded one) {
        List<Object> waits = cycle(one);
        return !waits.isEmpty() && waits.equals(cycle(one));
    }

    /** What those on the cycle wait for, beginning with this one; empty if there is none. */
    private static List<Object> cycle(Bounded one) {
        List<Object> waits = new ArrayList<>();
        if (!isClosedBy(one)) {
            return waits;
        }
        Bounded at = one;
        do {
            Awaited awaited = at.awaited();
            Bounded next = at.waitsFor();
            if (next == null || awaited == null || waits.size() == LONGEST) {
                return List.of(); // it is none by now
            }
            if (awaited == Awaited.ROOM) {
                next.relieves(at);
                return List.of(); // it will be none
            }
            waits.add(next);
            waits.add(awaited);
            at = next;
        } while (at != one);
        return waits;
    }

    /** Who waits for whom, and for which of its methods, from this actor on, in words. */
    static String inWords(Bounded one) {
        StringBuilder words = new StringBuilder(one.toString());
        Bounded at = one;
        for (int i = 0; i < LONGEST_IN_WORDS; i++) {
            Awaited awaited = at.awaited();
            Bounded next = at.waitsFor();
            if (next == null) {
                return words.toString();
            }
            words.append(" → ").append(next);
            if (awaited != null
                    && awaited == at.awaited() // nothing else came between
                    && awaited.method() != Awaited.NO_METHOD) {
                words.append('.').append(next.kind.protocol().methodName(awaited.method()));
            }
            if (next == one) {
                return words.toString();
            }
            at = next;
        }
        return words.append(" → …").toString();
    }
}
