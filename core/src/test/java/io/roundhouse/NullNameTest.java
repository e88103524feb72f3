package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.channel.Channel;
import io.roundhouse.pipeline.Pipeline;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gives no name is told so, and what the thing is called without one. */
@SuppressWarnings("NullAway") // on purpose
@Timeout(60)
final class NullNameTest {
    @Test
    void ofAnActor() {
        saysSo(() -> new ActorOptions().named(null), "called after its class");
    }

    @Test
    void ofALine() {
        saysSo(() -> Pipeline.of(Object::new).named(null), "\"pipeline\"");
    }

    @Test
    void ofAChannel() {
        saysSo(() -> Channel.builder().named(null), "\"channel\"");
    }

    private static void saysSo(ThrowingCallable names, String without) {
        assertThatThrownBy(names)
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("a name is needed: without named(…)")
                .hasMessageContaining(without);
    }
}
