package io.roundhouse.railway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each thread of a crowd waits with a place of its own around what it waits for. Whatever a wait
 * may say of itself the place passes on: else the crowd waits otherwise than one thread would, and
 * nothing fails.
 */
final class CrowdPlaceTest {
    static Stream<Method> whatAWaitMaySay() {
        return Arrays.stream(Wait.class.getDeclaredMethods()).filter(each -> !each.isSynthetic());
    }

    @ParameterizedTest
    @MethodSource("whatAWaitMaySay")
    void thePlaceSaysItToo(Method said) throws Exception {
        Class<?> place = Class.forName(Crowd.class.getName() + "$Place");

        assertThat(place.getDeclaredMethod(said.getName(), said.getParameterTypes())).isNotNull();
    }
}
