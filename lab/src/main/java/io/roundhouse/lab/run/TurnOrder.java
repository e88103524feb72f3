package io.roundhouse.lab.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * In which order contenders take their turns in a round.
 *
 * <p>One that comes after another finds the caches, the clock speed and the neighbours' quotas as
 * that one left them. So everybody comes first equally often, and after everybody else equally
 * often: a Latin square that is balanced for what neighbours do to each other (E. J. Williams,
 * "Experimental designs balanced for the estimation of residual effects of treatments", 1949). It
 * is complete after as many rounds as there are contenders, or twice as many where their number is
 * odd: each order is then taken backwards too.
 */
final class TurnOrder {

    private TurnOrder() {}

    /** The order of a round, from 1 on. */
    static <T> List<T> of(List<T> all, int round) {
        boolean odd = all.size() % 2 == 1;
        int shift = odd ? round / 2 : round;
        List<T> order = new ArrayList<>();
        for (int turn = 0; turn < all.size(); turn++) {
            int zigzag = turn % 2 == 1 ? (turn + 1) / 2 : all.size() - turn / 2; // 0 1 n-1 2 n-2
            order.add(all.get((zigzag + shift) % all.size()));
        }
        if (odd && round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }
}
