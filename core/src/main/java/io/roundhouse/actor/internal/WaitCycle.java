package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * Actors that wait for each other: for room, or for answers.
 *
 * <p>Each says for whom it waits before it looks (volatile), so the last of those who close a cycle
 * sees all of it. An edge may be out of date by then: its finder goes on though it could have
 * rested, and nothing worse. A cycle that does not lead back to who looks is found by one of those
 * on it.
 */
final class WaitCycle {
    private static final int LONGEST_IN_WORDS = 16;

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

    /** Who waits for whom, from this actor on, in words. */
    static String inWords(Bounded one) {
        StringBuilder words = new StringBuilder(one.toString());
        @Nullable Bounded at = one.waitsFor();
        for (int i = 0; i < LONGEST_IN_WORDS && at != null && at != one; i++) {
            words.append(" → ").append(at);
            at = at.waitsFor();
        }
        return words.append(at == one ? " → " + one : "").toString();
    }
}
