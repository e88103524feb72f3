package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;

class FirstTrainTest {

    @Test
    void everyGoodArrives() throws Exception {
        assertPrints(() -> FirstTrain.main(new String[0]), "1000000 goods, sum 500000500000");
    }
}
