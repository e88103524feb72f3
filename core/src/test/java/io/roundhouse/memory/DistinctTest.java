package io.roundhouse.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether an object has come before: by itself, not by what it is equal to. */
class DistinctTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 100_000})
    void eachIsAddedOnceHoweverManyThereAre(int number) {
        List<Object> all = IntStream.range(0, number).mapToObj(_ -> new Object()).toList();
        for (Distinct distinct : List.of(new Distinct(0), new Distinct(number))) {
            assertThat(all).allMatch(distinct::add);
            assertThat(all).noneMatch(distinct::add);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void whatIsEqualIsAnother(int number) {
        Distinct distinct = new Distinct(number);

        for (int i = 0; i < number; i++) {
            assertThat(distinct.add(new String("same"))).isTrue();
            assertThat(distinct.add("same")).isEqualTo(i == 0);
        }
    }
}
