package io.roundhouse.actor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One call as an object, made only for what is not hot: failures and dead letters.
 *
 * @param actor the name of the actor that was called
 * @param method the method that was called
 * @param arguments what it was called with, primitives boxed; the objects themselves, not copies
 */
@SuppressWarnings("exports") // an annotation only: users need not have it
public record Invocation(String actor, Method method, List<@Nullable Object> arguments) {
    private static final int MOST_ELEMENTS = 32;

    /** Makes the list of arguments unmodifiable. */
    public Invocation {
        arguments = Collections.unmodifiableList(arguments);
    }

    /**
     * The actor, the method and the arguments as words; of an array the first 32 elements. An
     * argument whose {@code toString} fails, by whatever it throws, says so.
     */
    @Override
    public String toString() {
        return actor
                + "."
                + method.getName()
                + arguments.stream()
                        .map(Invocation::words)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String words(@Nullable Object argument) {
        try {
            return argument instanceof Object[] array ? elements(array) : String.valueOf(argument);
        } catch (Throwable thrown) { // whoever waits for the call is to be told of it in any case
            return argument == null
                    ? "null"
                    : argument.getClass().getName() + " (its toString fails)";
        }
    }

    private static String elements(Object[] array) {
        return array.length <= MOST_ELEMENTS
                ? Arrays.toString(array)
                : Arrays.toString(Arrays.copyOf(array, MOST_ELEMENTS))
                        + " (the first of "
                        + array.length
                        + ")";
    }
}
