package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A channel is closed, and its last element goes to somebody else, between the two looks of one who
 * receives: there was an element until it was closed, so it is never told that there is none yet.
 */
@Timeout(60)
final class LastElementTest {
    /** Is closed and emptied by another one where the first who takes looks. */
    private static final class Closing extends Lossy<Integer> {
        private @Nullable Integer last;

        @Override
        @Nullable Integer put(@Nullable Object key, Integer element) {
            last = element;
            return null;
        }

        @Override
        @Nullable Integer take() {
            close();
            last = null;
            return null;
        }

        @Override
        int count() {
            return last == null ? 0 : 1;
        }

        @Override
        Iterable<Integer> all() {
            return List.of();
        }
    }

    private final List<String> done = new ArrayList<>();

    private static Channel<Integer> channel() throws InterruptedException {
        Channel<Integer> channel = new StoringChannel<>(null, "orders", _ -> {}, new Closing());
        channel.send(1);
        return channel;
    }

    @Test
    void whoTriesToReceiveIsTold() throws Exception {
        Channel<Integer> channel = channel();
        assertThatThrownBy(channel::tryReceive)
                .isInstanceOf(ChannelClosedException.class)
                .hasMessage("orders is closed, and nothing is left");
    }

    @Test
    void aClauseDropsOutBeforeTheDefaultHappens() throws Exception {
        Clause clause =
                channel()
                        .whenReceived(_ -> done.add("received"))
                        .orClosed(() -> done.add("closed"));
        Select select = Select.of(clause, Select.otherwise(() -> done.add("nothing yet")));
        assertThat(select.await()).isTrue();
        assertThat(done).containsExactly("closed");
    }
}
