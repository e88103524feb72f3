package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What publishers tell of is kept where one of them runs out of stack, wherever that is. */
class DeepOrderTest {
    /** Levels of recursion from the end of the stack on at which it is cut short. */
    private static final int LEVELS = 100;

    static final class Event {
        long number;
    }

    @Test
    @Timeout(120)
    void publicationsKeepTheirOrderWhereverOneWasCutShort() throws Exception {
        StackEnd.assertGoesOn(100, DeepOrderTest.class);
    }

    /** Two publish in turn, one of them at the end of its stack; nobody looks until all have. */
    public static void main(String[] arguments) throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        List<Long> seen = new ArrayList<>();
        Pipeline<Event> line =
                Pipeline.of(Event::new)
                        .capacity(1 << 16)
                        .stage(
                                "see",
                                event -> {
                                    all.await();
                                    seen.add(event.number);
                                })
                        .start();
        long[] last = new long[1]; // of those who publish in turn
        Consumer<Event> filler = event -> event.number = ++last[0];
        StackEnd.run(end ->
                end.atEachOf(
                        LEVELS,
                        (level, shift) -> {
                            boolean cut = end.isCut(level, shift, () -> line.publish(filler));
                            line.publish(filler);
                            Thread other = new Thread(() -> line.publish(filler));
                            other.start();
                            other.join();
                            return cut;
                        }));
        all.countDown();
        line.close();
        assertThat(seen).isNotEmpty().isSorted().doesNotHaveDuplicates();
    }
}
