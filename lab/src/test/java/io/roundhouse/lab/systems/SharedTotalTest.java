package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedTotalTest {

    @Test
    void nothingIsLostWhereSeveralAdd() throws InterruptedException {
        SharedTotal total = new SharedTotal();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < 100_000; i++) {
                                    total.add(0.5);
                                }
                            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(total.outcome().sum()).isEqualTo(200_000);
        assertThat(total.outcome().results()).isEqualTo(400_000);
    }
}
