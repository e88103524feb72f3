package io.roundhouse.pipeline.elsewhere;

import io.roundhouse.pipeline.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Calls two lines through an interface of its own; returns what they saw. */
public final class User implements Supplier<List<Integer>> {
    interface Orders {
        void buy(int size);
    }

    static final class Order implements Orders {
        int bought;

        @Override
        public void buy(int size) {
            bought = size;
        }
    }

    @Override
    public List<Integer> get() {
        List<Integer> seen = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (Pipeline<Order> line =
                    Pipeline.of(Order::new).stage("one", order -> seen.add(order.bought)).start()) {
                line.as(Orders.class).buy(i);
            }
        }
        return seen;
    }
}
