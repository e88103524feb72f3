package io.roundhouse.actor.internal;

import io.roundhouse.proxy.Delegating;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The methods of an interface that are sent, and the records that hold their calls: the method's
 * number + 1, then the primitive arguments, beside them the references, each in the order of the
 * parameters.
 *
 * @param methods a method's number is its place here
 * @param bridges what is inherited with another return type, by name and parameters: each is
 *     answered by the method in its place, whose return type is more specific
 * @param longsEach {@code long}s a record
 * @param referencesEach references a record
 * @param meets whether who calls waits until the call is taken: each call has an answer then, which
 *     is the place where the two meet
 */
record Shape(
        List<Method> methods,
        List<Bridge> bridges,
        int longsEach,
        int referencesEach,
        boolean meets) {

    /**
     * One method called in place of another one.
     *
     * @param inherited has the same name and parameters
     * @param called one of the methods that are sent
     */
    record Bridge(Method inherited, Method called) {}

    /** Looks at an interface, which an object can implement. */
    static Shape of(Class<?> type, boolean meets) {
        Map<String, Method> found = new LinkedHashMap<>();
        for (Method method : allMethods(type).toList()) {
            if (Modifier.isAbstract(method.getModifiers()) && !Delegating.isOfEveryObject(method)) {
                found.putIfAbsent(key(method) + method.getReturnType().descriptorString(), method);
            }
        }
        List<Method> methods = new ArrayList<>();
        List<Bridge> bridges = new ArrayList<>();
        for (Method method : found.values()) {
            Method called = mostSpecific(method, found.values());
            if (called == method) {
                methods.add(method);
            } else {
                bridges.add(new Bridge(method, called));
            }
        }
        methods.sort(Comparator.comparing(Shape::key));
        int primitives = 0;
        int references = 0;
        for (Method method : methods) {
            int primitive =
                    (int) Stream.of(method.getParameterTypes()).filter(Class::isPrimitive).count();
            primitives = Math.max(primitives, primitive);
            references =
                    Math.max(references, references(method) + (hasAnswer(method, meets) ? 1 : 0));
        }
        return new Shape(
                List.copyOf(methods), List.copyOf(bridges), 1 + primitives, references, meets);
    }

    /** The one that an object implements in its place, too, as the compiler has it. */
    private static Method mostSpecific(Method method, Collection<Method> all) {
        Method best = method;
        for (Method each : all) {
            if (best.getReturnType() != each.getReturnType()
                    && best.getReturnType().isAssignableFrom(each.getReturnType())
                    && key(each).equals(key(method))) {
                best = each;
            }
        }
        return best;
    }

    /** Inherited ones, too: {@link Class#getMethods} knows which of them are overridden. */
    private static Stream<Method> allMethods(Class<?> type) {
        return Stream.of(type.getMethods());
    }

    private static String key(Method method) {
        return method.getName()
                + Stream.of(method.getParameterTypes())
                        .map(Class::descriptorString)
                        .collect(Collectors.joining("", "(", ")"));
    }

    /** What a caller does after a call. */
    enum After {
        /** Goes on. */
        NOTHING,
        /** Goes on, and gets an answer later. */
        ASK,
        /** Waits for the answer. */
        WAIT
    }

    static After after(Method method) {
        Class<?> returned = method.getReturnType();
        if (returned == CompletionStage.class
                || returned == CompletableFuture.class
                || returned == Future.class) {
            return After.ASK;
        }
        return returned == void.class && method.getExceptionTypes().length == 0
                ? After.NOTHING
                : After.WAIT;
    }

    private static boolean hasAnswer(Method method, boolean meets) {
        return meets || after(method) != After.NOTHING;
    }

    /** Whether the record of such a call has an answer. */
    boolean hasAnswer(Method method) {
        return hasAnswer(method, meets);
    }

    /** Whether who makes such a call waits until it is taken, and no longer. */
    boolean meets(Method method) {
        return meets && after(method) != After.WAIT;
    }

    /** How many of its arguments are references. */
    static int references(Method method) {
        return (int)
                Stream.of(method.getParameterTypes()).filter(each -> !each.isPrimitive()).count();
    }

    /** The answer that the call in a record waits for, if it does; taken out. */
    @Nullable Answer answer(Method method, @Nullable Object[] references, int firstReference) {
        if (!hasAnswer(method)) {
            return null;
        }
        int place = firstReference + references(method);
        Answer answer = (Answer) references[place];
        references[place] = null;
        return answer;
    }

    /** The arguments of the call in a record. */
    @Nullable Object[] decode(
            Method method,
            long[] longs,
            int firstLong,
            @Nullable Object[] references,
            int firstReference) {
        Class<?>[] parameters = method.getParameterTypes();
        @Nullable Object[] arguments = new Object[parameters.length];
        int nextLong = firstLong + 1;
        int nextReference = firstReference;
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].isPrimitive()) {
                arguments[i] = boxed(parameters[i], longs[nextLong++]);
            } else {
                arguments[i] = references[nextReference];
                references[nextReference++] = null;
            }
        }
        return arguments;
    }

    private static Object boxed(Class<?> primitive, long bits) {
        if (primitive == boolean.class) {
            return bits != 0;
        } else if (primitive == byte.class) {
            return (byte) bits;
        } else if (primitive == short.class) {
            return (short) bits;
        } else if (primitive == char.class) {
            return (char) bits;
        } else if (primitive == int.class) {
            return (int) bits;
        } else if (primitive == float.class) {
            return Float.intBitsToFloat((int) bits);
        } else if (primitive == double.class) {
            return Double.longBitsToDouble(bits);
        }
        return bits;
    }

    static Class<?> box(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }
}
