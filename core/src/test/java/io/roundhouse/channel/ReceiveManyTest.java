package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many at a time, in a list. */
@Timeout(60)
final class ReceiveManyTest {
    @ParameterizedTest
    @EnumSource
    void batchesComeInOrderHoweverLongTheyAre(Kind kind) throws Exception {
        List<Integer> all = IntStream.range(0, 10_000).boxed().toList();
        Channel<Integer> channel = kind.make();
        List<Integer> got = new ArrayList<>();
        try (Team team = new Team()) {
            team.start(() -> {
                for (int from = 0, size = 1; from < all.size(); from += size, size = size % 9 + 1) {
                    channel.sendMany(all.subList(from, Math.min(from + size, all.size())));
                }
                channel.close();
            });
            for (int most = 1; got.size() < all.size(); most = most % 7 + 1) {
                List<Integer> batch = channel.receiveMany(most);
                assertThat(batch).hasSizeBetween(1, most);
                got.addAll(batch);
            }
            team.join();
        }
        assertThat(got).isEqualTo(all);
        assertThatThrownBy(() -> channel.receiveMany(1))
                .isInstanceOf(ChannelClosedException.class)
                .hasMessageContaining("nothing is left");
    }

    @ParameterizedTest
    @EnumSource
    void noneAndLessThanNone(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        assertThat(channel.receiveMany(0)).isEmpty();
        assertThatThrownBy(() -> channel.receiveMany(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @ParameterizedTest
    @EnumSource
    void whoIsInterruptedHasReceivedNothing(Kind kind) throws Exception {
        Channel<Integer> channel = kind.make();
        try (Team team = new Team()) {
            Thread receiver =
                    team.start(() ->
                            assertThatThrownBy(() -> channel.receiveMany(3))
                                    .isInstanceOf(InterruptedException.class));
            Team.awaitReceivers(channel, 1);
            receiver.interrupt();
            team.join();
            team.start(() -> channel.sendMany(List.of(1)));
            assertThat(channel.receiveMany(3)).containsExactly(1);
            team.join();
        }
    }

    /** The whole, a part, the rest, and what comes behind. */
    @Test
    void whatWasSentTogetherNeedNotBeReceivedSo() throws Exception {
        Channel<Integer> channel = Channel.buffered(200);
        List<Integer> all = IntStream.range(0, 200).boxed().toList();
        assertThat(channel.sendMany(all)).isEqualTo(200);
        assertThat(channel.receiveMany(64)).isEqualTo(all.subList(0, 64));
        assertThat(channel.receive()).isEqualTo(64);
        assertThat(channel.receiveMany(10)).isEqualTo(all.subList(65, 75));
        assertThat(channel.receiveMany(60)).isEqualTo(all.subList(75, 135));
        assertThat(channel.receiveMany(Integer.MAX_VALUE)).isEqualTo(all.subList(135, 200));
        assertThat(channel.size()).isZero();
    }

    @Test
    void whatIsReceivedIsTheReceiversOwn() throws Exception {
        Channel<String> channel = Channel.buffered(4);
        List<String> sent = new ArrayList<>(List.of("a", "b"));
        channel.sendMany(sent);
        sent.set(0, "changed");
        List<String> got = channel.receiveMany(2);
        channel.sendMany(List.of("c", "d"));
        assertThat(got).containsExactly("a", "b");
        assertThat(channel.receiveMany(4)).containsExactly("c", "d");
    }

    @Test
    void ofChannelsThatLoseElementsToo() throws Exception {
        Channel<Integer> recent = Channel.droppingOldest(2);
        recent.sendMany(List.of(1, 2, 3));
        assertThat(recent.receiveMany(5)).containsExactly(2, 3);
        Channel<String> latest = Channel.latestPerKey(price -> price.charAt(0));
        latest.sendMany(List.of("a1", "b1", "a2"));
        assertThat(latest.receiveMany(1)).containsExactly("a2");
        assertThat(latest.receiveMany(2)).containsExactly("b1");
    }
}
