package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The stack trace of an exception begins with the user's code, and has no generated code in it. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class StackTraceTest {
    @Parameter Dispatcher on;

    interface Fails {
        int answers(int depth);

        void sends(int depth);
    }

    private static final class Failing implements Fails {
        @Override
        public int answers(int depth) {
            if (depth == 0) {
                throw new IllegalStateException("no");
            }
            return answers(depth - 1);
        }

        @Override
        public void sends(int depth) {
            answers(depth);
        }
    }

    private static final List<String> DEEP =
            List.of("Failing.answers", "Failing.answers", "Failing.answers");

    @Test
    void ofACallThatWaits() {
        try (var house = on.open()) {
            Fails fails = on.actor(house, Fails.class, Failing::new);
            for (int i = 0; i < 100; i++) { // run by its caller, or by others
                try {
                    fails.answers(2);
                } catch (IllegalStateException e) {
                    assertReadable(e, DEEP);
                }
            }
        }
    }

    @Test
    void ofACallThatIsSent() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.set(e)))) {
            on.actor(house, Fails.class, Failing::new).sends(2);
        }
        assertReadable(
                thrown.get(),
                List.of("Failing.answers", "Failing.answers", "Failing.answers", "Failing.sends"));
    }

    @Test
    void ofACallFromActorToActor() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.set(e)))) {
            Fails fails = on.actor(house, Fails.class, Failing::new);
            Runnable sends = on.actor(house, Runnable.class, () -> () -> fails.sends(2));
            sends.run();
        }
        assertReadable(
                thrown.get(),
                List.of("Failing.answers", "Failing.answers", "Failing.answers", "Failing.sends"));
    }

    private static void assertReadable(Throwable thrown, List<String> first) {
        List<String> frames =
                Arrays.stream(thrown.getStackTrace())
                        .map(each -> simpleName(each.getClassName()) + "." + each.getMethodName())
                        .toList();
        assertThat(frames).startsWith(first.toArray(String[]::new));
        assertThat(frames).noneMatch(each -> each.contains("/") || each.contains("Handle."));
        assertThat(frames).noneMatch(each -> each.contains("Reader.call"));
    }

    private static String simpleName(String name) {
        return name.substring(1 + Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')));
    }
}
