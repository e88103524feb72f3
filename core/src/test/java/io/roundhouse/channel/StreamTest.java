package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A stream takes what it is asked for, and leaves the rest to others. */
@Timeout(60)
final class StreamTest {
    @Test
    void aParallelStreamThatEndsEarlyLeavesTheRestInTheChannel() throws Exception {
        Channel<Integer> unbounded = Channel.unbounded();
        Channel<Integer> buffered = Channel.buffered(5_000);
        for (Channel<Integer> each : List.of(unbounded, buffered)) {
            each.sendMany(IntStream.range(0, 5_000).boxed().toList());
            each.close();
            assertThat(each.stream().parallel().limit(3).toList()).containsExactly(0, 1, 2);
            assertThat(each.size()).isEqualTo(4_997);
            assertThat(each.stream().parallel().findFirst()).hasValue(3);
            assertThat(each.stream().parallel().map(i -> i - 4).toList())
                    .isEqualTo(IntStream.range(0, 4_996).boxed().toList());
        }
    }

    @Test
    void aParallelStreamWaitsForNoMoreThanItIsAskedFor() throws Exception {
        Channel<Integer> meeting = Channel.rendezvous();
        try (Team team = new Team()) {
            team.start(() -> {
                for (int i = 0; i < 3; i++) {
                    meeting.send(i);
                }
            });
            assertThat(meeting.stream().parallel().limit(3).toList()).containsExactly(0, 1, 2);
            team.join();
        }
    }
}
