package io.roundhouse.actor.internal;

import io.roundhouse.proxy.Delegating;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param afters what their callers do after a call
 * @param bridges what is inherited with another return type, by name and parameters: each is
 *     answered by the method in its place, whose return type is more specific
 * @param longsEach {@code long}s a record
 * @param referencesEach references a record
 * @param meets whether who calls waits until the call is taken: each call has an answer then, which
 *     is the place where the two meet
 */
record Shape(
        List<Method> methods,
        Map<Method, After> afters,
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

    /**
     * Looks at an interface, which an object can implement.
     *
     * @throws IllegalArgumentException if a method returns a future that no handle can make
     */
    static Shape of(Class<?> type, boolean meets) {
        TypeArguments arguments = new TypeArguments(type);
        Map<String, Method> found = new LinkedHashMap<>();
        Map<String, List<Method>> declarations = new HashMap<>();
        for (Method method : allMethods(type).toList()) {
            if (Modifier.isAbstract(method.getModifiers()) && !Delegating.isOfEveryObject(method)) {
                found.putIfAbsent(key(method) + method.getReturnType().descriptorString(), method);
                declarations
                        .computeIfAbsent(key(method, arguments), _ -> new ArrayList<>())
                        .add(method);
            }
        }
        List<Method> methods = new ArrayList<>();
        Map<Method, After> afters = new HashMap<>();
        List<Bridge> bridges = new ArrayList<>();
        for (Method method : found.values()) {
            Method called = mostSpecific(method, found.values());
            if (called == method) {
                methods.add(method);
                afters.put(
                        method,
                        after(
                                Objects.requireNonNull(declarations.get(key(method, arguments))),
                                arguments,
                                type));
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
            boolean hasAnswer = meets || afters.get(method) != After.NOTHING;
            primitives = Math.max(primitives, primitive);
            references = Math.max(references, references(method) + (hasAnswer ? 1 : 0));
        }
        return new Shape(
                List.copyOf(methods),
                Map.copyOf(afters),
                List.copyOf(bridges),
                1 + primitives,
                references,
                meets);
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
        return key(method.getName(), List.of(method.getParameterTypes()));
    }

    /** The same for all that one method of an object implements, by the rules of the language. */
    private static String key(Method method, TypeArguments arguments) {
        return key(method.getName(), arguments.parameters(method))
                + (method.getReturnType() == void.class);
    }

    private static String key(String name, List<Class<?>> parameters) {
        return name
                + parameters.stream()
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

    /** By all declarations of a method: whoever calls it may have any of them in mind. */
    private static After after(List<Method> declarations, TypeArguments arguments, Class<?> type) {
        Method method = declarations.getFirst();
        if (method.getReturnType() == void.class) {
            return throwsChecked(declarations, arguments) ? After.WAIT : After.NOTHING;
        }
        List<Class<?>> returned =
                declarations.stream().flatMap(each -> arguments.returned(each).stream()).toList();
        if (returned.stream().noneMatch(Shape::isFuture)) {
            return After.WAIT;
        }
        for (Class<?> each : returned) {
            if (!each.isAssignableFrom(CompletableFuture.class)) {
                checkIsNoStage(returned, each, method, type);
                return After.WAIT; // another future: its value is what is waited for
            }
        }
        return After.ASK;
    }

    private static boolean isFuture(Class<?> type) {
        return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type);
    }

    /** What is attached to a stage that was made elsewhere would not run in the actor. */
    private static void checkIsNoStage(
            List<Class<?>> returned, Class<?> notMade, Method method, Class<?> type) {
        if (returned.stream().anyMatch(CompletionStage.class::isAssignableFrom)) {
            throw new IllegalArgumentException(
                    "method "
                            + method.getName()
                            + " of "
                            + type.getName()
                            + " returns "
                            + notMade.getName()
                            + ", a future that no handle can make: let it return CompletionStage or"
                            + " CompletableFuture");
        }
    }

    /**
     * Whether one of them declares a checked exception that all others allow: whoever calls the
     * method must be ready for no other.
     */
    private static boolean throwsChecked(List<Method> declarations, TypeArguments arguments) {
        List<List<Class<?>>> thrown = declarations.stream().map(arguments::thrown).toList();
        return thrown.stream()
                .flatMap(List::stream)
                .filter(Shape::isChecked)
                .anyMatch(each -> thrown.stream().allMatch(allowed -> allows(allowed, each)));
    }

    private static boolean allows(List<Class<?>> declared, Class<?> thrown) {
        return declared.stream().anyMatch(each -> each.isAssignableFrom(thrown));
    }

    private static boolean isChecked(Class<?> thrown) {
        return !RuntimeException.class.isAssignableFrom(thrown)
                && !Error.class.isAssignableFrom(thrown);
    }

    /** What a caller does after a call of that one of the methods. */
    After after(Method method) {
        return Objects.requireNonNull(afters.get(method));
    }

    /** Whether the record of such a call has an answer. */
    boolean hasAnswer(Method method) {
        return meets || after(method) != After.NOTHING;
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
