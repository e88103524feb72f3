package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stands around a wait answers for all that a wait may say, in words of its own or that one's:
 * a default of {@link Wait} that is forgotten there answers in its place, and nothing fails.
 */
final class WaitAroundAWaitTest {
    private static final String[] AROUND = {
        "io.roundhouse.waiting.internal.Crowd$Place",
        "io.roundhouse.dispatch.internal.ExecutorThreads$Looking"
    };

    static Stream<Arguments> whatAWaitMaySay() {
        return Arrays.stream(Wait.class.getDeclaredMethods())
                .filter(each -> !each.isSynthetic())
                .flatMap(said -> Arrays.stream(AROUND).map(name -> Arguments.of(name, said)));
    }

    @ParameterizedTest
    @MethodSource("whatAWaitMaySay")
    void itIsSaidThereToo(String name, Method said) throws Exception {
        Class<?> around = Class.forName(name);

        assertThat(around.getDeclaredMethod(said.getName(), said.getParameterTypes())).isNotNull();
    }
}
