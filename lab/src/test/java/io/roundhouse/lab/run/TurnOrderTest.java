package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who comes after whom. */
class TurnOrderTest {

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 9})
    void everybodyComesFirstAndAfterEverybodyElseEquallyOften(int number) {
        List<Integer> all = IntStream.range(0, number).boxed().toList();
        Map<List<Integer>, Integer> neighbours = new HashMap<>();
        Map<Integer, Integer> firsts = new HashMap<>();
        for (int round = 1; round <= 2 * number; round++) {
            List<Integer> order = TurnOrder.of(all, round);
            assertThat(order).containsExactlyInAnyOrderElementsOf(all);
            firsts.merge(order.getFirst(), 1, Integer::sum);
            for (int turn = 1; turn < number; turn++) {
                neighbours.merge(order.subList(turn - 1, turn + 1), 1, Integer::sum);
            }
        }

        assertThat(firsts).hasSize(number).containsValue(2).doesNotContainValue(1);
        assertThat(neighbours).hasSize(number * (number - 1));
        assertThat(neighbours.values()).containsOnly(2);
    }

    @Test
    void ofTwoTheOtherOneComesFirstInTheNextRound() {
        List<String> firsts =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(round -> TurnOrder.of(List.of("a", "b"), round).getFirst())
                        .toList();

        assertThat(firsts).isIn(List.of("a", "b", "a", "b"), List.of("b", "a", "b", "a"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void anEvenNumberIsBalancedInHalfTheRounds(int number) {
        List<Integer> all = IntStream.range(0, number).boxed().toList();
        List<List<Integer>> neighbours = new ArrayList<>();
        for (int round = 1; round <= number; round++) {
            List<Integer> order = TurnOrder.of(all, round);
            for (int turn = 1; turn < number; turn++) {
                neighbours.add(order.subList(turn - 1, turn + 1));
            }
        }

        assertThat(neighbours).hasSize(number * (number - 1)).doesNotHaveDuplicates();
    }

    @Test
    void whoIsAloneIsFirst() {
        assertThat(TurnOrder.of(List.of("a"), 7)).containsExactly("a");
        assertThat(TurnOrder.of(List.of(), 7)).isEmpty();
    }
}
