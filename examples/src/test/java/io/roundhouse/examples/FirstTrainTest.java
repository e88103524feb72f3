package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstTrainTest {

    @Test
    void everyGoodArrives() throws Exception {
        assertThat(Output.of(() -> FirstTrain.main(new String[0])))
                .containsExactly("1000000 goods, sum 500000500000");
    }
}
